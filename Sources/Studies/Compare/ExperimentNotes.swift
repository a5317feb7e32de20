internal import Calibration
package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Scenarios
internal import SyntheticSociety

/// The context of an experiment, and the notes below its tables.
package struct ExperimentNotes {
  private let results: ExperimentResults

  package init(_ results: ExperimentResults) { self.results = results }

  /// The community and the experiment, in one line.
  package var setting: String {
    let design = results.design
    let worlds = Self.worlds(design)
    let arms = design.arms.count == 1 ? "one arm" : "\(design.arms.count) arms"
    let references = design.hasReferenceRankers ? " and the reference rankers" : ""
    let tests = design.liveDesign.map { " and live tests (\($0.summary))" } ?? ""
    let twins = design.isAntithetic ? ", each a pair of antithetic twins" : ""
    let lost = Self.lostWorlds(design).map { "; \($0)" } ?? ""
    return "\(Self.community(design)), \(arms)\(references)\(tests) in \(worlds)\(twins)\(lost)"
  }

  /// That the community is simulated, and how well it is fitted.
  package var simulation: String {
    let fit =
      results.realism.map { card in
        "fitted to a real one in \(card.statistics.count(where: \.passes)) of"
          + " \(NumberText.counted(card.statistics.count, "statistic"))"
      } ?? "default assumptions, not fitted to your data"
    return "Simulated community of \(NumberText.count(results.design.members)) members, \(fit)."
  }

  /// Worlds that failed, if there are any.
  package static func lostWorlds(_ design: ExperimentDesign) -> String? {
    guard let lost = design.lostWorlds, !lost.isEmpty else { return nil }
    return
      "\(lost.count == 1 ? "world" : "worlds") \(lost.map(String.init).joined(separator: ", "))"
      + " excluded under all arms, since \(lost.count == 1 ? "it" : "they") failed under some arm"
  }

  /// The number of parallel worlds.
  package static func worlds(_ design: ExperimentDesign) -> String {
    design.worlds == 1 ? "one world" : "\(design.worlds) parallel worlds"
  }

  /// Members and days.
  package static func community(_ design: ExperimentDesign) -> String {
    "\(NumberText.count(design.members)) members, \(plural(design.days, "day"))"
      + " (\(NumberText.plain(design.warmUpDays)) warm-up)"
  }

  /// The worlds, the intervals and the error rate.
  package var method: String {
    (results.design.baseline == nil ? estimation : comparison) + "."
  }

  /// The worlds and intervals of a measurement.
  private var estimation: String {
    let worlds = results.design.worlds
    let parts =
      worlds == 1
      ? ["one world, which gives no interval"]
      : [
        "\(worlds) worlds; means over worlds with Student's intervals of"
          + " \(LevelText.phrase(results.design.level)), SD between worlds",
        "support of a world on average",
      ]
    return (parts + ["seed \(results.design.seed)"]).joined(separator: "; ")
  }

  /// The pairs, the gain by pairing, the seed and the error rate.
  private var comparison: String {
    let worlds = results.design.worlds
    let pairs =
      worlds == 1 ? "1 pair of worlds, which gives no interval" : "\(worlds) pairs of worlds"
    let gain = medianVarianceReduction.map {
      "pairing divided the variance of the differences by \(NumberText.fixed($0, decimals: 1))"
        + " (median)"
    }
    return [
      pairs + (worlds == 1 ? "" : ending), gain, "seed \(results.design.seed)",
      errorRate,
    ].compactMap { $0 }.joined(separator: "; ")
  }

  /// The reason for the number of worlds.
  private var ending: String {
    switch results.ending {
    case .planned: ""
    case .decided(let look, let looks?): ", stopped at interim look \(look) of \(looks)"
    case .decided(let look, nil): ", stopped at interim look \(look)"
    case .exhausted: ", the most, and not all tests are decided"
    case .interrupted: ", interrupted before the end"
    case .precise: ", as many as the half-width needs"
    case .imprecise(let needed):
      ", the maximum; the half-width needs \(NumberText.count(needed))"
    }
  }

  /// The intercepts that were solved before the first world.
  package var intercepts: String {
    let solved = results.intercepts
    let named = [
      ("open", solved.open), ("like", solved.like), ("comment", solved.comment),
      ("save", solved.save), ("vote", solved.vote),
    ]
    let words = named.filter(\.1.isFinite).map {
      "\($0.0) \(NumberText.fixed($0.1, decimals: 2))"
    }
    return words.isEmpty
      ? "No action has an intercept."
      : "Intercepts solved so that a random ranker meets the scenario's action rates: "
        + words.joined(separator: ", ") + " (log odds)."
  }

  /// The type I error rate.
  package static func alpha(_ design: ExperimentDesign) -> String {
    NumberText.plain(design.questions.alpha)
  }

  /// The notes below the tables.
  ///
  /// - Parameter hidden: The ids of metrics without a row.
  package func block(hiding hidden: Set<String>) -> Block {
    .group([
      legend, .paragraph(.init(method)),
      .sentences([trend].compactMap { $0.map { Sentence($0) } }, .paragraphs),
      .only(.files, [.paragraph(.init(intercepts))]),
      .sentences([warning].compactMap { $0.map { Sentence($0) } }, .paragraphs),
      .sentences(held { !hidden.contains($0.id) }, .list),
      .sentences(
        exceptions.filter { !hidden.contains($0.metric.id) }.map { exception in
          let subject: Sentence = "\(exception.metric.label) of \(exception.arm)"
          return (subject + ": \(raw: exception.reason)").hanging(2)
        }, .list),
    ])
  }

  /// The metrics that no ranker can move in this community, of those that are meant.
  func held(where isMeant: (MetricDefinition) -> Bool) -> [Sentence] {
    results.design.metrics.filter(isMeant).compactMap { metric in
      results.design.heldFixed?[metric.id].map { reason in
        ("\(metric.label): \(raw: reason)." as Sentence).hanging(2)
      }
    }
  }

  /// The legend of the signs after metrics.
  var legend: Block {
    let change =
      results.design.baseline == nil ? "" : ": the change is in the distance from x"
    let target = Sentence("→x the nearer to x, the better" + change)
    return .legend([["↑ higher is better", "↓ lower is better", target]], isOneParagraph: true)
  }

  /// A note on a single comparison or estimate.
  package struct Exception {
    let metric: MetricDefinition
    let arm: String
    let reason: String
  }

  package var exceptions: [Exception] {
    guard results.design.baseline == nil else {
      return results.comparisons.compactMap { comparison in
        Self.exception(comparison).map {
          Exception(metric: comparison.metric, arm: comparison.candidate, reason: $0)
        }
      }
    }
    return results.estimates.filter { $0.missing > 0 && $0.worlds > 0 }.map { estimate in
      Exception(
        metric: estimate.metric, arm: estimate.arm,
        reason: InconclusiveReason.missing(estimate.missing, of: estimate.missing + estimate.worlds)
          .description)
    }
  }

  /// The trend of the measured window, or its absence; `nil` where the days were not counted.
  package var trend: String? { results.trend.map { TrendText($0).note } }

  /// The lines above all others: warnings where scores from a file are not used or the measured window has a
  /// trend, and whether the verdicts hold in other communities.
  package var firstLines: [Sentence] { warningsOfRun + (societies?.firstLines ?? []) }

  /// The warnings among the first lines.
  package var warningLines: [Sentence] {
    warningsOfRun + [societies?.warningLine].compactMap { $0 }
  }

  /// The warnings about the worlds themselves.
  private var warningsOfRun: [Sentence] {
    results.scoresLeftOver.map { ScoreUsageText($0).warning.asWarning }
      + [trendWarning?.asWarning].compactMap { $0 }
  }

  /// A warning for the first line; `nil` where the measured window has no trend.
  package var trendWarning: Sentence? { results.trend.flatMap { TrendText($0).warning } }

  /// The verdicts in other communities; `nil` where they were not requested.
  package var societies: SocietiesText? {
    results.design.otherSocieties.map { SocietiesText($0, of: results) }
  }

  /// A warning about tested metrics on which two tests disagree; `nil` if none exist.
  package var warning: String? {
    let disputed = results.comparisons.filter {
      ($0.gateTest != nil || $0.margin > 0) && $0.isDisputed
    }
    guard !disputed.isEmpty else { return nil }
    let names = disputed.map { "\($0.metric.labelInSentence) of \($0.candidate)" }.joined(
      separator: ", ")
    return "Student's t and the sign-flip test disagree about \(names): the differences are skew."
  }

  private static func exception(_ comparison: Comparison) -> String? {
    if case .oneWorld = comparison.inconclusiveReason { return nil }
    if let inconclusiveReason = comparison.inconclusiveReason {
      return inconclusiveReason.description
    }
    guard comparison.missing > 0, comparison.verdict != .undefined else { return nil }
    return InconclusiveReason.missing(
      comparison.missing, of: comparison.missing + comparison.worlds
    )
    .description
  }

  /// The median variance reduction by pairing; `nil` if no comparison has spread.
  private var medianVarianceReduction: Double? {
    let sorted = results.comparisons.compactMap(\.varianceReduction).sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  private static func plural(_ number: Double, _ noun: String) -> String {
    "\(NumberText.plain(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}

// MARK: - Error rate

extension ExperimentNotes {
  private var design: ExperimentDesign { results.design }

  /// Alpha, the coverage of the intervals and the correction for the number of tests.
  private var errorRate: String { "\(coverage); \(correction)" }

  private var coverage: String {
    let alpha = "alpha \(Self.alpha(design))"
    let level = LevelText.phrase(design.level)
    switch design.plan {
    case .fixed: return "\(alpha) and intervals of \(level) for each difference"
    case .precise(let goal):
      return
        "\(alpha) and intervals of \(level) for each difference, with the spread of the first \(goal.first) pairs of"
        + " worlds (Stein's two stages)"
    case .looks:
      let all = LevelText.phrase(1 - design.questions.alpha)
      return
        "\(alpha) for each difference; intervals are \(level) so that all interim looks together give \(all) coverage"
    case .open:
      return
        "\(alpha) and intervals of \(level) for each difference, which are valid at any interim look"
    }
  }

  /// How the tests are corrected, and the intervals that follow from it.
  private var correction: String {
    let questions = design.questions
    let tested = questions.metrics.filter { id in design.metrics.contains { $0.id == id } }
    let none = "tests are not corrected for their number"
    guard !tested.isEmpty, questions.family != .none else { return none }
    let method: String
    switch questions.correction {
    case .holm: method = "Holm"
    case .benjaminiHochberg: method = "Benjamini and Hochberg"
    case .none: return none
    }
    let levels = Set(
      results.comparisons.compactMap { comparison in comparison.gateTest.map { 1 - $0.alpha } }
    ).sorted().map(LevelText.phrase)
    let interval = levels.isEmpty ? "" : " of \(levels.joined(separator: " or "))"
    return
      "the primary and the guardrails are corrected by \(method) over \(familySize(tested.count)), so that what is better,"
      + " worse, broken or not sure yet has an interval\(interval)"
  }

  private func familySize(_ tested: Int) -> String {
    return design.questions.family == .candidate
      ? "\(NumberText.counted(tested, "test")) of each candidate"
      : NumberText.counted(tested * design.candidates.count, "test")
  }
}
