internal import Experiments
internal import FeedMetrics
package import ReportKit
package import Scenarios
internal import Stochastics

/// The results of a tuning as sentences and tables.
package struct TuningSummary {
  package let results: TuningResults
  package var design: TuningDesign { results.design }
  package var tuning: Scenario.Tuning { design.tuning }

  package init(_ results: TuningResults) { self.results = results }

  /// The community and the tuned parameters, in one line.
  package var setting: String { TuningBrief(design).setting }

  /// The conclusion, the first sentence of a report.
  package var answer: Sentence {
    let arm: Sentence = "\(raw: tuning.arm)"
    let kept: Sentence = "\(strong: "Keep the incumbent values") of \(arm)"
    return switch results.conclusion {
    case .improved:
      "\(strong: "Better values") for \(arm): \(raw: gain) in \(tuning.validation) fresh worlds."
    case .kept(.best): kept + ": no trial did better in fresh worlds."
    case .kept(.tooSmall):
      kept + ": the best trial gains too little to matter in fresh worlds: \(raw: gain + margin)."
    case .kept(.notConfirmed):
      kept + ": \(raw: doubt): \(raw: gain)."
    case .kept(.limitNotConfirmed):
      kept + ": the best trial may break \(raw: brokenLimits) in fresh worlds."
    case .infeasible:
      "\(strong: "No values surely keep the limits"): neither the incumbent of \(arm) nor any"
        + " trial; the tables show the trial that comes nearest."
    case .paretoFront:
      "\(strong: frontSize) for \(arm), measured again in \(tuning.validation) fresh worlds"
        + (results.paretoFront?.kneePoint == nil ? "." : "; the knee point is marked.")
    }
  }

  private var frontSize: String {
    let count = results.paretoFront?.points.count ?? 0
    return "A Pareto front of \(NumberText.counted(count, "trial"))"
  }

  private var brokenLimits: String {
    results.limits.filter { $0.verdict != .kept }.map { design.text(of: $0.constraint) }
      .joined(separator: " and ")
  }

  /// The metric of the first objective with the shown values; `nil` for a sum.
  private var comparison: Comparison? {
    results.comparisons.first { $0.metric.id == tuning.objectives[0].metric }
  }

  /// The change of the first objective, such as `Engagement rate +3.0% [+2.0, +4.1]`.
  private var gain: String {
    guard let comparison else { return "the sum \(gainText(results.validatedGain))" }
    return "\(comparison.metric.label) \(ChangeText(comparison).sized)"
      + (comparison.inconclusiveReason.map { " (\($0))" } ?? "")
  }

  /// The smallest change that matters, as the rest of a sentence; empty without one.
  private var margin: String {
    guard let comparison, comparison.margin > 0 else { return "" }
    return ", and the smallest change that matters is \(ChangeText(comparison).margin)"
  }

  /// Why the best trial is not taken for its gain.
  private var doubt: String {
    guard let gain = results.validatedGain else {
      return "the best trial has no value in a fresh world"
    }
    return (gain.interval?.upper ?? 0) < 0
      ? "the best trial is worse in fresh worlds"
      : "it is not sure yet that the best trial is better in fresh worlds"
  }

  /// How the shown values compare with the scenario's baseline arm; `nil` without one, or for a sum.
  private var baselineAnswer: Sentence? {
    guard let baseline = results.baseline, let metric = tuning.objectives[0].metric,
      let comparison = baseline.comparisons.first(where: { $0.metric.id == metric })
    else { return nil }
    let change = ChangeText(comparison).sized
    return
      "Against the baseline \(strong: baseline.name), the \(shownName) values have"
      + " \(comparison.metric.label) \(raw: change): \(raw: RowFinding(comparison.verdict).word)."
  }

  /// What the shown values are called.
  package var shownName: String { results.shown == 0 ? "incumbent" : "tuned" }

  /// How the shown values compare with the baseline, what each limit costs, the bounds that fresh worlds would
  /// confirm, and the ranges that are too narrow.
  package var notes: [Sentence] {
    [baselineAnswer].compactMap(\.self) + results.prices.compactMap(note)
      + results.limits.compactMap(note) + results.rangeEnds.map(note)
  }

  /// Which number is at an end of its range.
  private func note(_ end: TuningResults.RangeEnd) -> Sentence {
    let parameter = design.space.parameters[end.parameter]
    let value = results.trials[results.shown].values[end.parameter]
    let place = (value == end.bound ? "the " : "almost the ") + (end.isUpper ? "upper" : "lower")
    return "\(code: "\(WeightSummary.name(parameter)) = \(parameter.text(value))") is"
      + " \(raw: place) end of its range: widen it."
  }

  /// How many of the trials that gained broke a limit, and what relaxing it would buy.
  private func note(_ price: TuningResults.LimitPrice) -> Sentence? {
    guard price.breaking > 0 else { return nil }
    let trials: Sentence =
      price.breaking < price.gaining
      ? "\(price.breaking) of \(price.gaining) trials that gained" : "Every trial that gained"
    let counted: Sentence = price.gaining == 1 ? "The only trial that gained" : trials
    let broke =
      counted + " more than the \(shownName) values in the search broke"
      + " \(design.text(of: price.constraint))"
    guard let relaxation = price.relaxation, relaxation.isShown else { return broke + "." }
    let objective = tuning.objectives[0]
    return broke + "; relaxing it to \(code: "\(relaxation.constraint.bound)") would buy about"
      + " \(raw: design.changeText(relaxation.gain, of: objective))"
      + (objective.metric.map { " \(design.label(of: $0))" } ?? "") + "."
  }

  /// With which bound a limit that is not kept would be.
  private func note(_ limit: TuningResults.Limit) -> Sentence? {
    guard limit.verdict != .kept, let attained = limit.attained else { return nil }
    return
      "For the \(shownName) values the fresh worlds would confirm \(design.text(of: attained)), not"
      + " \(code: "\(limit.constraint.bound)")."
  }

  /// The gain in both sets of worlds and the optimism of the search; `nil` unless a trial other than the
  /// incumbent won.
  package var optimismNote: String? {
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

  /// The number of simulated trials, the incumbent among them, and of those that keep the limits.
  package var trials: String {
    let count = NumberText.counted(results.estimates.count, "trial")
    guard !tuning.constraints.isEmpty else { return count }
    let feasible = NumberText.count(results.estimates.count(where: \.isFeasible))
    return "\(count), \(feasible) of them feasible by estimate"
  }

  /// The runs and trials, the level of the intervals and the seed.
  package var method: String {
    let level = LevelText.phrase(1 - design.alpha)
    return [
      "\(NumberText.count(results.trainingWorlds)) worlds searched of \(NumberText.count(tuning.budget))"
        + " and \(NumberText.count(results.freshWorlds)) fresh ones",
      trials,
      results.lostTrials == 0
        ? nil
        : "\(NumberText.counted(results.lostTrials, "trial")) had no value in a world and lost",
      results.unpairedWorlds == 0
        ? nil
        : "\(NumberText.counted(results.unpairedWorlds, "world")) not used, since the incumbent has no"
          + " value there",
      "paired with the incumbent, intervals of \(level)", "seed \(design.experiment.seed)",
    ].compactMap { $0 }.joined(separator: "; ") + "."
  }
}

/// A comment at the head of a scenario that states where its tuned values come from.
public struct TuningNote {
  private let results: TuningResults

  private static let mark = "# Tuned by feedlab "

  public init(_ results: TuningResults) { self.results = results }

  /// The lines of the comment.
  private var lines: [String] {
    let summary = TuningSummary(results)
    let tuning = results.design.tuning
    return [
      "\(Self.mark)\(FeedLab.version): \(tuning.arm), \(tuning.chosenMethod.rawValue), budget"
        + " \(tuning.budget) worlds, seed \(results.design.experiment.seed).",
      "# \(summary.answer.text)",
    ]
  }

  /// A scenario's text with the comment before it, which replaces that of an earlier tuning. JSON has no
  /// comments and is returned unchanged. A byte order mark stays first, and lines end as the first one does.
  ///
  /// - Parameter file: The name of its file.
  public func added(to text: String, of file: String) -> String {
    guard !file.hasSuffix(".json") else { return text }
    let hasByteOrderMark = text.unicodeScalars.first == "\u{FEFF}"
    var rest = text.utf8.dropFirst(hasByteOrderMark ? 3 : 0)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let end = rest[0].utf8.last == UInt8(ascii: "\r") ? "\r" : ""
    if rest.first?.hasPrefix(Self.mark) == true {
      rest.removeFirst()
      if rest.first?.hasPrefix("#") == true { rest.removeFirst() }
    }
    return (hasByteOrderMark ? "\u{FEFF}" : "")
      + (lines.map { $0 + end } + rest).joined(separator: "\n")
  }
}
