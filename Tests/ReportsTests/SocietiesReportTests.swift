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
    with levels: [String] = []
  ) -> SocietyVerdict {
    let change = SocietyVerdict.Change(
      estimate: percent / 100, lower: percent / 100 - 0.01, upper: percent / 100 + 0.01)
    return SocietyVerdict(
      society: name, levels: levels, worlds: 5, difference: change, relative: change,
      verdict: verdict, decision: decision)
  }

  private static let own = society("as in the scenario", -12, .worse, .doNotShip)
  private static let same = society("1", -11, .worse, .doNotShip)
  private static let shipped = society("2", 14, .better, .ship)
  private static let large = society("3", 0.1, .equivalent, .equivalent)
  private static let liked = society("4", 9, .better, .undecided)
  private static let small = society("5", -3, .undecided, .undecided)

  private static func record(
    _ societies: [SocietyVerdict], own: SocietyVerdict = own
  ) -> OtherSocieties {
    .known(
      SocietyRecord(
        metric: "like_rate",
        candidates: [SocietyRecord.Candidate(name: "affinity", own: own, societies: societies)]))
  }

  private static let subject = "The decision on affinity (do not ship) "

  /// The scenario's own society is not counted.
  @Test(arguments: [
    ([same, same, same], "holds in all 3 other communities."),
    ([same, same, shipped], "holds in 2 of 3 other communities; turns in 1."),
    (
      [same, large, shipped, shipped, liked],
      "holds in 1 of 5 other communities; turns in 3; not sure yet in 1; like rate turns in 1."
    ),
    ([same, same, small], "holds in 2 of 3 other communities; not sure yet in 1."),
    (
      [same, small, shipped, small],
      "holds in 1 of 4 other communities; turns in 1; not sure yet in 2."
    ),
    ([small, small], "is not sure yet in any of 2 other communities."),
  ])
  func `the line says where the decision holds and where it turns`(
    societies: [SocietyVerdict], expected: String
  ) {
    let text = SocietiesText(Self.record(societies))
    expectEqual(text.lines.map(\.text), [Self.subject + expected])
    expectEqual(text.warning, nil)
  }

  /// What is not decided in the scenario's own society can neither hold nor turn.
  @Test(arguments: [
    ([same, same, same], own, "Same decision in other communities: affinity 3 of 3."),
    (
      [same, small, shipped, small], own,
      "Same decision in other communities: affinity 1 of 4 (turns in 1, 2 not sure yet)."
    ),
    (
      [same, same, small], own,
      "Same decision in other communities: affinity 2 of 3 (1 not sure yet)."
    ),
    // 0 of 2 would read as if the decision were another one there.
    ([small, small], own, "Same decision in other communities: affinity not sure yet in any."),
    (
      [same], society("as in the scenario", -3, .undecided, .undecided),
      "The verdict on affinity (like rate) is not sure yet: better in 0, worse in 1, neither in 0 of 1 other communities."
    ),
  ])
  func `beside the decisions one line has how many societies share them`(
    societies: [SocietyVerdict], own: SocietyVerdict, expected: String
  ) {
    let text = SocietiesText(Self.record(societies, own: own))
    expectEqual(text.linesBesideDecisions.map(\.text), [expected])
  }

  /// Sixteen societies of which the first eight have one level, and the first four another.
  private static func sixteen(turning: Range<Int>) -> [SocietyVerdict] {
    (0..<16).map { index in
      let levels = [index < 4 ? "everyone's posts" : "a mixed pool", index < 8 ? "low" : "high"]
      return turning.contains(index)
        ? society("\(index + 1)", 14, .better, .ship, with: levels)
        : society("\(index + 1)", -11, .worse, .doNotShip, with: levels)
    }
  }

  /// With four levels, the chance of all *t* in a level of *n* of 16 has to be below 0.0125: it is 4 ÷ 560 for three of
  /// four, 6 ÷ 120 for two, and 70 ÷ 1,820 for four of eight, 56 ÷ 4,368 for five, 28 ÷ 8,008 for six.
  @Test(arguments: [
    (0..<2, "14 of 16 other communities; turns in 2."),
    (0..<3, "13 of 16 other communities; turns in 3, all with everyone's posts."),
    (1..<5, "12 of 16 other communities; turns in 4."),
    (3..<8, "11 of 16 other communities; turns in 5."),
    (2..<8, "10 of 16 other communities; turns in 6, all with low."),
    (4..<10, "10 of 16 other communities; turns in 6."),
  ])
  func `what all have in which it turns is named where chance hardly explains it`(
    turning: Range<Int>, expected: String
  ) {
    expectEqual(
      SocietiesText(Self.record(Self.sixteen(turning: turning))).lines.map(\.text),
      [Self.subject + "holds in " + expected])
  }

  @Test(arguments: [
    ([], "better in 0, worse in 0, neither in 0 of 0 other communities."),
    (
      [small, same, shipped, shipped],
      "better in 2, worse in 1, neither in 1 of 4 other communities."
    ),
  ])
  func `nothing can hold where the reference decides nothing`(
    societies: [SocietyVerdict], expected: String
  ) {
    let own = Self.society("as in the scenario", -3, .undecided, .undecided)
    expectEqual(
      SocietiesText(Self.record(societies, own: own)).lines.map(\.text),
      [
        "The verdict on affinity (like rate) is not sure yet: \(expected)"
      ])
  }

  @Test func `where the metric is undecided the line is about the decision`() {
    // A guardrail decides in the scenario's own society and in the second.
    let own = Self.society("as in the scenario", -1, .undecided, .doNotShip)
    let text = SocietiesText(
      Self.record([Self.shipped, Self.small, Self.same, Self.same], own: own))
    expectEqual(
      text.lines.map(\.text),
      [
        "The decision on affinity (do not ship) holds in 2 of 4 other communities; turns in 1; not sure yet in 1."
      ])
  }

  @Test func `without a decision the line is about the verdict`() {
    let own = Self.society("as in the scenario", -12, .worse)
    let same = Self.society("1", -12, .worse)
    let better = Self.society("2", 8, .better)
    expectEqual(
      SocietiesText(Self.record([same, same, better], own: own)).lines.map(\.text),
      [
        "The verdict on affinity (like rate) holds in 2 of 3 other communities; turns in 1."
      ])
  }

  /// A guardrail decides everywhere, while the metric is better in one society.
  @Test func `a verdict that turns under the same decision is named`() {
    let better = Self.society("6", 8, .better, .doNotShip)
    expectEqual(
      SocietiesText(Self.record([Self.same, better, Self.shipped])).lines.map(\.text),
      [
        "The decision on affinity (do not ship) holds in 2 of 3 other communities; turns in 1; like rate turns in 1."
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
      (Self.shipped, .better, .undecided, .holds),
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
      (.notRecorded, "The verdict was not tested in other communities: \(command)."),
      (
        .otherSimulation("sim-2"),
        "The test in other communities is out of date, since it was recorded with sim-2 and this is"
          + " \(FeedLab.simulation): \(command)."
      ),
      (
        .changed,
        "The test in other communities is out of date, since the scenario has changed: \(command)."
      ),
      (
        .options,
        "Not tested in other communities with these options; without them: \(command)."
      ),
      (
        .unreadable("sensitivity/town.json: Permission denied"),
        "The test in other communities cannot be read: sensitivity/town.json: Permission denied. Record it again:"
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
    let results = results(Self.record([Self.same, Self.shipped, Self.shipped]))
    // Nothing is tested, so that there is no decision.
    let line =
      "The verdict on affinity (like rate) holds in 2 of 3 other communities; turns in 1."
    expectEqual(lines(results)[1], line)
    expectEqual(
      results.markdown.split(separator: "\n")[3],
      "The verdict on **affinity** (like rate) holds in 2 of 3 other communities; turns in 1."
    )
    expectEqual(
      PageText(results).between("<p class=\"lead\">", "</p>").first,
      line)
    let all = try JSONSerialization.jsonObject(with: Data(results.json.utf8)) as? [String: Any]
    let societies = try #require(all?["societies"] as? [String: Any])
    expectEqual(societies["status"] as? String, "known")
    let candidate = try #require((societies["candidates"] as? [[String: Any]])?.first)
    let rows = try #require(candidate["societies"] as? [[String: Any]])
    expectEqual(rows.map { $0["standing"] as? String }, ["turns", "holds", "holds"])
    expectEqual(
      rows.map { $0["society"] as? String }, ["1", "2", "2"])
    expectEqual((candidate["own"] as? [String: Any])?["society"] as? String, "as in the scenario")
    let gate = results.gate(at: RuleLocations(file: "town.yml", lines: [:]))
    #expect(gate.junit.contains("name=\"societies\" value=\"\(line)\""))
  }

  @Test func `what is not known is a warning in every format`() throws {
    let results = results(.unknown(.init(.notRecorded, command: Self.command)))
    let line = "! The verdict was not tested in other communities: \(Self.command)."
    expectEqual(lines(results)[1], line)
    expectEqual(
      results.markdown.split(separator: "\n")[3],
      "! The verdict was not tested in other communities: `\(Self.command)`.")
    expectEqual(PageText(results).between("<p class=\"lead\">", "</p>").first, "<b>\(line)</b>")
    // No path of the machine is in it.
    #expect(results.json.contains("\"societies\": {\n    \"status\": \"not_recorded\"\n  }"))
  }

  @Test func `what may be posted has no folder of the machine`() {
    let command = "feedlab sensitivity '/home/anna b/town.yml' --record"
    let results = results(.unknown(.init(.notRecorded, command: command)))
    let terminal = ReportFormat.text.render(
      results.document(isBrief: true), width: 400, hasStyle: false)
    #expect(terminal.contains("other communities: \(command)."))
    for text in [results.markdown, results.mail, HTMLReport(results).text] {
      #expect(text.contains("town.yml") && !text.contains("anna"))
    }
  }

  @Test func `results of which nobody asked say nothing`() {
    let results = results(nil)
    #expect(!lines(results).contains { $0.contains("other communities") })
    #expect(results.json.contains("\"societies\": null"))
  }

  /// The names come from a file, which anybody may have written.
  @Test func `hostile names stay text`() {
    let hostile = Self.society("<b>x</b>", 30, .worse, with: ["*x* <script>off</script>"])
    let societies = Array(repeating: hostile, count: 4) + Array(repeating: Self.shipped, count: 12)
    let results = results(Self.record(societies))
    #expect(results.markdown.contains(#"all with \*x\* \<script\>off\</script\>."#))
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
