internal import FeedMetrics
public import ReportKit

extension Baseline {
  /// The facts, accepted changes and means of a baseline.
  ///
  /// - Parameter file: Its path, as the user gave it.
  public func document(file: String) -> Document {
    Document(blocks: blocks(file: file))
  }

  private func blocks(file: String) -> [Block] {
    let anchor = anchor.map { "\($0.name), from which drift is measured" }
    let facts: [(name: String, text: String)] = [
      ("scenario", scenario), ("seed", "\(seed)"), ("arm", arm.name),
      ("worlds", "\(arm.worlds.count)"), ("recorded by", "feedlab \(version)"),
      ("anchor", anchor ?? "none"),
    ]
    let metrics = MetricCatalogue.definitions(of: arm.worlds.values.keys)
    return [
      .group([
        .heading("\(file)"),
        .table(
          Table(
            [Column("") { .text($0.name) }, Column("") { .text($0.text) }], facts, headings: .none)
        ),
      ]),
      .sentences(
        history.isEmpty
          ? ["No change has been accepted since."]
          : ["Accepted changes, oldest first"]
            + history.enumerated().map { index, change in
              Sentence(
                "\(index + 1). \(change.reason) (feedlab \(change.version)): \(moves(change))")
            }, .paragraphs),
      .table(
        Table(
          [
            Column("metric") { .metric($0) },
            Column("mean", .right) { metric in
              .number(mean(of: metric.id)) { ValueScale(metric, of: [$0]).value($0) }
            },
          ], metrics)),
    ]
  }

  private func moves(_ change: Change) -> String {
    let moves = change.means.sorted { $0.key < $1.key }.compactMap { id, move -> String? in
      guard let metric = MetricCatalogue.definition(id) else { return nil }
      let scale = ValueScale(metric, of: [move.from, move.to].compactMap(\.self))
      let ends = [move.from, move.to].map { $0.map(scale.value) ?? NumberText.missing }
      return "\(id) \(ends[0]) to \(ends[1])"
    }
    return moves.isEmpty ? "no mean of a checked metric moved" : moves.joined(separator: ", ")
  }

  /// The comparison of a later baseline with this one.
  public func differences(to new: Baseline) -> Document {
    let method =
      hasWorlds(of: new)
      ? "New − old, world by world; 95% intervals by Student's t."
      : "New − old, by Welch's test, since the worlds differ; 95% intervals."
    let definition =
      arm.definition == new.arm.definition
      ? "Both have the same rankers with the same parameters."
      : "Their rankers or parameters differ."
    return Document(blocks: [
      .table(
        Table(
          comparisons(with: new),
          .comparisons(candidate: "new", baseline: "old"))),
      .sentences([Sentence(method), Sentence(definition)], .paragraphs),
    ])
  }
}

/// A scenario with its baseline, if it has one.
public struct ListedBaseline: Sendable {
  private let scenario: String
  private let arm: String
  private let file: String
  private let baseline: Baseline?

  public init(scenario: String, arm: String, file: String, baseline: Baseline?) {
    self.scenario = scenario
    self.arm = arm
    self.file = file
    self.baseline = baseline
  }

  private var facts: BaselineFacts? { baseline?.facts(file: file) }

  /// A row for each.
  public static func document(_ baselines: [ListedBaseline]) -> Document {
    Document(blocks: [
      .table(
        Table(
          [
            Column("scenario") { .text($0.scenario) }, Column("arm") { .text($0.arm) },
            Column("worlds", .right) { .figure($0.facts.map { "\($0.worlds)" }) },
            Column("accepted changes") { .figure($0.facts.map { "\($0.acceptedChanges)" }) },
            Column("anchor") { .text($0.facts?.anchor ?? "") },
            Column("file") { .text($0.baseline == nil ? "\($0.file) (not recorded)" : $0.file) },
          ], baselines))
    ])
  }
}
