internal import Experiments
internal import FeedMetrics

/// What a selection found, in words and in the cells of a table.
struct SelectionWords {
  private let results: SelectionResults
  private var design: SelectionDesign { results.design }

  init(_ results: SelectionResults) { self.results = results }

  /// The community and the arms, in one line.
  var setting: String {
    "\(Remarks.community(design.experiment)), \(design.experiment.arms.count) arms in up to"
      + " \(NumberText.count(design.mostWorlds)) parallel worlds"
  }

  /// Which arm it is.
  ///
  /// - Parameter style: Puts a name as the report's format wants it.
  func answer(_ style: (String) -> String = { $0 }) -> String {
    let metric = style(design.metric.id)
    let worlds = NumberText.count(results.worlds)
    let best = results.best.map(style)
    switch best.count {
    case 0:
      let contenders = results.contenders.map(style).joined(separator: ", ")
      return "Undecided after \(worlds) worlds: \(contenders) may be the best in \(metric)."
        + need
    case 1:
      return "\(best[0]) is the best of \(design.experiment.arms.count) arms in \(metric),"
        + " after \(worlds) worlds."
    default:
      return "\(best.joined(separator: ", ")) are the best of \(design.experiment.arms.count) arms"
        + " in \(metric) and agree, after \(worlds) worlds."
    }
  }

  private var need: String {
    results.mostWorlds.map { " \(NumberText.count($0)) worlds decide it." }
      ?? " More than a billion worlds may be needed."
  }

  static let header = ["arm", "worlds", "mean", "behind", "outcome"]

  /// A row for each arm, the best first, then by how far they are behind.
  var rows: [[String]] {
    // One digit more than the lead that matters has.
    let largest = results.standings.map(\.mean.magnitude).max() ?? 0
    let scale = ValueScale(design.metric, size: largest, error: design.indifference / 10)
    let ordered = results.standings.enumerated().sorted {
      ($0.element.fate.rank, $0.element.shortfall, $0.offset)
        < ($1.element.fate.rank, $1.element.shortfall, $1.offset)
    }
    return ordered.map { _, standing in
      [
        standing.arm, NumberText.count(standing.worlds), scale.value(standing.mean),
        standing.shortfall == 0 ? NumberText.missing : scale.value(standing.shortfall),
        outcome(standing.fate),
      ]
    }
  }

  private func outcome(_ fate: SelectionResults.Fate) -> String {
    switch fate {
    case .best: "▲ best"
    case .contender: "~ may be the best"
    case .behind(let leader, let worlds):
      "▼ behind \(leader) after \(NumberText.count(worlds)) worlds"
    case .harmful(let metric, let worlds):
      "▼ harms \(metric) after \(NumberText.count(worlds)) worlds"
    }
  }

  /// What the guardrails say that the rows do not: who is not known to keep them.
  var notes: [String] {
    results.guardrails.filter { $0.gating?.gate == .undecided && isAlive($0.candidate) }.map {
      "Whether \($0.candidate) harms \($0.metric.id) is undecided."
    }
  }

  private func isAlive(_ arm: String) -> Bool {
    results.best.contains(arm) || results.contenders.contains(arm)
  }

  /// What is sure, and how surely.
  var method: String {
    let delta = NumberText.plain(design.indifference)
    let sure = NumberText.plain(((1 - design.risk) * 1e6).rounded() / 1e4)
    return [
      "Kim and Nelson's procedure: an arm that leads by \(delta) or more is chosen with probability"
        + " \(sure)% or more",
      "\(NumberText.count(design.firstStage)) worlds before the first is dropped",
      "\(NumberText.count(results.outcomes.count)) runs", "seed \(design.experiment.seed)",
    ].joined(separator: "; ") + "."
  }
}

extension SelectionResults.Fate {
  fileprivate var rank: Int {
    switch self {
    case .best: 0
    case .contender: 1
    case .behind: 2
    case .harmful: 3
    }
  }
}
