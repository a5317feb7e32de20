public import Experiments

/// The results as one HTML file that needs no other file, no network and no server.
///
/// All charts are drawings in the file, so that it can be read without scripts; a script lets a reader highlight an
/// arm, pick metrics and sort tables. The text depends only on the results.
public struct HTMLReport {
  private let results: ExperimentResults

  public init(_ results: ExperimentResults) {
    self.results = results
  }

  public var text: String {
    let context = PageContext(results)
    let sections = [
      EffectsSection.section(context), SharingSection.section(context),
      DiversitySection.section(context),
    ].compactMap { $0 }
    let page = PageModel(context, sections: sections)
    return PageTemplates.standard.render(page)
  }
}

extension PageModel {
  fileprivate init(_ context: PageContext, sections: [PageSection]) {
    let header = PageHeader(context)
    let method = MethodNotes(context)
    self.init(
      pageTitle: header.title, eyebrow: header.eyebrow, headline: header.headline,
      lead: header.lead, facts: header.facts, sections: sections, paragraphs: method.paragraphs,
      command: method.command, scenario: DocumentText(context.design))
    pill = context.results.decisions.isEmpty ? header.pill : nil
    armTexts = header.armTexts
    decisions = DecisionCards(context).cards
    highlights = header.highlights
    glances = ScoreCards.glances(context)
    hasGlances = !glances.isEmpty
    leaderboard = LeaderboardSection.leaderboard(context)
    scorecard = Scorecard.scorecard(context)
    why = ExplanationSection.why(context)
    checks = ChecksTable.checks(context)
    measures = MeasuresTables.measures(context)
    definitions = method.definitions
    let parts: [(isThere: Bool, anchor: String, text: String)] = [
      (!glances.isEmpty, "summary", "Summary"), (leaderboard != nil, "leaderboard", "Ranking"),
      (scorecard != nil, "scorecard", "Scorecard"), (why != nil, "why", "Why"),
    ]
    let ends: [(isThere: Bool, anchor: String, text: String)] = [
      (checks != nil, "checks", "Checks"), (measures != nil, "measures", "Metrics"),
      (true, "method", "Method"),
    ]
    func shown(_ parts: [(isThere: Bool, anchor: String, text: String)]) -> [PageLink] {
      parts.filter(\.isThere).map { PageLink(anchor: $0.anchor, linkText: $0.text) }
    }
    links = shown(parts) + sections.flatMap(\.links) + shown(ends)
  }
}
