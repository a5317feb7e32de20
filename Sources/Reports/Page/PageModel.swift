internal import Experiments
internal import PageResources

/// The values of the page's template. Templates look names up from the innermost value outwards, so that nested
/// values have different names.
struct PageModel {
  var pageTitle: String
  /// What previews of links show: the headline and the lead.
  var pageDescription: String
  var themeStyle: String
  var pageStyle: String
  var pageScript: String
  var links: [PageLink] = []
  var pill: PagePill?
  var eyebrow: String
  var headline: [PageSpan]
  var lead: [PageSentence]
  var armTexts: [PageFact] = []
  var decisions: [PageDecision] = []
  var facts: [PageFact]
  var highlights: PageHighlights?
  var glance: PageGlance?
  var why: PageWhy?
  var sections: [PageSection]
  var checks: PageChecks?
  var measures: PageMeasures?
  var paragraphs: [String]
  var definitions: [PageDefinitions]
  var againText: String
  var command: String
  var scenarioFile: String
  var scenarioText: String
  var notices: String?
  var footer: String
  /// The charts as JSON that cannot end the element that holds it.
  var payload: String
  var library: String?
}

struct PageLink {
  var anchor: String
  var linkText: String
}

/// A status in a coloured pill, which has a text beside the colour.
struct PagePill {
  enum Tone: String { case good, warn, bad }

  var tone: String
  var pillText: String

  init(_ tone: Tone, _ text: String) {
    self.tone = tone.rawValue
    pillText = text
  }
}

/// A piece of a sentence.
struct PageSpan {
  var spanText: String
  /// The slot of the arm that it names, which is underlined in the colour of the arm.
  var slot: Int?
  var isStrong = false
}

struct PageSentence {
  var sentence: [PageSpan]
}

/// The decision on a candidate.
struct PageDecision {
  /// `good`, `warn` or `bad`.
  var decisionTone: String
  var decisionTitle: String
  var decisionRows: [PageDecisionRow]
}

struct PageDecisionRow {
  var rowTerm: String
  /// `up`, `down` or `flat`.
  var rowTone: String
  var rowText: String
}

struct PageFact {
  var term: String
  var detail: String
}

struct PageHighlights {
  var chips: [PageChip]
}

struct PageChip {
  var armName: String
  var colour: String
  var dash: String
  var isControl: Bool
}

struct PageGlance {
  var glanceTitle: String
  var glanceText: String
  var cards: [PageCard]
}

struct PageCard {
  var cardName: String
  var value: String
  var valueUnit: String
  /// `up`, `down` or `flat`.
  var tone: String
  var delta: String
  var interval: String
  var spark: PageSpark?
}

struct PageSpark {
  var controlPoints: String
  var armPoints: String
  var sparkColour: String
}

/// Where the change of a metric comes from.
struct PageWhy {
  var whyText: String
  var whyCards: [PageWhyCard]
}

/// The parts of a candidate.
struct PageWhyCard {
  var whyTitle: String
  var whyBlocks: [PageWhyBlock]
  var whyTable: PageTable
}

/// The levels of one dimension.
struct PageWhyBlock {
  var blockText: String
  var blockTitle: String
  var whyLevels: [PageWhyLevel]
}

struct PageWhyLevel {
  var levelName: String
  var levelLooks: String
  var levelRate: String
  /// The bars of the two parts, in a drawing from −50 to 50.
  var mixStart: String
  var mixWidth: String
  var rateStart: String
  var rateWidth: String
  var levelPart: String
  var levelInterval: String
}

struct PageSection {
  var sectionID: String
  var sectionTitle: String
  var sectionText: String?
  var links: [PageLink]
  var figures: [PageFigure]
}

/// A chart with its texts, its data and its table.
struct PageFigure {
  /// The chart's name in the payload.
  var figureID: String
  var anchorID: String?
  /// Its width as a class of the style sheet; empty for the full width.
  var width: String
  var figureTitle: String
  var subtitle: String
  /// A description of the chart for screen readers.
  var description: String
  var picker: PagePicker?
  var slider: PageSlider?
  /// What is drawn: one panel for each option of the picker, in their order, or one.
  var panels: [PagePanel] = []
  var figureTable: PageTable
  var spec: ChartSpec?
  /// By name; the first is what is saved as CSV.
  var data: [(name: String, rows: ChartRows)] = []
}

/// A drawn chart of a figure.
struct PagePanel {
  /// The option of the picker that shows it.
  var panelValue: String
  /// The markup of the drawing.
  var drawing: String
  /// Whether a script must show it, since another panel of the figure is shown at first.
  var isHidden: Bool

  init(_ drawing: ChartDrawing, value: String = "", isHidden: Bool = false) {
    panelValue = value
    self.drawing = drawing.svg.markup
    self.isHidden = isHidden
  }
}

/// A slider that weighs two measures.
struct PageSlider {
  var lowText: String
  var highText: String
  var signal: String
  var sliderLabel: String
}

struct PagePicker {
  var pickerLabel: String
  var signal: String
  var options: [PageOption]
}

struct PageOption {
  var optionValue: String
  var optionText: String
  /// How the chart shows numbers while this is picked.
  var format: String?
  /// The chart's height in pixels while this is picked.
  var height: Int?
  /// The title of the figure while this is picked.
  var optionTitle: String?
}

struct PageTable {
  var caption: String
  var columns: [PageColumn]
  var rows: [PageRow]

  /// - Parameters:
  ///   - columns: The titles, first that of the row titles; titles of numbers end in a `#`, which is not
  ///     shown.
  ///   - rows: The first cell of each is its title.
  init(_ caption: String, columns titles: [String], rows cells: [[String]]) {
    let columns = titles.map { title in
      PageColumn(
        columnTitle: title.hasSuffix("#") ? String(title.dropLast()) : title,
        isNumber: title.hasSuffix("#"))
    }
    self.caption = caption
    self.columns = columns
    rows = cells.map { row in
      PageRow(
        rowTitle: row[0],
        cells: zip(row, columns).dropFirst().map {
          PageCell(cellText: $0, isNumber: $1.isNumber)
        })
    }
  }
}

struct PageColumn {
  var columnTitle: String
  var isNumber: Bool
}

struct PageRow {
  var rowTitle: String
  var cells: [PageCell]
}

struct PageCell {
  var cellText: String
  var isNumber: Bool
}

struct PageChecks {
  var checksText: String
  var intervalTitle: String
  var checkRows: [PageCheck]
}

struct PageCheck {
  var tone: String
  var pillText: String
  var checkName: String
  var checkValue: String
  var limit: String
  var checkInterval: String
}

struct PageMeasures {
  var measuresText: String
  var families: [PageFamily]
}

struct PageFamily {
  var familyName: String
  var familyTable: PageTable
}

struct PageDefinitions {
  var definitionsTitle: String
  var entries: [PageDefinition]
}

struct PageDefinition {
  var entryName: String
  var entryID: String
  var entryText: String
}

extension PageModel {
  /// A page of these parts, with the style, the script, the data of its charts and the chart library.
  ///
  /// - Parameter library: What draws the charts; `nil` for tables instead.
  init(
    pageTitle: String, eyebrow: String, headline: [PageSpan], lead: [PageSentence],
    facts: [PageFact], sections: [PageSection], paragraphs: [String], command: String,
    scenario: DocumentText, library: ChartLibrary?
  ) {
    self.init(
      pageTitle: pageTitle,
      pageDescription: ([PageSentence(sentence: headline)] + lead).map { sentence in
        sentence.sentence.map(\.spanText).joined()
      }.joined(separator: " – "), themeStyle: PageTheme.standard.style,
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
