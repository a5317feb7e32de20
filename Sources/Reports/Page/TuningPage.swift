public import Studies

/// A tuning as one HTML file that needs no other file, no network and no server.
///
/// The charts show the trials, the Pareto front if there is one, the tuned values, their correlation with the
/// gain, and the history of the search; each has a table. The text depends only on the results.
public struct TuningPage {
  private let results: TuningResults

  public init(_ results: TuningResults) {
    self.results = results
  }

  public var text: String {
    let context = TuningContext(results)
    return PageTemplates.standard.render(PageModel(context))
  }
}

/// The charts of a tuning.
enum TuningSection {
  static func section(_ context: TuningContext) -> PageSection? {
    // With an odd number of charts, the last takes a whole row.
    let hasTrials = !context.others.isEmpty
    let hasInfluence = TuningInfluenceFigure.isMeaningful(context)
    let figures = [
      TrialsFigure.figure(context), TuningValuesFigure.figure(context),
      TuningHistoryFigure.figure(context, card: hasInfluence || !hasTrials ? "c7" : ""),
      TuningInfluenceFigure.figure(context, card: hasTrials ? "c5" : ""),
    ].compactMap { $0 }
    guard !figures.isEmpty else { return nil }
    return PageSection(
      sectionID: "search", sectionTitle: "Search",
      links: [PageLink(anchor: "search", linkText: "Search")], figures: figures)
  }
}

extension PageModel {
  fileprivate init(_ context: TuningContext) {
    let scenario = DocumentText(context.design.experiment)
    let header = TuningHeader(context)
    let sections = TuningSection.section(context).map { [$0] } ?? []
    self.init(
      pageTitle: header.title, eyebrow: header.eyebrow, headline: header.headline,
      lead: header.lead, facts: header.facts, sections: sections, paragraphs: header.paragraphs,
      command: header.command(scenario.file), scenario: scenario)
    pill = header.pill
    checks = header.limits
    measures = header.measures
    links =
      sections.flatMap(\.links)
      + (checks == nil ? [] : [PageLink(anchor: "checks", linkText: "Checks")])
      + [
        PageLink(anchor: "measures", linkText: "Metrics"),
        PageLink(anchor: "method", linkText: "Method"),
      ]
  }
}
