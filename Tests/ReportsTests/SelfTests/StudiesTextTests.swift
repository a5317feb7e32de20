import ReportKit
internal import Reports
import SelfTest
import TestSupport
import Testing

@Suite struct StudiesTextTests {
  private struct Urn: PublishedStudy {
    let name = "urn"
    let source = "a book, 1923"
    let results = [
      StudyResult("share", .value(0.5, within: 0.1, noEffect: 0), basis: "its standard error"),
      StudyResult("ratio", .above(2)), StudyResult("gain", .range(-0.25...(-0.08), noEffect: 0)),
      StudyResult("loss", .absent(within: 0.1)),
      StudyResult("weight", .inexpressible("an urn is light")),
    ]

    func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] { [] }
  }

  private static let report = StudiesReport(
    [StudiesReport.Study(Urn(), [[0.44, 0.46], [1, 3], [], [-0.1, 0.1], []])], replications: 2)

  private func text(_ format: ReportFormat) -> String {
    format.render(Self.report.document, width: 120, hasStyle: false)
  }

  /// 0.45, 2 and 0, ± 12.7 · half the difference: 0.127, 12.7 and 1.27. A share of 0.5 is 50 standard errors, and Student's t
  /// with one degree of freedom is below 50 − 12.7 with 99.1 %.
  @Test func `a terminal has each result with its verdict, and the counts`() {
    expectEqual(
      text(.text),
      """
      study  result       published         tolerance          simulated  power  verdict
      urn    share              0.5             ± 0.1  0.45 [0.32, 0.58]   >99%  reproduced
      urn    ratio              > 2         95 % sure        2 [−11, 15]      –  not reproduced
      urn    gain    −0.25 to −0.08            inside                  –      –  not reproduced
      urn    loss                 0  ± 0.1, 95 % sure    0.0 [−1.3, 1.3]      –  not reproduced
      urn    weight               –                 –                  –      –  cannot be expressed

      Each value is a mean over 2 replications with its 95 % interval. It is reproduced within the tolerance. It has the
      direction only where the interval is on the published side of no effect and the effect is between 1 ÷ 1.5 and 1.5 times
      the published one. Power is the probability that a run with this standard error shows an effect of the published size.
      Of 5 published results: 1 reproduced, 0 direction only, 3 not reproduced, 1 cannot be expressed.

      """)
  }

  @Test func `Markdown has the source, and why a result cannot be expressed`() {
    let text = text(.markdown)
    #expect(
      text.hasPrefix(
        "| study | result | published | tolerance | simulated | power | verdict | source | basis of the tolerance | why not |\n"
      ))
    #expect(text.contains("| reproduced | a book, 1923 | its standard error |  |"))
    #expect(text.contains("| cannot be expressed | a book, 1923 |  | an urn is light |"))
  }

  @Test func `programs get every result`() {
    let rows = text(.csv).split(separator: "\n")
    expectEqual(
      rows[0],
      "study,result,source,published,tolerance,simulated,lower,upper,power,verdict,basis,reason")
    expectEqual(rows.count, 6)
    #expect(text(.json).contains(#""verdict": "cannot be expressed""#))
  }
}
