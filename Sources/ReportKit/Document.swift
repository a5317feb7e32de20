package import DataFiles

/// A report on one kind of results, independent of format: blocks for people, a table and JSON for programs.
///
/// Each part is made only when a format needs it.
public struct Document {
  package let blocks: () -> [Block]
  /// The table of CSV and TSV.
  package let table: () -> DataTable
  package let json: () -> JSONValue
  /// Where to find what a text with a length limit omits; `nil` for a document without limit.
  package let limitNote: String?

  package init(
    blocks: @autoclosure @escaping () -> [Block],
    table: @autoclosure @escaping () -> DataTable = DataTable([], []),
    json: @autoclosure @escaping () -> JSONValue = .null, limitNote: String? = nil
  ) {
    self.blocks = blocks
    self.table = table
    self.json = json
    self.limitNote = limitNote
  }
}

/// A part of a document for people. An empty line separates two parts.
package enum Block {
  /// A title in Markdown, below an invisible mark by which a script recognises its own comment.
  case title(mark: String?, Sentence)
  /// A bold line above the blocks that belong to it.
  case heading(Sentence)
  /// Sentences, each on a separate line.
  case sentences([Sentence], Layout)
  case table(Table)
  /// Parts that belong together: a terminal has no empty line between them.
  case group([Block])
  /// Parts of the same kind, one after the other.
  case sections([Section])
  /// Answers with what they rest on, one after the other.
  case cards([Card])
  /// Drawings for a page; other media have the tables below them.
  case drawings([Drawing])
  /// A drawing of characters of one width, in lines that have a tone; only Markdown has it.
  case picture([Sentence])
  /// Blocks for some of the media.
  case only(Audience, [Block])

  /// The layout of sentences in Markdown.
  package enum Layout {
    case paragraphs, list
    /// Lines of one paragraph.
    case lines
    /// One paragraph, with this between two sentences.
    case joined(String)
  }

  package struct Audience: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let terminal = Audience(rawValue: 1)
    package static let markdown = Audience(rawValue: 2)
    package static let mail = Audience(rawValue: 4)
    /// A page of HTML with drawings.
    package static let page = Audience(rawValue: 8)
    /// All media but a terminal.
    package static let files: Audience = [.markdown, .mail, .page]
  }

  /// The section on one of several subjects, with its answers.
  package struct Section {
    /// The sentences that Markdown puts before all sections, unless the section is folded.
    let answers: [Sentence]
    let title: Sentence?
    let blocks: [Block]
    /// Whether Markdown shows it only when a reader opens it.
    let isFolded: Bool

    package init(
      _ title: Sentence?, answers: [Sentence] = [], isFolded: Bool = false, _ blocks: [Block]
    ) {
      self.title = title
      self.answers = answers
      self.blocks = blocks
      self.isFolded = isFolded
    }
  }

  package static func paragraph(_ sentences: Sentence...) -> Block {
    .sentences(sentences, .paragraphs)
  }

  /// The beginning of a study's document.
  ///
  /// - Parameters:
  ///   - mark: The mark by which a script finds the document, such as `power`.
  ///   - title: The title in Markdown, such as `FeedLab power`.
  ///   - setting: The community and the experiment, without a full stop.
  package static func head(
    mark: String, title: String, scenario: String, setting: String
  ) -> [Block] {
    [
      .title(
        mark: "feedlab:\(mark) scenario=\(MarkdownText.plain(scenario))", "\(title): \(scenario)"),
      .only(.terminal, [.paragraph("\(scenario): \(setting)")]),
      .only(.files, [.paragraph("\(setting).")]),
    ]
  }

  /// A legend of marks and columns: entries in lines.
  ///
  /// - Parameter isOneParagraph: Whether Markdown has the lines in one paragraph.
  package static func legend(
    _ lines: [[Sentence]], isOneParagraph: Bool = false
  ) -> Block {
    let terminal = lines.map { Sentence.joined($0, by: "  ") }
    let markdown = lines.map { Sentence.joined($0, by: " · ") }
    return .group([
      .only(.terminal, [.sentences(terminal, .lines)]),
      .only(
        .files,
        [.sentences(markdown, isOneParagraph ? .joined(" · ") : .lines)]),
    ])
  }
}

/// An answer with what it rests on.
package struct Card {
  /// The answer, whose tone is the card's.
  let title: Sentence
  let rows: [(term: String, text: Sentence)]

  package init(_ title: Sentence, _ rows: [(term: String, text: Sentence)]) {
    self.title = title
    self.rows = rows
  }
}

/// A chart of a page.
package struct Drawing {
  let title: Sentence
  /// An element of HTML, such as `svg`, with every text escaped.
  let markup: String

  package init(_ title: Sentence, markup: String) { (self.title, self.markup) = (title, markup) }
}
