internal import DataFiles
public import Studies

/// A tuning as one HTML file that needs no other file, no network and no server.
///
/// Its charts show the trials, the front of compromises where there is one, the values, what they have
/// to do with the gain, and how the search came along; each has a table behind it. The text depends on
/// the results and the library alone.
public struct TuningPage {
  private let results: TuningResults
  private let library: ChartLibrary?

  /// - Parameter library: What draws the charts; `nil` for tables in their place.
  public init(_ results: TuningResults, library: ChartLibrary?) {
    self.results = results
    self.library = library
  }

  public var text: String {
    let matter = TuningMatter(results)
    return PageTemplates.standard.render(PageModel(matter, library: library))
  }
}

/// The charts of a tuning.
enum TuningSection {
  static func section(_ matter: TuningMatter) -> PageSection? {
    var figures = [
      TuningFrontFigure.figure(matter), TuningValuesFigure.figure(matter),
      TuningInfluenceFigure.figure(matter), TuningCourseFigure.figure(matter),
    ].compactMap { $0 }
    guard !figures.isEmpty else { return nil }
    // Without the first chart the second has the row to itself.
    if figures.count.isMultiple(of: 2) == false { figures[0].width = "" }
    return PageSection(
      sectionID: "search", sectionTitle: "Search",
      links: [PageLink(anchor: "search", linkText: "Search")], figures: figures)
  }
}

extension PageModel {
  fileprivate init(_ matter: TuningMatter, library: ChartLibrary?) {
    let scenario = DocumentText(matter.design.experiment)
    let header = TuningHeader(matter)
    let sections = TuningSection.section(matter).map { [$0] } ?? []
    self.init(
      pageTitle: header.title, eyebrow: header.eyebrow, headline: header.headline,
      lead: header.lead, facts: header.facts, sections: sections, paragraphs: header.paragraphs,
      command: header.command(scenario.file), scenario: scenario, library: library)
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
