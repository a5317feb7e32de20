internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The parts of a tuning's page besides the charts.
struct TuningHeader {
  private let context: TuningContext
  private var results: TuningResults { context.results }
  private var design: TuningDesign { context.design }

  init(_ context: TuningContext) { self.context = context }

  var title: String { "\(design.tuning.arm) tuned" }

  var eyebrow: String { "Tuning · \(design.experiment.scenario)" }

  var pill: PagePill {
    switch results.conclusion {
    case .improved: PagePill(.good, "✓ better values")
    case .kept: PagePill(.warn, "– incumbent stays")
    case .infeasible: PagePill(.bad, "✕ limits not confirmed")
    case .paretoFront: PagePill(.good, "✓ Pareto front")
    }
  }

  /// The conclusion, without its full stop.
  var headline: [PageSpan] {
    [PageSpan(spanText: String(context.summary.answer.text.dropLast()))]
  }

  /// The setting, and what a reader asks next: is it better than what is live, and what do the limits cost?
  var lead: [PageSentence] {
    ([context.summary.setting + "."] + context.summary.notes.map(\.text)).map {
      PageSentence(sentence: [PageSpan(spanText: $0)])
    }
  }

  var facts: [PageFact] {
    let experiment = design.experiment
    return [
      PageFact(term: "Trials", detail: context.summary.trials),
      PageFact(
        term: "Worlds searched",
        detail: "\(NumberText.count(results.trainingWorlds)) of"
          + " \(NumberText.count(design.tuning.budget))"),
      PageFact(term: "Fresh worlds", detail: NumberText.count(results.freshWorlds)),
      PageFact(term: "Members", detail: NumberText.count(experiment.members)),
      PageFact(
        term: "Days",
        detail: "\(NumberText.plain(experiment.days)), the first"
          + " \(NumberText.plain(experiment.warmUpDays)) excluded"),
      PageFact(
        term: "Intervals", detail: "\(LevelText.heading(1 - design.alpha)), paired by world"),
    ] + experiment.provenance
  }

  /// The limits of the shown trial in fresh worlds; `nil` without limits.
  var limits: PageChecks? {
    guard !results.limits.isEmpty else { return nil }
    return PageChecks(
      checksText:
        "Limits of the \(shown) values in fresh worlds, with the slack. Broken: the whole"
        + " interval is past the limit. Near or unclear: the interval contains the limit.",
      intervalTitle: "Interval of the slack",
      checkRows: zip(results.limits, context.summary.limits.texts).map { limit, cells in
        let metric = design.metrics.first { $0.id == limit.constraint.metric }
        let pill = limit.pill
        return PageCheck(
          tone: pill.tone, pillText: pill.pillText,
          checkName: metric?.label ?? limit.constraint.metric, checkValue: cells[1],
          limit: "\(limit.constraint.isUpper ? "≤" : "≥") \(limit.constraint.bound)",
          checkInterval: cells[2])
      })
  }

  private var shown: String { context.summary.shownName }

  /// The metrics, the prices of the limits and the finalists, as tables.
  var measures: PageMeasures {
    let summary = context.summary
    let columns = ["Change#", "Interval#", "Verdict"]
    let name = shown.prefix(1).uppercased() + shown.dropFirst()
    let families: [(name: String, caption: String, columns: [String], table: Table)] = [
      (
        "Metrics", "The \(shown) values against the incumbent in fresh worlds",
        ["Metric", "Incumbent#", "\(name)#"] + columns, summary.metrics
      ),
      (
        "Baseline", "The \(shown) values against the baseline arm in fresh worlds",
        ["Metric", "\(results.baseline?.name ?? "Baseline")#", "\(name)#"] + columns,
        summary.baseline
      ),
      (
        "Price of the limits",
        "Trials that gained more than the \(shown) values in the search, and what the best compromise among"
          + " those that break one limit gains over these values in fresh worlds",
        ["Limit", "Gained#", "Broke it#", "Relaxed to#", "Gain#", "Verdict"], summary.prices
      ),
      (
        "Finalists", "Trials in fresh worlds", ["Trial", "Fresh worlds#", "Mean#", "Outcome"],
        summary.finalists
      ),
    ]
    return PageMeasures(
      measuresText: "In fresh worlds, which the search has not used.",
      families: families.filter { !$0.table.isEmpty }.map { family in
        PageFamily(
          familyName: family.name,
          familyTable: PageTable(
            family.caption, columns: family.columns, rows: family.table.texts))
      })
  }

  var paragraphs: [String] {
    [
      context.summary.setting + ".",
      "Every trial is simulated in the same parallel worlds as the incumbent: a gain is a paired"
        + " difference. The best of many trials looks better than it is, so its gain is measured again"
        + " in fresh worlds. The optimism is the gain in the search's worlds minus the gain in fresh"
        + " worlds.",
      context.summary.optimismNote ?? "", context.summary.method,
    ].filter { !$0.isEmpty }
  }

  func command(_ file: String) -> String {
    let tuning = design.tuning
    let lag = tuning.lag == 0 ? [] : ["--set", "tune.lag=\(tuning.lag)"]
    let words = [
      "tune", file, "--arm", tuning.arm, "--method", tuning.chosenMethod.rawValue,
      "--budget", "\(tuning.budget)", "--validate", "\(tuning.validation)",
    ]
    return ProgramName.command(words + lag)
  }
}

extension TuningResults.Limit {
  fileprivate var pill: PagePill {
    guard slack?.interval != nil else { return PagePill(.warn, "– not enough worlds") }
    return switch verdict {
    case .kept: PagePill(.good, "✓ kept")
    case .undecided: PagePill(.warn, "! near or unclear")
    case .broken: PagePill(.bad, "✕ broken")
    }
  }
}
