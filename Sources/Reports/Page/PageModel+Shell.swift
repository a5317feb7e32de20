internal import DataFiles
internal import Experiments
internal import PageResources

extension PageModel {
  /// A page of these parts, with the style, the script, the data of its charts and what draws them.
  ///
  /// - Parameter library: What draws the charts; `nil` for tables in their place.
  init(
    pageTitle: String, eyebrow: String, headline: [PageSpan], lead: [PageSentence],
    facts: [PageFact], sections: [PageSection], paragraphs: [String], command: String,
    scenario: DocumentText, library: ChartLibrary?
  ) {
    self.init(
      pageTitle: pageTitle, themeStyle: PageTheme.standard.style,
      pageStyle: PageResource.style.text, pageScript: PageResource.script.text, eyebrow: eyebrow,
      headline: headline, lead: lead, facts: facts, sections: sections, paragraphs: paragraphs,
      definitions: [], againText: scenario.againText, command: command,
      scenarioFile: scenario.title, scenarioText: scenario.text,
      notices: library.map { _ in PageResource.notices.text },
      footer: Self.footer(hasCharts: library != nil),
      payload: ChartPayload(sections.flatMap(\.figures)).text, library: library?.text)
  }

  private static func footer(hasCharts: Bool) -> String {
    let charts =
      hasCharts
      ? "Charts: Vega 6.2, Vega-Lite 6.4 and Vega-Embed 7.0 (BSD-3-Clause)."
      : "Made without the chart library: its charts are tables."
    return "Made by FeedLab \(FeedLab.version). This file is complete: it opens without a network."
      + " \(charts)"
  }
}
