/// What the template of the page shows. Templates find values by these names, the innermost first, so
/// that no two things within each other share one.
struct PageModel {
  var pageTitle: String
  var themeStyle: String
  var pageStyle: String
  var pageScript: String
  var links: [PageLink] = []
  var pill: PagePill?
  var eyebrow: String
  var headline: [PageSpan]
  var lead: [PageSentence]
  var facts: [PageFact]
  var highlights: PageHighlights?
  var glance: PageGlance?
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

/// A state in a coloured pill; the colour never says it alone.
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
  /// That of the arm that it names, to be underlined in its colour.
  var slot: Int?
  var isStrong = false
}

struct PageSentence {
  var sentence: [PageSpan]
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

struct PageSection {
  var sectionID: String
  var sectionTitle: String
  var sectionText: String?
  var links: [PageLink]
  var figures: [PageFigure]
}

/// A chart with its words, its data and the table behind it.
struct PageFigure {
  /// The chart's name in the payload.
  var figureID: String
  var anchorID: String?
  /// How much of the grid it takes, as a class of the style sheet; empty for all of it.
  var width: String
  var figureTitle: String
  var subtitle: String
  /// What the chart shows, for who cannot see it.
  var description: String
  var picker: PagePicker?
  var slider: PageSlider?
  var figureTable: PageTable
  var spec: ChartSpec
  /// By name; the first is what is saved as CSV.
  var data: [(name: String, rows: ChartRows)]
}

/// A weight between two things that the reader chooses.
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
  ///   - columns: Titles, the first that of the rows' own; those of numbers end in a `#`, which is
  ///     not shown.
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
