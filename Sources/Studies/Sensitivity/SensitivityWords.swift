internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import SyntheticSociety

/// What a sensitivity analysis found, in sentences that claim no more than its verdicts.
struct SensitivityWords {
  let results: SensitivityResults
  var design: SensitivityDesign { results.design }

  init(_ results: SensitivityResults) { self.results = results }

  /// The community and the analysis, in one line.
  var setting: String {
    "\(Remarks.community(design.experiment)), \(design.experiment.arms.count) arms in"
      + " \(design.experiment.worlds) parallel worlds of each of"
      + " \(NumberText.count(design.societies)) plausible societies"
  }

  /// Who beats whom, on which metrics, in how many of the societies: a sentence for the candidate and
  /// one for the baseline.
  func answers(_ candidate: String) -> [String] {
    let baseline = design.baseline
    let findings = results.findings(of: candidate).filter {
      $0.metric.direction != .describes && $0.verdicts.judged > 0
    }
    guard !findings.isEmpty else {
      return ["\(candidate) against \(baseline): nothing to judge by."]
    }
    return [
      Self.answer("\(candidate) beats \(baseline)", findings) { $0.verdicts.share(of: .better) },
      Self.answer("\(baseline) beats \(candidate)", findings) { $0.verdicts.share(of: .worse) },
    ]
  }

  /// Metrics with the same share stand together, the largest share first.
  private static func answer(
    _ claim: String, _ findings: [SensitivityFinding], share: (SensitivityFinding) -> Double?
  ) -> String {
    var groups: [(share: String, metrics: [String])] = []
    let shares = findings.compactMap { finding in share(finding).map { ($0, finding.metric.id) } }
    let found = shares.enumerated().filter { $0.element.0 > 0 }.sorted {
      ($1.element.0, $0.offset) < ($0.element.0, $1.offset)
    }
    for (_, (share, metric)) in found {
      let text = NumberText.share(share)
      if groups.last?.share == text {
        groups[groups.count - 1].metrics.append(metric)
      } else {
        groups.append((text, [metric]))
      }
    }
    guard !groups.isEmpty else { return "\(claim) on no metric in any plausible society." }
    let parts = groups.enumerated().map { index, group in
      "on \(group.metrics.joined(separator: ", ")) in \(group.share)"
        + (index == 0 ? " of plausible societies" : "")
    }
    return "\(claim) \(parts.joined(separator: "; "))."
  }

  /// How it was done, and how surely.
  var method: String {
    let screening = design.screening
    let errors = results.findings.flatMap { finding in
      [
        results.shareError(of: finding, .better, .higher),
        results.shareError(of: finding, .worse, .lower),
      ].compactMap { $0 }
    }
    let error = errors.max().map {
      "the standard error of a share is at most \(NumberText.fixed($0 * 100, decimals: 0)) points"
    }
    return [
      "Morris screening of \(screening.factors) \(screening.factors == 1 ? "parameter" : "parameters")"
        + " in \(screening.trajectories) trajectories over \(screening.levels) levels",
      error, "seed \(design.experiment.seed)",
      "verdicts as of an A/B in each society, alpha \(Remarks.alpha(design.experiment)), not corrected: where arms"
        + " do not differ, 2.5% of the societies look better and 2.5% worse",
    ].compactMap { $0 }.joined(separator: "; ") + "."
  }

  /// What the marks mean.
  static let legend: [[Sentence]] = [
    [
      "Shares of societies: ▲ better (△ higher)", "▼ worse (▽ lower)",
      "= equivalent or identical", "~ undecided",
    ],
    [
      .raw(
        "μ*: mean size of what crossing a parameter's plausible range does to Δ, ± standard error")
    ],
    [
      "↗ Δ grows with the parameter", "↘ it falls", "↕ both",
      "– no parameter does more than chance",
    ],
  ]

  /// What must be known of single parameters.
  var notes: [String] {
    let set = design.parameters.indices.filter {
      design.ownValues[$0] != design.parameters[$0].parameter.defaultValue
    }
    let pinned = set.map { index in
      let range = design.parameters[index]
      return "\(range.key) \(NumberText.plain(design.ownValues[index])) moves all the same, from"
        + " \(NumberText.plain(range.low)) to \(NumberText.plain(range.high))"
    }
    let idle = results.idleParameters.map { design.parameters[$0].key }
    return pinned.map { "The scenario's \($0)." }
      + (idle.isEmpty ? [] : ["Nothing changed with \(idle.joined(separator: ", "))."])
  }

  /// A parameter without the section that most of them are in.
  func name(of parameter: Int) -> String { Self.name(design.parameters[parameter].key) }

  static func name(_ key: String) -> String {
    key.hasPrefix("behaviour.") ? String(key.dropFirst(10)) : key
  }
}

extension ParameterInfluence.Trend {
  /// The sign of it.
  var mark: String {
    switch self {
    case .up: "↗"
    case .down: "↘"
    case .mixed: "↕"
    }
  }
}
