internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics
internal import Studies

/// The top of the page: headline, lead and facts.
struct PageHeader {
  private let context: PageContext
  private let design: ExperimentDesign

  init(_ context: PageContext) {
    self.context = context
    design = context.design
  }

  var title: String {
    design.baseline.map { "\(PageFindings.list(design.candidates)) against \($0)" }
      ?? "\(design.scenario): \(PageFindings.list(design.arms))"
  }

  /// The scenario and what is compared in it.
  var eyebrow: String {
    guard let baseline = design.baseline else { return "Measurement · \(design.scenario)" }
    let candidates = design.candidates
    let names =
      candidates.count > Self.mostNames
      ? "\(candidates.count) arms" : PageFindings.list(candidates)
    return "\(design.scenario) · \(names) against \(baseline)"
  }

  /// The most candidates that are named above the headline.
  private static let mostNames = 4

  var pill: PagePill? {
    let all = context.checks.count
    func count(_ outcome: Check.Outcome) -> Int { context.checks.count { $0.outcome == outcome } }
    let checks = "of \(NumberText.counted(all, "check"))"
    if all == 0 { return nil }
    if count(.fail) > 0 { return PagePill(.bad, "✕ \(count(.fail)) \(checks) failed") }
    if count(.near) > 0 { return PagePill(.warn, "! \(count(.near)) \(checks) near the limit") }
    if count(.unknown) > 0 {
      return PagePill(.warn, "– \(count(.unknown)) \(checks) with not enough worlds")
    }
    return PagePill(.good, "✓ \(NumberText.counted(all, "check")) passed")
  }

  var headline: [PageSpan] {
    guard let best = context.best else {
      let arms = design.arms.count == 1 ? "One arm" : "\(design.arms.count) arms"
      return [PageSpan(spanText: "\(arms) of \(design.scenario), \(worlds)")]
    }
    return DecisionCards(context).headline ?? PageFindings(context, of: best).sentence
  }

  /// Warnings, the headroom, the supply of posts, the community, and, without cards, the findings on each arm.
  var lead: [PageSentence] {
    let notes = ExperimentNotes(context.results)
    let hasCards = !context.results.decisions.isEmpty
    let headroom = HeadroomText(context.results)
    let sentences =
      [headroom.warning?.asWarning].compactMap { $0 }
      + (hasCards ? notes.warningLines : notes.firstLines) + [headroom.line].compactMap { $0 }
    let lines = sentences.map {
      PageSentence(sentence: [PageSpan(spanText: $0.textOfFile, isStrong: $0.tone == .strong)])
    }
    let facts = [SupplyText(context.results)?.sentence, notes.simulation].compactMap { $0 }
    return lines + facts.map { PageSentence(sentence: [PageSpan(spanText: $0)]) }
      + (hasCards ? [] : arms)
  }

  /// The description of each arm.
  var armTexts: [PageFact] {
    let descriptions = ArmDescriptions(design)
    return design.arms.map { arm in
      (arm, descriptions.text(of: arm))
    }.filter { !$0.1.isEmpty }.map { arm, text in
      PageFact(term: arm == design.baseline ? "\(arm) (baseline)" : arm, detail: text)
    }
  }

  /// A sentence for each candidate: the number of better and worse metrics, and broken limits.
  private var arms: [PageSentence] {
    guard let baseline = design.baseline else { return [] }
    let best = design.candidates.filter { $0 == context.best }
    return (best + design.candidates.filter { $0 != context.best }).map { candidate in
      let findings = PageFindings(context, of: candidate)
      var spans = [PageSpan(spanText: candidate, isStrong: true)]
      if candidate == context.best && !context.results.decisions.isEmpty {
        spans.append(
          PageSpan(
            spanText: following(findings, candidate) + " against the baseline; \(findings.counts)"))
      } else if candidate == context.best {
        spans += [
          PageSpan(spanText: " against the baseline, "),
          PageSpan(spanText: baseline, isStrong: true),
          PageSpan(spanText: ": \(findings.counts)"),
        ]
      } else {
        spans.append(
          PageSpan(spanText: following(findings, candidate) + "; \(findings.counts)"))
      }
      let broken = findings.broken
      let breaks = broken.isEmpty ? "" : " It breaks the limit of \(PageFindings.list(broken))."
      spans.append(PageSpan(spanText: ".\(breaks)"))
      return PageSentence(sentence: spans)
    }
  }

  /// The finding after the candidate's name.
  private func following(_ findings: PageFindings, _ candidate: String) -> String {
    let sentence = findings.sentence
    guard sentence.first?.spanText == candidate else { return " makes no clear difference" }
    return sentence.dropFirst().map(\.spanText).joined()
  }

  var facts: [PageFact] {
    var facts = design.comments?.title.map { [PageFact(term: "Scenario", detail: $0)] } ?? []
    facts.append(PageFact(term: "Members", detail: NumberText.count(design.members)))
    if let curves = context.curves[design.arms[0]] {
      facts += [
        PageFact(term: "Authors", detail: NumberText.brief(curves.authors)),
        PageFact(term: "Posts", detail: NumberText.brief(curves.posts)),
        PageFact(term: "Impressions", detail: NumberText.brief(curves.impressions)),
      ]
    }
    return facts + [
      PageFact(
        term: "Days",
        detail: "\(NumberText.plain(design.days)), the first \(NumberText.plain(design.warmUpDays))"
          + " excluded"),
      PageFact(term: "Intervals", detail: intervals),
    ] + design.provenance
      + (ExperimentNotes.lostWorlds(design).map { [PageFact(term: "Lost", detail: $0)] } ?? [])
  }

  private var intervals: String {
    guard design.worlds > 1 else { return "none of one world" }
    let levels = context.effects.compactMap { $0.comparison.difference?.interval?.level }
    let level = LevelText.heading(levels.first ?? design.level)
    return design.baseline == nil
      ? "\(level) over \(design.worlds) parallel worlds"
      : "\(level), paired, over \(design.worlds) parallel worlds"
  }

  private var worlds: String {
    "in \(ExperimentNotes.worlds(design))"
  }

  /// The arms that can be highlighted; `nil` if charts show one arm.
  var highlights: PageHighlights? {
    guard context.arms.drawn.count > 1 else { return nil }
    return PageHighlights(chips: context.arms.legend(context.arms.drawn.map(\.name)))
  }
}

extension ExperimentDesign {
  /// What the same results need: the seed, the program and the scenario. Results have no clock, so that the same ones are
  /// the same bytes.
  var provenance: [PageFact] {
    let digest = scenarioDigest.prefix(12)
    return [
      PageFact(term: "Seed", detail: "\(seed)"),
      PageFact(term: "FeedLab", detail: "\(FeedLab.version), \(FeedLab.simulation)"),
    ] + (digest.isEmpty ? [] : [PageFact(term: "Scenario’s digest", detail: "\(digest)")])
  }
}
