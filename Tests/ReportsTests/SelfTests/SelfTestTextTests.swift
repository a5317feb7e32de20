import ReportKit
internal import Reports
import SelfTest
import Stochastics
import TestSupport
import Testing

@Suite struct SelfTestTextTests {
  private static func line(_ id: String, _ finding: Finding) -> SelfTestReport.Result {
    SelfTestReport.Result(id: id, source: "theory | practice", finding: finding)
  }

  private static let passing = line(
    "K3",
    Finding(
      "P(first wins)", size: "100,000 races", expect: .near(0.4, within: 0.005), observed: 0.40112,
      interval: ConfidenceInterval(lower: 0.398, upper: 0.4042, level: 0.95)))
  private static let exact = line(
    "K4", Finding("worlds that differ", size: "12 rankers", expect: .exactly(0), observed: 0))
  private static let failing = line(
    "B4",
    Finding(
      "ideal ÷ random", size: "8 worlds", expect: .between(1.9, 2.8), observed: 3.1,
      interval: ConfidenceInterval(lower: 3, upper: 3.2, level: 0.95)))

  private func text(_ report: SelfTestReport, _ format: ReportFormat = .text, width: Int = 200)
    -> String
  {
    format.render(report.document, width: width, hasStyle: false)
  }

  @Test func `notes stand below the table, in every form for people and in JSON`() {
    let report = SelfTestReport(share: 1, results: [Self.exact], notes: ["A1: 25 tests are few"])
    #expect(text(report).hasSuffix("\n\nA1: 25 tests are few.\nAll 1 results are reproduced.\n"))
    #expect(
      text(report, .markdown).hasSuffix("\nA1: 25 tests are few. All 1 results are reproduced.\n"))
    #expect(text(report, .json).contains(#""A1: 25 tests are few""#))
  }

  @Test func `a wide terminal has all columns`() {
    let report = SelfTestReport(share: 1, results: [Self.passing, Self.exact])
    expectEqual(
      text(report),
      """
      id  result              source             size           target  tolerance  observed            95% CI
      K3  P(first wins)       theory | practice  100,000 races     0.4    ± 0.005    0.4011  [0.3980, 0.4042]  pass
      K4  worlds that differ  theory | practice  12 rankers          0      exact         0             exact  pass

      All 2 results are reproduced.

      """)
  }

  @Test func `a narrow terminal has what decides`() {
    let report = SelfTestReport(share: 1, results: [Self.failing])
    expectEqual(
      text(report, width: 60),
      """
            id  observed      target  tolerance  result
      FAIL  B4     3.100  1.9 to 2.8       band  ideal ÷ random

      1 of 1 results are not reproduced: B4.

      """)
  }

  @Test func `what failed is named once, and a quick table is marked as one`() {
    let report = SelfTestReport(
      share: 0.1, results: [Self.failing, Self.passing, Self.failing, Self.failing])
    expectEqual(report.conclusion, "3 of 4 results are not reproduced: B4")
    #expect(
      text(report).hasSuffix(
        """

        Quick: samples of 10 % of the full size, none below what a result needs; each tolerance grows by the root of full size ÷ sample.
        3 of 4 results are not reproduced: B4.

        """))
  }

  @Test func `Markdown is a table whose cells are escaped`() {
    let report = SelfTestReport(share: 1, results: [Self.exact])
    expectEqual(
      text(report, .markdown),
      """
      | id | result | source | size | target | tolerance | observed | 95% CI | verdict |
      | --- | --- | --- | --- | --- | --- | --- | --- | --- |
      | K4 | worlds that differ | theory \\| practice | 12 rankers | 0 | exact | 0 | exact | pass |

      All 1 results are reproduced.

      """)
  }

  @Test func `JSON has every number at full precision`() {
    let report = SelfTestReport(share: 1, results: [Self.passing, Self.failing])
    let json = text(report, .json)
    #expect(json.contains("\"observed\": 0.40112"))
    #expect(json.contains("\"tolerance\": 0.005"))
    #expect(json.contains("\"failures\": 1"))
    #expect(json.contains("\"passes\": false"))
  }

  @Test func `tables of cells are quoted where they must be`() {
    let report = SelfTestReport(share: 1, results: [Self.passing])
    expectEqual(
      text(report, .csv),
      """
      id,result,source,size,target,tolerance,observed,95% CI,verdict
      K3,P(first wins),theory | practice,"100,000 races",0.4,± 0.005,0.4011,"[0.3980, 0.4042]",pass

      """)
  }
}
