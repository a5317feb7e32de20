package import DataFiles

/// What one kind of results says, in no format yet: for people in blocks, for programs in a table and in JSON.
///
/// Nothing of it is made before a format asks for it.
public struct Document {
  package let blocks: () -> [Block]
  /// What CSV and TSV have.
  package let table: () -> DataTable
  package let json: () -> JSONValue
  /// Who has what a text with a limit leaves out; `nil` for a document of any length.
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

/// A part of a document for people. There is an empty line between any two.
package enum Block {
  /// A title in Markdown, below a mark that is not shown, by which a script finds its own comment again.
  case title(mark: String?, Sentence)
  /// A line above what belongs to it, in bold.
  case heading(Sentence)
  /// Sentences, each on a line of its own.
  case sentences([Sentence], Layout)
  case table(Table)
  /// Parts that belong together: on a terminal there is no empty line between them.
  case group([Block])
  /// Parts of the same kind, one after the other.
  case sections([Section])
  /// What only a terminal or only Markdown has.
  case only(Audience, [Block])

  /// How Markdown has sentences.
  package enum Layout {
    case paragraphs, list
    /// Lines of one paragraph.
    case lines
    /// One paragraph, with this between two sentences.
    case joined(String)
  }

  package enum Audience { case terminal, markdown }

  /// What is said of one of several things: its answers, which Markdown has before all sections.
  package struct Section {
    let answers: [Sentence]
    /// What Markdown has above the rest.
    let title: Sentence?
    let blocks: [Block]

    package init(_ title: Sentence?, answers: [Sentence] = [], _ blocks: [Block]) {
      self.title = title
      self.answers = answers
      self.blocks = blocks
    }
  }

  package static func paragraph(_ sentences: Sentence...) -> Block {
    .sentences(sentences, .paragraphs)
  }

  /// What begins a document of a study of a scenario.
  ///
  /// - Parameters:
  ///   - mark: What a script finds the document by, such as `power`.
  ///   - title: What Markdown calls it, such as `FeedLab power`.
  ///   - setting: The community and the experiment, without a full stop.
  package static func head(
    mark: String, title: String, scenario: String, setting: String
  ) -> [Block] {
    [
      .title(
        mark: "feedlab:\(mark) scenario=\(MarkdownText.plain(scenario))", "\(title): \(scenario)"),
      .only(.terminal, [.paragraph("\(scenario): \(setting)")]),
      .only(.markdown, [.paragraph("\(setting).")]),
    ]
  }

  /// What the marks and columns of a document mean: entries in lines.
  ///
  /// - Parameter isOneParagraph: Whether Markdown has the lines in one.
  package static func legend(
    _ lines: [[Sentence]], isOneParagraph: Bool = false
  ) -> Block {
    let terminal = lines.map { Sentence.joined($0, by: "  ") }
    let markdown = lines.map { Sentence.joined($0, by: " · ") }
    return .group([
      .only(.terminal, [.sentences(terminal, .lines)]),
      .only(
        .markdown,
        [.sentences(markdown, isOneParagraph ? .joined(" · ") : .lines)]),
    ])
  }
}
