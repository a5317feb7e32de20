internal import Experiments
internal import FeedMetrics
internal import Stochastics

/// What a number of worlds can show, in words and in the cells of a table.
struct PowerWords {
  private let analysis: PowerAnalysis

  init(_ analysis: PowerAnalysis) { self.analysis = analysis }

  /// The community and the first stage, in one line.
  var setting: String {
    "\(Remarks.community(analysis.design)), \(analysis.design.arms.count) arms in"
      + " \(analysis.design.worlds) parallel worlds as a first stage"
  }

  /// What the goal needs of a candidate.
  ///
  /// - Parameter style: Puts a name as the report's format wants it.
  func answer(_ candidate: CandidatePower, _ style: (String) -> String = { $0 }) -> String {
    let name =
      "\(style(candidate.candidate)) against \(style(analysis.design.arms[0])) in"
      + " \(style(analysis.metric.id))"
    guard candidate.worlds >= 2, let paired = candidate.paired else {
      return "\(name): no value in two pairs of worlds, nothing to plan by."
    }
    guard analysis.goal != nil else { return "\(name): \(gain(candidate))." }
    guard let size = candidate.size else {
      return "\(name): the baseline's mean is 0, so that a percentage of it has no size."
    }
    return "\(name): \(worlds(paired)) for \(goal(size)); \(gain(candidate))."
  }

  private func worlds(_ plan: CandidatePower.Plan?) -> String {
    guard let worlds = plan?.worlds else { return "more than a billion worlds" }
    return "\(NumberText.count(worlds)) worlds"
  }

  private func goal(_ size: Double) -> String {
    let scale = ValueScale(analysis.metric, size: size, error: nil)
    return switch analysis.goal {
    case .halfWidth: "an interval of ±\(scale.value(size))"
    case .effect, nil: "an effect of \(scale.value(size)) with power \(power)"
    }
  }

  private var power: String { "\(NumberText.plain(((analysis.power * 1e6).rounded()) / 1e4))%" }

  private func gain(_ candidate: CandidatePower) -> String {
    if candidate.paired?.power.deviation == 0 {
      return "the first stage has no spread, so that two worlds show whatever there is"
    }
    return candidate.varianceReduction.map {
      "pairing divides the variance of a difference by \(NumberText.fixed($0, decimals: 1))"
    } ?? "no spread to judge pairing by"
  }

  static let header = ["", "paired", "unpaired"]

  /// What is needed and what is shown, with common worlds and without.
  func rows(_ candidate: CandidatePower) -> [[String]] {
    guard let paired = candidate.paired, let unpaired = candidate.unpaired else { return [] }
    let plans = [paired, unpaired]
    let largest = plans.flatMap(\.readings).map(\.effect).max() ?? 0
    let scale = ValueScale(analysis.metric, size: largest, error: nil)
    var rows = [
      ["standard deviation of a difference"] + plans.map { scale.value($0.power.deviation) }
    ]
    if let size = candidate.size {
      rows.append(
        ["worlds for \(goal(size))"] + plans.map { $0.worlds.map(NumberText.count) ?? ">1e9" })
    }
    for (place, worlds) in CandidatePower.tabulated.enumerated() {
      rows.append(
        ["effect found with power \(power) in \(worlds) worlds"]
          + plans.map { scale.value($0.readings[place].effect) })
    }
    for (place, worlds) in CandidatePower.tabulated.enumerated() {
      rows.append(
        ["half-width of the interval in \(worlds) worlds"]
          + plans.map { "±\(scale.value($0.readings[place].halfWidth))" })
    }
    return rows
  }

  /// How it was done.
  var method: String {
    "Effects are found at alpha \(NumberText.plain(analysis.risk)), two-sided, in a number of worlds that"
      + " is fixed before; the spread is that of \(analysis.design.worlds) worlds, and other worlds"
      + " would have another; seed \(analysis.design.seed)."
  }
}
