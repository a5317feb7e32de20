internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// The results of an analysis of weights as sentences, which claim no more than it shows.
struct WeightSummary {
  let results: WeightResults
  var design: WeightDesign { results.design }

  init(_ results: WeightResults) { self.results = results }

  /// The community and the analysis, in one line.
  var setting: String {
    return "\(ExperimentNotes.community(design.experiment)), "
      + "\(NumberText.counted(design.parameters.count, "tuned number")) of arm \(design.arm) at"
      + " \(NumberText.count(design.points)) points, \(worlds) at each"
  }

  private var worlds: String {
    ExperimentNotes.worlds(design.experiment)
  }

  /// The numbers with the largest influence on a metric, and those without measurable effect.
  func answers(_ finding: WeightFinding) -> [String] {
    let metric = finding.metric.label
    let inSentence = finding.metric.labelInSentence
    if finding.evidence == .variance(nil) { return ["\(metric) does not vary."] }
    let measurable = finding.measurable
    let idle = design.parameters.indices.filter { !measurable.contains($0) }.map {
      Self.name(design.parameters[$0])
    }
    guard !measurable.isEmpty else {
      return ["No measurable effect on \(inSentence): \(idle.joined(separator: ", "))."]
    }
    let most = measurable.prefix(Self.most).map { part($0, of: finding) }
    return ["\(metric) \(verb) \(most.joined(separator: ", then "))."]
      + (idle.isEmpty
        ? [] : ["No measurable effect on \(inSentence): \(idle.joined(separator: ", "))."])
  }

  private static let most = 3

  private var verb: String {
    switch design.method {
    case .morris: "depends most on"
    case .sobol: "varies most with"
    }
  }

  /// A parameter with its influence.
  private func part(_ parameter: Int, of finding: WeightFinding) -> String {
    let name = Self.name(design.parameters[parameter])
    switch finding.evidence {
    case .screening(let influences):
      guard let effects = influences[parameter].effects else { return name }
      let scale = ValueScale(
        finding.metric, size: effects.meanMagnitude, error: effects.meanMagnitudeError)
      let mark = influences[parameter].trend.map { " \($0.mark)" } ?? ""
      return "\(name)\(mark) (μ* \(scale.value(effects.meanMagnitude)))"
    case .variance(let indices):
      let share = indices.map { Self.share($0.total[parameter].estimate) } ?? NumberText.missing
      return "\(name) (\(share) of its variance)"
    }
  }

  /// The notes on ratios, idle numbers and undefined metrics.
  var notes: [String] {
    let flat = results.flatRays.map { ray in
      let names = design.rays[ray].map { Self.name(design.parameters[$0]) }
      return "Halving \(names.joined(separator: ", ")) together has no effect: only their ratios"
        + " matter, so that tuning need not search their common factor ('normalize: l1' or 'fix')."
    }
    let idle = results.idleParameters.map { Self.name(design.parameters[$0]) }
    let missing = results.findings.compactMap { finding in
      let count = finding.means[..<design.methodPoints].count { $0 == nil }
      return count == 0
        ? nil
        : "\(finding.metric.label) is undefined at \(NumberText.count(count)) of"
          + " \(NumberText.count(design.methodPoints)) points."
    }
    return flat + (idle.isEmpty ? [] : ["No effect: \(idle.joined(separator: ", "))."])
      + missing
  }

  /// The legend of the columns.
  var legend: [[String]] {
    switch design.method {
    case .morris:
      [
        [
          "μ*: mean absolute effect on the metric of crossing a number's range, ± standard error; σ: SD of the effects"
        ],
        ["dummy: the μ* of a weight without effect, by chance, in as many worlds"],
        [
          "↗ the metric grows with the number", "↘ the metric falls", "↕ both",
          "no mark: not significant",
        ],
      ]
    case .sobol:
      [
        [
          "Shares of the metric's variance while all numbers vary over their ranges, with bootstrap intervals"
        ],
        [
          "alone: the share that vanishes if the number is fixed (first-order index)",
          "in all: the share with all interactions of the number (total index)",
        ],
      ]
    }
  }

  /// The method, its test and the seed.
  var method: String {
    let seed = "seed \(design.experiment.seed), worlds of the search space of tuning"
    switch design.method {
    case .morris(let screening):
      return "Morris screening in \(screening.trajectories) trajectories over \(screening.levels)"
        + " levels, with separate worlds (\(worlds)) for each trajectory; no measurable effect: an F test at"
        + " 0.05 for all numbers together is not significant; \(seed)."
    case .sobol(let sampling):
      return
        "Sobol's indices from \(NumberText.count(sampling.rows)) samples by Jansen's estimators,"
        + " \(worlds) for all points; no measurable effect: the interval in all ends below"
        + " \(Self.share(WeightFinding.leastShare)); \(seed)."
    }
  }

  /// The path of a number below its arm, such as `home.weights.like`.
  static func name(_ parameter: TunableParameter) -> String {
    "\(parameter.surface).\(parameter.path)"
  }

  /// The range, such as `0 to 10`, or the choices.
  static func range(_ design: WeightDesign, _ parameter: Int) -> String {
    let parameter = design.parameters[parameter]
    switch parameter.range {
    case .interval(let low, let high, let scale, _):
      return "\(parameter.text(low)) to \(parameter.text(high))" + (scale == .log ? ", log" : "")
    case .choices(let values): return values.map(parameter.text).joined(separator: ", ")
    }
  }

  /// A share of a variance, which an estimate may put below 0 or above 1.
  static func share(_ share: Double) -> String {
    NumberText.fixed(share * 100, decimals: 0) + "%"
  }
}
