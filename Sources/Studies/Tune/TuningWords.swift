internal import Experiments
internal import FeedMetrics
package import ReportKit
package import Scenarios
internal import Stochastics

/// What a tuning found, in words and in the cells of tables.
package struct TuningWords {
  package let results: TuningResults
  package var design: TuningDesign { results.design }
  package var tuning: Scenario.Tuning { design.tuning }

  package init(_ results: TuningResults) { self.results = results }

  /// The community and what is tuned, in one line.
  package var setting: String {
    let numbers = design.space.dimensions == 1 ? "1 number" : "\(design.space.dimensions) numbers"
    return "\(Remarks.community(design.experiment)), \(numbers) of \(tuning.arm) tuned by"
      + " \(tuning.chosenMethod.rawValue), \(goal)"
  }

  /// What tuning is for.
  private var goal: String {
    let objectives = tuning.objectives.map { objective in
      guard let metric = objective.metric else {
        let terms = objective.terms.map { "\(NumberText.plain($0.coefficient)) \($0.metric)" }
        return "most of \(terms.joined(separator: " + "))"
      }
      return "\(objective.isMaximum ? "most" : "least") \(metric)"
    }
    let limits = tuning.constraints.map(\.description)
    return "for \(objectives.joined(separator: " and "))"
      + (limits.isEmpty ? "" : " subject to \(limits.joined(separator: " and "))")
  }

  /// What comes of it: the first thing to read.
  package var answer: Sentence {
    let arm: Sentence = "\(raw: tuning.arm)"
    let kept: Sentence = "\(strong: "Keep the present values") of \(arm)"
    return switch results.conclusion {
    case .improved:
      "\(strong: "Better values") for \(arm): \(raw: gain) in \(tuning.validation) fresh worlds."
    case .kept(.best): kept + ": nothing that was found did better in fresh worlds."
    case .kept(.notConfirmed):
      kept + ": what looked better is not, beyond chance, in fresh worlds: \(raw: gain)."
    case .kept(.limitNotConfirmed):
      kept + ": what looked better does not keep \(raw: brokenLimits) for sure in fresh worlds."
    case .infeasible:
      "\(strong: "No values keep the limits for sure"): neither the present ones of \(arm) nor any"
        + " that were found; shown are those that come nearest."
    case .front:
      "\(strong: frontSize) for \(arm), re-measured in \(tuning.validation) fresh worlds"
        + (results.front?.knee == nil ? "." : "; the knee is marked.")
    }
  }

  private var frontSize: String {
    let count = results.front?.points.count ?? 0
    return count == 1 ? "1 compromise" : "\(count) compromises"
  }

  private var brokenLimits: String {
    results.limits.filter { $0.verdict != .kept }.map(\.constraint.description)
      .joined(separator: " and ")
  }

  /// The change of what is tuned for, such as `engagement_rate +0.0037 (+3.0%) [+0.0020, +0.0054]`.
  private var gain: String {
    guard let objective = tuning.objectives.first else { return "" }
    guard let metric = objective.metric,
      let comparison = results.comparisons.first(where: { $0.metric.id == metric })
    else {
      return "the sum \(gainText(results.validatedGain))"
    }
    let percent = comparison.percentValue
    return "\(metric) \(comparison.changeValue.text)"
      + (percent.isMissing ? "" : " (\(percent.text))") + " \(comparison.intervalValue.text)"
  }

  /// How far the search flattered what it found; `nil` without a winner other than the present values.
  package var honesty: String? {
    guard let training = results.trainingGain, let validated = results.validatedGain,
      let optimism = results.optimism
    else { return nil }
    return "Gain in the search's worlds \(number(training.mean)), in fresh worlds"
      + " \(gainText(validated)), optimism \(number(optimism))."
  }

  private func gainText(_ gain: PairedDifference?) -> String {
    guard let gain else { return NumberText.missing }
    let interval = gain.interval.map { " [\(number($0.lower)), \(number($0.upper))]" } ?? ""
    return number(gain.mean) + interval
  }

  /// A gain in the unit of the objective.
  private func number(_ value: Double) -> String {
    guard let metric = tuning.objectives.first?.metric,
      let definition = design.metrics.first(where: { $0.id == metric })
    else { return (value < 0 ? "" : "+") + NumberText.rounded(value, figures: 3) }
    let size = [results.trainingGain, results.validatedGain].compactMap { $0?.mean.magnitude }
    return ValueScale(
      definition, size: size.max() ?? 0, error: results.validatedGain?.standardError
    ).change(value)
  }

  /// What it cost, and how it can be had again.
  package var method: String {
    let level = LevelWords.phrase(1 - design.risk)
    return [
      "\(NumberText.count(results.trainingWorlds)) worlds searched of \(NumberText.count(tuning.budget))"
        + " and \(NumberText.count(results.freshWorlds)) fresh ones",
      "\(NumberText.count(results.trials.count)) sets of values tried",
      results.lostTrials == 0
        ? nil : "\(NumberText.count(results.lostTrials)) without a value in some world",
      "paired with the present values, intervals of \(level)", "seed \(design.experiment.seed)",
    ].compactMap { $0 }.joined(separator: "; ") + "."
  }
}
