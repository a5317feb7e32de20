import Experiments
import FeedMetrics
import Foundation
import ReportKit
import Reports
import Scenarios
import Studies
import TestSupport
import Testing

/// What reports say of the verdicts in other societies.
@Suite struct SocietiesReportTests {
  /// A society in which the metric changes by so many percent.
  private static func society(
    _ name: String, _ percent: Double, _ verdict: Verdict, _ decision: Decision.Outcome? = nil,
    when circumstance: String? = nil
  ) -> SocietyVerdict {
    let change = SocietyVerdict.Change(
      estimate: percent / 100, lower: percent / 100 - 0.01, upper: percent / 100 + 0.01)
    return SocietyVerdict(
      society: name, circumstance: circumstance ?? "with \(name)", worlds: 5, difference: change,
      relative: change, verdict: verdict, decision: decision)
  }

  private static let own = society(
    "as in the scenario", -12, .worse, .doNotShip, when: "in the scenario's own society")
  private static let satiationOff = society(
    "satiation off", 14, .better, .ship, when: "when satiation is off")
  private static let sticky = society(
    "preset sticky", 8, .better, .ship, when: "in the preset sticky")
  private static let large = society("8,000 members", 0.1, .equivalent, .equivalent)
  private static let liked = society("utility.match 4.5", 9, .better, .undecided)
  private static let small = society("500 members", -3, .undecided, .undecided)

  private static func record(_ societies: [SocietyVerdict]) -> OtherSocieties {
    .known(
      SocietyRecord(
        metric: "like_rate",
        candidates: [SocietyRecord.Candidate(name: "affinity", societies: societies)]))
  }

  private static let subject = "The decision on affinity (do not ship) "

  @Test(arguments: [
    ([own, own, own], "holds in all 3 societies."),
    ([own, own, satiationOff], "holds in 2 of 3 societies; turns when satiation is off."),
    // The largest change is named first.
    (
      [own, sticky, satiationOff],
      "holds in 1 of 3 societies; turns when satiation is off and in the preset sticky."
    ),
    (
      [own, large, sticky, satiationOff, liked],
      "holds in 1 of 5 societies; turns when satiation is off, in the preset sticky and with 8,000 members; undecided"
        + " in 1; like_rate turns with utility.match 4.5."
    ),
    // At most three are named.
    (
      [own, large, sticky, satiationOff, small, satiationOff],
      "holds in 1 of 6 societies; turns when satiation is off, when satiation is off, in the preset sticky and in 1"
        + " more; undecided in 1."
    ),
    ([own, own, small], "holds in 2 of 3 societies; undecided in 1."),
    (
      [own, small, satiationOff, small],
      "holds in 1 of 4 societies; turns when satiation is off; undecided in 2."
    ),
  ])
  func `the line says where the decision holds and where it turns`(
    societies: [SocietyVerdict], expected: String
  ) {
    let text = SocietiesText(Self.record(societies))
    expectEqual(text.lines.map(\.text), [Self.subject + expected])
    expectEqual(text.warning, nil)
  }

  @Test(arguments: [
    ([], "better in 0, worse in 0, neither in 0 of 0 societies."),
    ([small, own, satiationOff, sticky], "better in 2, worse in 1, neither in 1 of 4 societies."),
  ])
  func `nothing can hold where the reference decides nothing`(
    societies: [SocietyVerdict], expected: String
  ) {
    expectEqual(
      SocietiesText(Self.record(societies)).lines.map(\.text),
      [
        "The verdict on affinity (like_rate) is not decided: \(expected)"
      ])
  }

  @Test func `where the metric is undecided the line is about the decision`() {
    // A guardrail decides in the scenario's own society and when satiation is off.
    let own = Self.society("as in the scenario", -1, .undecided, .doNotShip)
    let text = SocietiesText(
      Self.record([own, Self.satiationOff, Self.small, Self.own, own]))
    expectEqual(
      text.lines.map(\.text),
      [
        "The decision on affinity (do not ship) holds in 3 of 5 societies; turns when satiation is off; undecided"
          + " in 1."
      ])
  }

  @Test func `without a decision the line is about the verdict`() {
    let own = Self.society("as in the scenario", -12, .worse)
    let sticky = Self.society("preset sticky", 8, .better, when: "in the preset sticky")
    expectEqual(
      SocietiesText(Self.record([own, own, sticky])).lines.map(\.text),
      [
        "The verdict on affinity (like_rate) holds in 2 of 3 societies; turns in the preset sticky."
      ])
  }

  /// A guardrail decides everywhere, while the metric is better in one society.
  @Test func `a verdict that turns under the same decision is named`() {
    let sticky = Self.society(
      "preset sticky", 8, .better, .doNotShip, when: "in the preset sticky")
    expectEqual(
      SocietiesText(Self.record([Self.own, sticky, Self.satiationOff])).lines.map(\.text),
      [
        "The decision on affinity (do not ship) holds in 2 of 3 societies; turns when satiation is off;"
          + " like_rate turns in the preset sticky."
      ])
  }

  @Test func `a decision holds when it is the same, and without one a verdict of the same sign`() {
    let cases: [(SocietyVerdict, Verdict, Decision.Outcome?, Standing?)] = [
      (Self.own, .worse, .doNotShip, .holds),
      (Self.own, .worse, nil, .holds),
      (Self.own, .better, .doNotShip, .holds),
      (Self.own, .better, .ship, .turns),
      (Self.own, .better, nil, .turns),
      (Self.own, .equivalent, .equivalent, .turns),
      (Self.large, .identical, .equivalent, .holds),
      (Self.large, .identical, nil, .holds),
      (Self.small, .worse, .doNotShip, .undecided),
      (Self.small, .worse, nil, .undecided),
      (Self.liked, .better, .ship, .undecided),
      (Self.satiationOff, .better, .undecided, .holds),
      (Self.own, .undecided, .undecided, nil),
      (Self.own, .undecided, .doNotShip, .holds),
      (Self.own, .undefined, nil, nil),
    ]
    for (society, verdict, decision, expected) in cases {
      expectEqual(
        society.standing(of: verdict, decision), expected,
        "\(society.society) of \(verdict) and \(String(describing: decision))")
    }
  }

  private static let command = "feedlab sensitivity town.yml --record"

  @Test(
    arguments: [
      (.notRecorded, "The verdict was not looked at in other societies: \(command)."),
      (
        .otherSimulation("sim-2"),
        "The look at other societies is out of date, since it was recorded with sim-2 and this is"
          + " \(FeedLab.simulation): \(command)."
      ),
      (
        .changed,
        "The look at other societies is out of date, since the scenario has changed: \(command)."
      ),
      (
        .options,
        "The verdict was not looked at in other societies, since options change what the record is about;"
          + " without them: \(command)."
      ),
      (
        .unreadable("sensitivity/town.json: Permission denied"),
        "The look at other societies cannot be read: sensitivity/town.json: Permission denied. Record it again:"
          + " \(command)."
      ),
    ] as [(OtherSocieties.Gap.Reason, String)])
  func `what is not known is said with the command that changes that`(
    reason: OtherSocieties.Gap.Reason, expected: String
  ) {
    let text = SocietiesText(.unknown(.init(reason, command: Self.command)))
    expectEqual(text.warning?.text, expected)
    #expect(text.lines.isEmpty)
  }

  /// In the sample the candidate's like rate is better.
  private func results(_ societies: OtherSocieties?) -> ExperimentResults {
    let sample = SampleResults.results(candidates: ["affinity"])
    var design = sample.design
    design.otherSocieties = societies
    return ExperimentResults(design: design, outcomes: sample.outcomes)
  }

  private func lines(_ results: ExperimentResults) -> [String] {
    ReportFormat.text.render(results.document, width: 400, hasStyle: false).split(separator: "\n")
      .map(String.init)
  }

  @Test func `the current verdict is compared with those that are recorded`() throws {
    let results = results(Self.record([Self.own, Self.satiationOff, Self.sticky]))
    // Nothing is tested, so that there is no decision.
    let line =
      "The verdict on affinity (like_rate) holds in 2 of 3 societies; turns in the scenario's own society."
    expectEqual(lines(results)[1], line)
    expectEqual(
      results.markdown.split(separator: "\n")[3],
      "The verdict on **affinity** (`like_rate`) holds in 2 of 3 societies; turns in the scenario's own society."
    )
    expectEqual(
      PageText(results).between("<p class=\"lead\">", "</p>").first,
      line.replacing("'", with: "&#39;"))
    let all = try JSONSerialization.jsonObject(with: Data(results.json.utf8)) as? [String: Any]
    let societies = try #require(all?["societies"] as? [String: Any])
    expectEqual(societies["status"] as? String, "known")
    let candidate = try #require((societies["candidates"] as? [[String: Any]])?.first)
    let rows = try #require(candidate["societies"] as? [[String: Any]])
    expectEqual(rows.map { $0["standing"] as? String }, ["turns", "holds", "holds"])
    expectEqual(
      rows.map { $0["society"] as? String },
      ["as in the scenario", "satiation off", "preset sticky"])
    let gate = results.gate(at: RuleLocations(file: "town.yml", lines: [:]))
    #expect(gate.junit.contains("name=\"societies\" value=\"\(line)\""))
  }

  @Test func `what is not known is a warning in every format`() throws {
    let results = results(.unknown(.init(.notRecorded, command: Self.command)))
    let line = "! The verdict was not looked at in other societies: \(Self.command)."
    expectEqual(lines(results)[1], line)
    expectEqual(
      results.markdown.split(separator: "\n")[3],
      "! The verdict was not looked at in other societies: `\(Self.command)`.")
    expectEqual(PageText(results).between("<p class=\"lead\">", "</p>").first, "<b>\(line)</b>")
    // No path of the machine is in it.
    #expect(results.json.contains("\"societies\": {\n    \"status\": \"not_recorded\"\n  }"))
  }

  @Test func `results of which nobody asked say nothing`() {
    let results = results(nil)
    #expect(!lines(results).contains { $0.contains("societ") })
    #expect(results.json.contains("\"societies\": null"))
  }

  /// The names come from a file, which anybody may have written.
  @Test func `hostile names stay text`() {
    let hostile = Self.society("<b>x</b>", 30, .worse, when: "when *x* is <script>off</script>")
    let results = results(Self.record([hostile]))
    #expect(results.markdown.contains(#"turns when \*x\* is \<script\>off\</script\>."#))
    #expect(!PageText(results).html.contains("<script>off"))
  }

  @Test func `a design keeps what is known`() throws {
    for societies in [
      Self.record([Self.own, Self.small]),
      .unknown(.init(.otherSimulation("sim-1"), command: Self.command)),
    ] {
      let design = results(societies).design
      let read = try JSONDecoder().decode(
        ExperimentDesign.self, from: JSONEncoder().encode(design))
      expectEqual(read, design)
    }
  }
}
