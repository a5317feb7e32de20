internal import DataFiles
public import Experiments

/// The results as one HTML file that needs no other file, no network and no server.
///
/// Charts are drawn by a library that the file carries; without it each chart is a table. The text
/// depends on the results and the library alone.
public struct HTMLReport {
  private let results: ExperimentResults
  private let library: ChartLibrary?

  /// - Parameter library: What draws the charts; `nil` for tables in their place.
  public init(_ results: ExperimentResults, library: ChartLibrary?) {
    self.results = results
    self.library = library
  }

  public var text: String {
    let matter = PageMatter(results)
    let sections = [
      EffectsSection.section(matter), SharingSection.section(matter),
      DiversitySection.section(matter),
    ].compactMap { $0 }
    let page = PageModel(matter, sections: sections, library: library)
    return PageTemplates.standard.render(page)
  }
}

extension PageModel {
  fileprivate init(_ matter: PageMatter, sections: [PageSection], library: ChartLibrary?) {
    let header = PageHeader(matter)
    let method = MethodWords(matter)
    self.init(
      pageTitle: header.title, eyebrow: header.eyebrow, headline: header.headline,
      lead: header.lead, facts: header.facts, sections: sections, paragraphs: method.paragraphs,
      command: method.command, scenario: DocumentText(matter.design), library: library)
    pill = header.pill
    highlights = header.highlights
    glance = ScoreCards.glance(matter)
    checks = ChecksTable.checks(matter)
    measures = MeasuresTables.measures(matter)
    definitions = method.definitions
    links =
      (glance == nil ? [] : [PageLink(anchor: "summary", linkText: "Summary")])
      + sections.flatMap(\.links)
      + (checks == nil ? [] : [PageLink(anchor: "checks", linkText: "Checks")])
      + (measures == nil ? [] : [PageLink(anchor: "measures", linkText: "Metrics")])
      + [PageLink(anchor: "method", linkText: "Method")]
  }
}
