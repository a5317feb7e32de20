internal import DataFiles
internal import Experiments
internal import PageResources
internal import ReportKit

/// The values of the page's template. Templates look names up from the innermost value outwards, so that nested
/// values have different names.
struct PageModel {
  var pageTitle: String
  /// What previews of links show: the headline and the lead.
  var pageDescription: String
  var pageStyle: String
  /// Whose style and script the page's policy admits.
  var sources: String
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
  var hasGlances = false
  var glances: [PageGlance] = []
  var leaderboard: PageLeaderboard?
  var scorecard: PageScorecard?
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
  var footer: String
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
  /// The index of the arm.
  var decisionArm: Int
  /// `good`, `warn` or `bad`.
  var decisionTone: String
  var decisionTitle: String
  /// What it rests on.
  var decisionRows: [PageDecisionRow]
  /// What a reader opens: the best gain, where else it holds, and what would change it.
  var moreRows: [PageDecisionRow]
  var hasMore: Bool
}

struct PageDecisionRow {
  var rowTerm: String
  var rowDetails: [PageDecisionDetail]
}

struct PageDecisionDetail {
  /// `up`, `down` or `flat`.
  var rowTone: String
  var rowText: String
  var rowBar: PageBar?
}

/// The interval that decided, with marks at no change and at the limit.
struct PageBar {
  /// The left end and the width, in percent of the drawing.
  var barStart: String
  var barWidth: String
  var barMarks: [PageBarMark]
}

struct PageBarMark {
  /// `zero` or `limit`.
  var markKind: String
  var markText: String
  /// In percent of the drawing.
  var markPlace: String
  /// The side of the text that is at the mark: `start`, `middle` or `end`.
  var markAnchor: String
}

struct PageFact {
  var term: String
  var detail: String
}

/// The arms that can be highlighted.
struct PageHighlights {
  var chips: [PageKey]
}

/// The name of an arm with the line and the colour that it has in charts.
struct PageKey {
  var keyName: String
  var keyIndex: Int
  var keyColour: String
  var keyDash: String
  var isControl: Bool

  init(_ arm: ArmStyle, isControl: Bool) {
    keyName = arm.name
    keyIndex = arm.index
    keyColour = arm.colour.css
    keyDash = arm.dash.map(String.init).joined(separator: " ")
    self.isControl = isControl
  }
}

/// The text of a figure for one highlighted arm and one shown panel.
struct PageStory {
  var storyText: String
  /// The indices of the arms, and `-` for none.
  var storyArms: String?
  /// The option of the figure's picker.
  var storyPanel: String?
  /// Whether a script must show it.
  var isOther = false
}

struct PageGlance {
  /// The indices of the arms that it is for, and `-` for none.
  var glanceArms: String
  /// Whether a script must show it.
  var isOther: Bool
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
  /// Why the card has no line of days; empty if it has one.
  var sparkNote: String
}

struct PageSpark {
  var controlPoints: String
  var armPoints: String
  var sparkColour: String
  /// What a pointer on it shows.
  var sparkText: String
}

/// Where the change of a metric comes from.
struct PageWhy {
  var whyText: String
  var whyCards: [PageWhyCard]
}

/// The parts of a candidate.
struct PageWhyCard {
  /// The index of the arm.
  var whyArm: Int
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
  /// The chart's name in the page.
  var figureID: String
  var anchorID: String?
  /// Its width as a class of the style sheet; empty for the full width.
  var width: String
  var figureTitle: String
  /// The title for each arm and panel instead of the one title; the first is shown at first.
  var stories: [PageStory] = []
  var subtitle: String
  var legend: [PageKey] = []
  /// A description of the chart for screen readers.
  var description: String
  var picker: PagePicker?
  /// What is drawn: one panel for each option of the picker, in their order, or one.
  var panels: [PagePanel] = []
  var figureTable: PageTable
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

/// Many arms in a table, the best first.
struct PageLeaderboard {
  var leaderboardText: String
  var leaderboardTable: PageTable
}

struct PagePicker {
  var pickerLabel: String
  var options: [PageOption]
}

struct PageOption {
  var optionValue: String
  var optionText: String
}

struct PageTable {
  var caption: String
  var columns: [PageColumn]
  var rows: [PageRow]

  /// - Parameters:
  ///   - columns: The titles, the row titles' first; titles of numbers end in a `#`, which is not shown.
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

extension PageTable {
  /// A table of a study, as the terminal shows it.
  init(_ caption: String, _ table: Table) {
    self.init(
      caption,
      columns: zip(table.headings, table.areNumbers).map { $1 ? "\($0)#" : $0 },
      rows: table.texts)
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
  var familyTables: [PageTable]

  init(familyName: String, familyTables: [PageTable]) {
    self.familyName = familyName
    self.familyTables = familyTables
  }

  init(familyName: String, familyTable: PageTable) {
    self.init(familyName: familyName, familyTables: [familyTable])
  }
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
  /// A page of these parts, with the style and the script.
  init(
    pageTitle: String, eyebrow: String, headline: [PageSpan], lead: [PageSentence],
    facts: [PageFact], sections: [PageSection], paragraphs: [String], command: String,
    scenario: DocumentText
  ) {
    let style = PageTheme.standard.style + "\n" + PageResource.style.text
    let script = PageResource.script.text
    let sources =
      "style-src \(HTMLText.policySource(of: style)); script-src \(HTMLText.policySource(of: script))"
    self.init(
      pageTitle: pageTitle,
      pageDescription: ([PageSentence(sentence: headline)] + lead).map { sentence in
        sentence.sentence.map(\.spanText).joined()
      }.joined(separator: " – "), pageStyle: style, sources: sources, pageScript: script,
      eyebrow: eyebrow, headline: headline, lead: lead, facts: facts, sections: sections,
      paragraphs: paragraphs, definitions: [], againText: scenario.againText, command: command,
      scenarioFile: scenario.title, scenarioText: scenario.text,
      footer:
        "Made by FeedLab \(FeedLab.version). This file is complete: it opens without a network.")
  }
}
