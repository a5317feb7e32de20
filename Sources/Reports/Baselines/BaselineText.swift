public import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

/// What there is to read about a baseline, on a terminal.
public struct BaselineText {
  private let baseline: Baseline
  private let file: String

  /// - Parameter file: Its path, as the user gave it.
  public init(_ baseline: Baseline, file: String) {
    self.baseline = baseline
    self.file = file
  }

  /// - Parameter width: Columns that it is laid out for.
  public func text(width: Int, hasStyle: Bool) -> String {
    var lines = [hasStyle ? TextStyle.bold.apply(to: file) : file]
    lines += facts.lines(hasStyle: hasStyle) + [""] + history(width: width) + [""]
    lines += means.lines(hasStyle: hasStyle)
    return lines.joined(separator: "\n") + "\n"
  }

  private var facts: TextTable {
    var table = TextTable([.init(.left), .init(.left)])
    let anchor = baseline.anchor.map { "\($0.name), since which losses must not add up" }
    for (name, value) in [
      ("scenario", baseline.scenario), ("seed", "\(baseline.seed)"), ("arm", baseline.arm.name),
      ("worlds", "\(baseline.arm.worlds.count)"), ("recorded by", "feedlab \(baseline.version)"),
      ("anchor", anchor ?? "none"),
    ] {
      table.add([name, value])
    }
    return table
  }

  private func history(width: Int) -> [String] {
    guard !baseline.history.isEmpty else { return ["No change was accepted since."] }
    return ["Accepted changes, from the oldest"]
      + baseline.history.enumerated().flatMap { index, change in
        "\(index + 1). \(change.reason) (feedlab \(change.version)): \(moves(change))"
          .wrapped(to: width)
      }
  }

  private func moves(_ change: Baseline.Change) -> String {
    let moves = change.means.sorted { $0.key < $1.key }.compactMap { id, move -> String? in
      guard let metric = MetricCatalogue.definition(id) else { return nil }
      let scale = ValueScale(metric, of: [move.from, move.to].compactMap(\.self))
      let ends = [move.from, move.to].map { $0.map(scale.value) ?? NumberText.missing }
      return "\(id) \(ends[0]) to \(ends[1])"
    }
    return moves.isEmpty ? "no mean of a rule's metric moved" : moves.joined(separator: ", ")
  }

  private var means: TextTable {
    var table = TextTable([.init(.left), .init(.right)])
    table.add(["metric", "mean"], style: { _ in .bold })
    for metric in MetricCatalogue.all where baseline.arm.worlds.values[metric.id] != nil {
      let mean = baseline.mean(of: metric.id)
      table.add([
        metric.label, mean.map { ValueScale(metric, of: [$0]).value($0) } ?? NumberText.missing,
      ])
    }
    return table
  }
}

/// Two baselines against each other, on a terminal.
public struct BaselineDifferenceText {
  private let old: Baseline
  private let new: Baseline

  public init(_ old: Baseline, _ new: Baseline) {
    self.old = old
    self.new = new
  }

  /// - Parameter width: Columns that it is laid out for.
  public func text(width: Int, hasStyle: Bool) -> String {
    let comparisons = old.comparisons(with: new)
    let width = max(width, TextReport.leastWidth)
    let level = 0.95
    let table = ComparisonTable(comparisons, candidate: "new", baseline: "old", level: level)
    let method =
      old.hasWorlds(of: new)
      ? "New − old, world by world; 95% intervals by Student's t."
      : "New − old, by Welch's test, since their worlds are not the same; 95% intervals."
    let definition =
      old.arm.definition == new.arm.definition
      ? "Both are of the same rankers with the same parameters."
      : "Their rankers or parameters differ."
    return
      (ComparisonTable.lines([table], width: width, hasStyle: hasStyle)[0]
      + [""] + method.wrapped(to: width) + definition.wrapped(to: width))
      .joined(separator: "\n") + "\n"
  }
}

/// Baselines in a table, on a terminal.
public struct BaselineListText {
  /// A scenario, and its baseline if it has one.
  public struct Row {
    let scenario: String
    let arm: String
    let file: String
    let baseline: Baseline?

    public init(scenario: String, arm: String, file: String, baseline: Baseline?) {
      self.scenario = scenario
      self.arm = arm
      self.file = file
      self.baseline = baseline
    }
  }

  private let rows: [Row]

  public init(_ rows: [Row]) { self.rows = rows }

  public func text(hasStyle: Bool) -> String {
    var table = TextTable([
      .init(.left), .init(.left), .init(.right), .init(.left), .init(.left), .init(.left),
    ])
    table.add(
      ["scenario", "arm", "worlds", "accepted changes", "anchor", "file"],
      style: { _ in .bold })
    for row in rows {
      let facts = row.baseline?.facts(file: row.file)
      table.add([
        row.scenario, row.arm, facts.map { "\($0.worlds)" } ?? NumberText.missing,
        facts.map { "\($0.acceptedChanges)" } ?? NumberText.missing, facts?.anchor ?? "",
        row.baseline == nil ? "\(row.file) (not recorded)" : row.file,
      ])
    }
    return table.lines(hasStyle: hasStyle).joined(separator: "\n") + "\n"
  }
}
