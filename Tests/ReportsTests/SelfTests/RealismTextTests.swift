import ReportKit
internal import Reports
import SelfTest
import TestSupport
import Testing

@Suite struct RealismTextTests {
  private static let figures = PublishedFigures.all.filter {
    ["kuairand.sessions.per_user_day", "kuairand.hour_share", "model.B6"].contains($0.id)
  }

  /// Sessions a day 4.8 ± 1.27 (t 12.7 · 0.1), hours far off, no contest; in the second world all but the hours.
  private static let report = RealismReport(
    figures: figures,
    worlds: [
      RealismReport.World(
        name: "default", members: 2000, days: 17, warmUpDays: 3, replications: 2,
        [[4.7, 4.9], [0.2, 0.2], []]),
      RealismReport.World(
        name: "other", members: 400, days: 3.5, warmUpDays: 0, replications: 2,
        [[1, 1], [], [0.36, 0.36]]),
    ])

  private func text(_ format: ReportFormat, width: Int = 200) -> String {
    format.render(Self.report.document, width: width, hasStyle: false)
  }

  /// 4.8 ± 12.7 · 0.1, where 12.7 is Student's t for one degree of freedom.
  @Test func `a terminal has the figures, what does not apply, and the summary`() throws {
    let text = text(.text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    expectEqual(
      lines.prefix(5),
      [
        "figure                                   source            value  tolerance                    default                   other",
        "sessions a member a day                  KuaiRand          4.844      ± 1.2           ✓ 4.8 [3.5, 6.1]        ✕ 1.0 [1.0, 1.0]",
        "hours of looks: distance from the log's  KuaiRand         ≤ 0.05      bound  ✕ 0.2000 [0.2000, 0.2000]                       –",
        "entries in the last tenth of a contest   behaviour model   0.361    ± 0.015                          –  ✓ 0.360 [0.360, 0.360]",
        "",
      ])
    let start = try #require(lines.firstIndex { $0.hasPrefix("inside, of those that apply") })
    expectEqual(
      lines[start..<start + 4],
      [
        "inside, of those that apply  default   other",
        "KuaiRand                      1 of 2  0 of 1",
        "behaviour model                    –  1 of 1",
        "",
      ])
    #expect(
      lines.contains("world    members  days  warm-up  replications  inside  apply  do not"))
    #expect(
      lines.contains("default    2,000    17        3             2       1      2       1"))
  }

  @Test func `a narrow terminal has the worlds one after the other`() {
    let lines = text(.text, width: 100).split(separator: "\n")
    #expect(lines.first?.contains("default") == true && lines.first?.contains("other") == false)
    #expect(lines.contains { $0.contains("✓ 0.360 [0.360, 0.360]") })
  }

  @Test func `what is not compared is in every form with its reason`() {
    for format in [ReportFormat.text, .markdown, .json] {
      let text = text(format, width: 1000)
      for uncompared in PublishedFigures.uncompared {
        let reason = uncompared.reason.prefix { $0.isLetter || $0 == " " }
        #expect(text.contains(reason), "\(format): \(reason)")
      }
    }
  }

  @Test func `Markdown has the meaning of the source, and the sources with their licences`() {
    let text = text(.markdown)
    #expect(
      text.hasPrefix(
        """
        | figure | source | value | tolerance | default | other | what the source means |
        | --- | --- | --- | --- | --- | --- | --- |
        | sessions a member a day | KuaiRand | 4.844 | ± 1.2 | ✓ 4.8 \\[3.5, 6.1\\] | ✕ 1.0 \\[1.0, 1.0\\] | the source has only
        """))
    #expect(text.contains("\n| source | data | licence |\n"))
    #expect(
      text.contains(
        """
        #### Figures inside, by source

        | inside, of those that apply | default | other |
        | --- | --- | --- |
        | KuaiRand | 1 of 2 | 0 of 1 |
        | behaviour model | – | 1 of 1 |

        #### Worlds
        """))
    #expect(text.contains("| CC BY-SA 2.0 DE |"))
  }

  @Test func `programs get each figure of each world`() {
    let rows = text(.csv).split(separator: "\n")
    expectEqual(rows.count, 7)
    expectEqual(
      rows[0],
      "world,id,figure,source,order,value,target,tolerance,simulated,lower,upper,verdict,note")
    expectEqual(
      rows[2],
      "default,kuairand.hour_share,hours of looks: distance from the log's,KuaiRand,ranked,0,≤ 0.05,bound,0.2,0.2,0.2,outside,"
    )
    expectEqual(
      rows[3],
      "default,model.B6,entries in the last tenth of a contest,behaviour model,ranked,0.361,0.361,± 0.015,,,,does not apply,"
    )
    let json = text(.json)
    #expect(json.contains(#""id": "model.B6""#) && json.contains(#""simulated": null"#))
    #expect(json.contains(#""inside": 1"#) && json.contains(#""apply": 2"#))
  }

  @Test func `an infinite quotient is outside, and no number for programs`() {
    let world = RealismReport.World(
      name: "w", members: 1, days: 1, warmUpDays: 0, replications: 2, [[3, .infinity]])
    let report = RealismReport(figures: [Self.figures[0]], worlds: [world])
    let text = ReportFormat.text.render(report.document, width: 200, hasStyle: false)
    #expect(text.contains("± 1.2  ✕ ∞\n"))
    let csv = ReportFormat.csv.render(report.document, width: 200, hasStyle: false)
    #expect(csv.contains(",4.844,± 1.2,,,,outside,"))
  }

  @Test func `the last lines are the summary`() {
    #expect(
      text(.text).hasSuffix(
        """
        ✓ inside the tolerance, ✕ outside, – nothing to measure it by in this world; each with its 95 % interval over replications.
        default: 1 of 2 figures that apply are inside their tolerance (50%).
        other: 1 of 2 figures that apply are inside their tolerance (50%).

        """))
  }
}
