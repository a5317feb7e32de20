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
      StudyResult("share", .value(0.5, within: 0.1, noEffect: 0)),
      StudyResult("ratio", .above(2)), StudyResult("weight", .inexpressible("an urn is light")),
    ]

    func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] { [] }
  }

  private static let report = StudiesReport(
    [StudiesReport.Study(Urn(), [[0.44, 0.46], [1, 3], []])], replications: 2)

  private func text(_ format: ReportFormat) -> String {
    format.render(Self.report.document, width: 120, hasStyle: false)
  }

  /// 0.45 and 2, ± 12.7 · half the difference: 0.127 and 12.7.
  @Test func `a terminal has each result with its verdict, and the counts`() {
    expectEqual(
      text(.text),
      """
      study  result  published  tolerance          simulated  verdict
      urn    share         0.5      ± 0.1  0.45 [0.32, 0.58]  reproduced
      urn    ratio         > 2  95 % sure        2 [−11, 15]  not reproduced
      urn    weight          –          –                  –  cannot be expressed

      Each value is a mean over 2 replications with its 95 % interval. It is reproduced within the tolerance, and has the
      direction only where the interval is on the published side of no effect.
      Of 3 published results: 1 reproduced, 0 direction only, 1 not reproduced, 1 cannot be expressed.

      """)
  }

  @Test func `Markdown has the source, and why a result cannot be expressed`() {
    let text = text(.markdown)
    #expect(
      text.hasPrefix(
        "| study | result | published | tolerance | simulated | verdict | source | why not |\n"))
    #expect(text.contains("| cannot be expressed | a book, 1923 | an urn is light |"))
  }

  @Test func `programs get every result`() {
    let rows = text(.csv).split(separator: "\n")
    expectEqual(
      rows[0], "study,result,source,published,tolerance,simulated,lower,upper,verdict,reason")
    expectEqual(rows.count, 4)
    #expect(text(.json).contains(#""verdict": "cannot be expressed""#))
  }
}
