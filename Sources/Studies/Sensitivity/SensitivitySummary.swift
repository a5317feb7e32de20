internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import SyntheticSociety

/// The results of a sensitivity analysis as sentences, which claim no more than its verdicts.
struct SensitivitySummary {
  let results: SensitivityResults
  var design: SensitivityDesign { results.design }

  init(_ results: SensitivityResults) { self.results = results }

  /// The community and the analysis, in one line.
  var setting: String {
    "\(ExperimentNotes.community(design.experiment)), \(design.experiment.arms.count) arms in"
      + " \(design.experiment.worlds) parallel worlds of each of"
      + " \(NumberText.count(design.societies)) plausible communities"
  }

  /// The shares of communities in which the candidate beats the baseline, by metric, then those in which the
  /// baseline beats the candidate.
  func answers(_ candidate: String) -> [String] {
    let baseline = design.baseline
    let findings = results.findings(of: candidate).filter {
      $0.metric.direction != .describes && $0.verdicts.judged > 0
    }
    guard !findings.isEmpty else {
      return ["\(candidate) against \(baseline): no metric can be compared."]
    }
    return [
      Self.answer("\(candidate) beats \(baseline)", findings) { $0.verdicts.share(of: .better) },
      Self.answer("\(baseline) beats \(candidate)", findings) { $0.verdicts.share(of: .worse) },
    ]
  }

  /// A sentence with metrics grouped by share, the largest share first.
  private static func answer(
    _ claim: String, _ findings: [SensitivityFinding], share: (SensitivityFinding) -> Double?
  ) -> String {
    var groups: [(share: String, metrics: [String])] = []
    let shares = findings.compactMap { finding in
      share(finding).map { ($0, finding.metric.labelInSentence) }
    }
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
    guard !groups.isEmpty else { return "\(claim) on no metric in any plausible community." }
    let parts = groups.enumerated().map { index, group in
      "on \(group.metrics.joined(separator: ", ")) in \(group.share)"
        + (index == 0 ? " of plausible communities" : "")
    }
    return "\(claim) \(parts.joined(separator: "; "))."
  }

  /// The method, its errors and the seed.
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
      "Morris screening of \(NumberText.counted(screening.factors, "parameter"))"
        + " in \(screening.trajectories) trajectories over \(screening.levels) levels",
      error, "seed \(design.experiment.seed)",
      "verdicts of an A/B comparison in each community, alpha \(ExperimentNotes.alpha(design.experiment)), not"
        + " corrected: if arms do not differ, 2.5% of the communities look better and 2.5% worse",
    ].compactMap { $0 }.joined(separator: "; ") + "."
  }

  /// The legend of the marks.
  static let legend: [[Sentence]] = [
    [
      "Shares of communities: better (or higher), worse (or lower), too small to matter, not sure yet"
    ],
    [
      .raw(
        "μ*: mean absolute effect on Δ of crossing a parameter's plausible range, ± standard error")
    ],
    [
      "↗ Δ grows with the parameter", "↘ Δ falls", "↕ both",
      "– no parameter has a significant effect",
    ],
  ]

  /// The notes on single parameters.
  var notes: [String] {
    let overridden = design.parameters.indices.filter {
      design.scenarioValues[$0] != design.parameters[$0].parameter.defaultValue
    }
    let notes = overridden.map { index in
      let range = design.parameters[index]
      return
        "\(range.key) \(NumberText.plain(design.scenarioValues[index])) is overridden by values from"
        + " \(NumberText.plain(range.low)) to \(NumberText.plain(range.high))"
    }
    let idle = results.idleParameters.map { design.parameters[$0].key }
    return notes.map { "The scenario's \($0)." }
      + (idle.isEmpty ? [] : ["No effect: \(idle.joined(separator: ", "))."])
  }

  /// The key of a parameter without the prefix `behaviour.`.
  func name(of parameter: Int) -> String { Self.name(design.parameters[parameter].key) }

  static func name(_ key: String) -> String {
    key.hasPrefix("behaviour.") ? String(key.dropFirst(10)) : key
  }
}

extension ParameterInfluence.Trend {
  /// The sign of the trend.
  var mark: String {
    switch self {
    case .up: "↗"
    case .down: "↘"
    case .mixed: "↕"
    }
  }
}
