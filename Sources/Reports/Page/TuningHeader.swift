internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// What stands around the charts of a tuning.
struct TuningHeader {
  private let matter: TuningMatter
  private var results: TuningResults { matter.results }
  private var design: TuningDesign { matter.design }

  init(_ matter: TuningMatter) { self.matter = matter }

  var title: String { "\(design.tuning.arm) tuned" }

  var eyebrow: String { "Tuning · \(design.experiment.scenario)" }

  var pill: PagePill {
    switch results.conclusion {
    case .improved: PagePill(.good, "✓ better values")
    case .kept: PagePill(.warn, "– present values stay")
    case .infeasible: PagePill(.bad, "✕ limits not surely kept")
    case .front: PagePill(.good, "✓ front of compromises")
    }
  }

  /// The conclusion, without its full stop.
  var headline: [PageSpan] {
    [PageSpan(spanText: String(matter.words.answer.text.dropLast()))]
  }

  var lead: [PageSentence] {
    [matter.words.setting + ".", matter.words.honesty].compactMap { $0 }.map {
      PageSentence(sentence: [PageSpan(spanText: $0)])
    }
  }

  var facts: [PageFact] {
    let experiment = design.experiment
    return [
      PageFact(term: "Trials", detail: NumberText.count(results.trials.count)),
      PageFact(
        term: "Worlds searched",
        detail: "\(NumberText.count(results.trainingWorlds)) of"
          + " \(NumberText.count(design.tuning.budget))"),
      PageFact(term: "Fresh worlds", detail: NumberText.count(results.freshWorlds)),
      PageFact(term: "Members", detail: NumberText.count(experiment.members)),
      PageFact(
        term: "Days",
        detail: "\(NumberText.plain(experiment.days)), the first"
          + " \(NumberText.plain(experiment.warmUpDays)) left out"),
      PageFact(term: "Seed", detail: "\(experiment.seed)"),
      PageFact(
        term: "Intervals", detail: "\(LevelWords.heading(1 - design.risk)), paired by world"),
    ]
  }

  /// The limits of the trial that is shown, in fresh worlds; `nil` where there are none.
  var limits: PageChecks? {
    guard !results.limits.isEmpty else { return nil }
    return PageChecks(
      checksText:
        "Limits of the \(shown) values in fresh worlds, with the room that is left. Broken: the"
        + " whole interval is past the limit. Near or unclear: the interval holds the limit.",
      intervalTitle: "Interval of the room",
      checkRows: zip(results.limits, matter.words.limits.texts).map { limit, cells in
        let metric = design.metrics.first { $0.id == limit.constraint.metric }
        let pill = limit.pill
        return PageCheck(
          tone: pill.tone, pillText: pill.pillText,
          checkName: metric?.name ?? limit.constraint.metric, checkValue: cells[1],
          limit: "\(limit.constraint.isUpper ? "≤" : "≥") \(limit.constraint.bound)",
          checkInterval: cells[2])
      })
  }

  private var shown: String { results.shown == 0 ? "present" : "tuned" }

  /// The metrics and the finalists, as tables.
  var measures: PageMeasures {
    let metrics = PageFamily(
      familyName: "Metrics",
      familyTable: PageTable(
        "The \(shown) values against the present ones in fresh worlds",
        columns: ["Metric", "Present#", "Tuned#", "Change#", "Interval#", "Verdict"],
        rows: matter.words.metrics.texts))
    let finalists = PageFamily(
      familyName: "Finalists",
      familyTable: PageTable(
        "Trials in fresh worlds",
        columns: ["Trial", "Fresh worlds#", "Mean#", "Outcome"],
        rows: matter.words.finalists.texts))
    return PageMeasures(
      measuresText: "In fresh worlds, which had no part in the search.",
      families: [metrics] + (results.finalists.isEmpty ? [] : [finalists]))
  }

  var paragraphs: [String] {
    [
      matter.words.setting + ".",
      "Every trial is simulated in the same parallel worlds as the present values, so that a gain is a"
        + " paired difference. The best of many is flattered by chance: what the search found is judged"
        + " in fresh worlds, and the optimism is the gain in the search's worlds less that in fresh ones.",
      matter.words.method,
    ]
  }

  func command(_ file: String) -> String {
    let tuning = design.tuning
    let lag = tuning.lag == 0 ? [] : ["--set", "tune.lag=\(tuning.lag)"]
    let words = [
      "feedlab", "tune", file, "--arm", tuning.arm, "--method", tuning.chosenMethod.rawValue,
      "--budget", "\(tuning.budget)", "--validate", "\(tuning.validation)",
    ]
    return (words + lag).map(DocumentText.quoted).joined(separator: " ")
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
