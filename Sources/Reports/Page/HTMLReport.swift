public import Experiments

/// The results as one HTML file that needs no other file, no network and no server.
///
/// A library in the file draws the charts; without it each chart is a table. The text depends only on the
/// results and the library.
public struct HTMLReport {
  private let results: ExperimentResults
  private let library: ChartLibrary?

  /// - Parameter library: What draws the charts; `nil` for tables instead.
  public init(_ results: ExperimentResults, library: ChartLibrary?) {
    self.results = results
    self.library = library
  }

  public var text: String {
    let context = PageContext(results)
    let sections = [
      EffectsSection.section(context), SharingSection.section(context),
      DiversitySection.section(context),
    ].compactMap { $0 }
    let page = PageModel(context, sections: sections, library: library)
    return PageTemplates.standard.render(page)
  }
}

extension PageModel {
  fileprivate init(_ context: PageContext, sections: [PageSection], library: ChartLibrary?) {
    let header = PageHeader(context)
    let method = MethodNotes(context)
    self.init(
      pageTitle: header.title, eyebrow: header.eyebrow, headline: header.headline,
      lead: header.lead, facts: header.facts, sections: sections, paragraphs: method.paragraphs,
      command: method.command, scenario: DocumentText(context.design), library: library)
    pill = context.results.decisions.isEmpty ? header.pill : nil
    armTexts = header.armTexts
    decisions = DecisionCards(context).cards
    highlights = header.highlights
    glance = ScoreCards.glance(context)
    why = ExplanationSection.why(context)
    checks = ChecksTable.checks(context)
    measures = MeasuresTables.measures(context)
    definitions = method.definitions
    links =
      (glance == nil ? [] : [PageLink(anchor: "summary", linkText: "Summary")])
      + (why == nil ? [] : [PageLink(anchor: "why", linkText: "Why")])
      + sections.flatMap(\.links)
      + (checks == nil ? [] : [PageLink(anchor: "checks", linkText: "Checks")])
      + (measures == nil ? [] : [PageLink(anchor: "measures", linkText: "Metrics")])
      + [PageLink(anchor: "method", linkText: "Method")]
  }
}
