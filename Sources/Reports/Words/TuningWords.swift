internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// What a tuning found, in words and in the cells of tables.
struct TuningWords {
  private let results: TuningResults
  private var design: TuningDesign { results.design }
  private var tuning: Scenario.Tuning { design.tuning }

  init(_ results: TuningResults) { self.results = results }

  /// The community and what is tuned, in one line.
  var setting: String {
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
  ///
  /// - Parameter style: Puts a name as the report's format wants it.
  func answer(_ style: (String) -> String = { $0 }) -> String {
    switch results.conclusion {
    case .improved:
      "\(style("Better values")) for \(tuning.arm): \(gain) in"
        + " \(tuning.validation) fresh worlds."
    case .kept(.best):
      "\(style("Keep the present values")) of \(tuning.arm): nothing that was found did better in fresh"
        + " worlds."
    case .kept(.notConfirmed):
      "\(style("Keep the present values")) of \(tuning.arm): what looked better is not, beyond chance, in"
        + " fresh worlds: \(gain)."
    case .kept(.limitNotConfirmed):
      "\(style("Keep the present values")) of \(tuning.arm): what looked better does not keep"
        + " \(brokenLimits) for sure in fresh worlds."
    case .infeasible:
      "\(style("No values keep the limits for sure")): neither the present ones of \(tuning.arm) nor any"
        + " that were found; shown are those that come nearest."
    case .front:
      "\(style(frontSize)) for \(tuning.arm), re-measured in \(tuning.validation) fresh worlds"
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
    let cells = ComparisonCells(comparison)
    let percent = cells.percent == NumberText.missing ? "" : " (\(cells.percent))"
    return "\(metric) \(cells.change)\(percent) \(cells.interval)"
  }

  /// How far the search flattered what it found; `nil` without a winner other than the present values.
  var honesty: String? {
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

  // MARK: Tables

  static let valueHeader = ["number", "present", "tuned", "range"]

  /// A row for each number.
  var valueRows: [[String]] {
    let shown = results.trials[results.shown].values
    return design.space.parameters.enumerated().map { index, parameter in
      [
        parameter.key, parameter.text(parameter.value), parameter.text(shown[index]),
        range(parameter) + (design.space.free.contains(index) ? "" : ", fixed"),
      ]
    }
  }

  private func range(_ parameter: TunableParameter) -> String {
    switch parameter.range {
    case .choices(let values): values.map(parameter.text).joined(separator: ", ")
    case .interval(let low, let high, let scale, let isWhole):
      "\(parameter.text(low)) to \(parameter.text(high))" + (isWhole ? ", whole" : "")
        + (scale == .log ? ", log" : "")
    }
  }

  static let metricHeader = ["metric", "present", "tuned", "change", "interval", "verdict"]

  /// A row for each metric, in fresh worlds.
  var metricRows: [[String]] {
    results.comparisons.map { comparison in
      let cells = ComparisonCells(comparison)
      return [
        comparison.metric.label, cells.baseline, cells.candidate, cells.change, cells.interval,
        comparison.verdict.words,
      ]
    }
  }

  static let limitHeader = ["limit", "room", "interval", "verdict"]

  /// A row for each limit, in fresh worlds.
  var limitRows: [[String]] {
    results.limits.map { limit in
      let metric = design.metrics.first { $0.id == limit.constraint.metric }!
      let scale = ValueScale(
        metric, size: limit.slack?.mean.magnitude ?? 0, error: limit.slack?.standardError)
      return [
        limit.constraint.description,
        limit.slack.map { scale.change($0.mean) } ?? NumberText.missing,
        limit.slack?.interval.map { "[\(scale.limit($0.lower)), \(scale.limit($0.upper))]" }
          ?? NumberText.missing,
        limit.verdict.words,
      ]
    }
  }

  static let finalistHeader = ["trial", "fresh worlds", "mean", "outcome"]

  /// A row for each finalist, the present values first.
  var finalistRows: [[String]] {
    let scale = design.metrics.first { $0.id == tuning.objectives[0].metric }.map {
      ValueScale($0, of: results.finalists.compactMap(\.mean))
    }
    return results.finalists.map { finalist in
      let mean = finalist.mean.map { mean in
        let value = tuning.objectives[0].isMaximum ? mean : 0 - mean
        return scale?.value(value) ?? NumberText.rounded(mean, figures: 4)
      }
      return [
        finalist.trial == 0 ? "present values" : "\(finalist.trial)",
        NumberText.count(finalist.worlds), mean ?? NumberText.missing,
        finalist.trial == results.winner
          ? "▲ best"
          : finalist.breaksLimit
            ? "▼ breaks a limit"
            : finalist.wasDropped
              ? "▼ behind"
              : finalist.keepsLimits ? "~ not behind for sure" : "~ limits undecided",
      ]
    }
  }

  var frontHeader: [String] {
    ["trial"] + tuning.objectives.map { $0.metric ?? "sum" } + ["on the front", ""]
  }

  /// A row for each compromise: its changes of the objectives, and how likely it is one.
  var frontRows: [[String]] {
    guard let front = results.front else { return [] }
    return front.points.enumerated().map { index, point in
      let changes = zip(tuning.objectives, point.gains).map { objective, gain -> String in
        let change = objective.isMaximum ? gain.mean : 0 - gain.mean
        guard let metric = design.metrics.first(where: { $0.id == objective.metric }) else {
          return NumberText.rounded(change, figures: 3)
        }
        return ValueScale(metric, size: gain.mean.magnitude, error: gain.standardError).change(
          change)
      }
      return [point.trial == 0 ? "present values" : "\(point.trial)"] + changes + [
        NumberText.share(point.probability),
        (index == front.knee ? "knee" : "") + (point.keepsLimits ? "" : "▼ breaks a limit"),
      ]
    }
  }

  /// What it cost, and how it can be had again.
  var method: String {
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

extension TuningResults.Limit.Verdict {
  /// The sign and the word.
  var words: String {
    switch self {
    case .kept: "▲ kept"
    case .broken: "▼ broken"
    case .undecided: "~ undecided"
    }
  }
}
