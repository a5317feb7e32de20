internal import DataFiles

/// A sentence: plain for a terminal, with names in bold and ids as code for Markdown.
///
/// It is written as a string literal: `"\(strong: arm) is best in \(code: metric)."`. Interpolated strings are
/// escaped for Markdown; `\(raw:)` is not.
package struct Sentence: Hashable, Sendable {
  fileprivate enum Span: Hashable, Sendable {
    case plain(String)
    case strong(String)
    case code(String)
    /// Text that is not escaped: it has no markup, or its markup is intended.
    case raw(String)
    /// A path, or a command with paths, whole on a terminal. Files have the names in it without their folders: their bytes
    /// do not depend on the machine.
    case path(whole: String, name: String, isCode: Bool)
  }

  private var spans: [Span]
  package private(set) var tone = Tone.plain
  /// Blanks before every line but the first, on a terminal.
  package private(set) var indent = 0
  /// Blanks before every line, on a terminal.
  package private(set) var margin = 0
  /// Whether a terminal breaks it into lines.
  package private(set) var isWrapped = true

  package init(_ text: String) { spans = [.plain(text)] }

  package static func raw(_ text: String) -> Sentence { "\(raw: text)" }

  package func toned(_ tone: Tone) -> Sentence { with { $0.tone = tone } }

  /// With blanks before every line but the first, and before all of them.
  package func hanging(_ indent: Int, margin: Int = 0) -> Sentence {
    with { ($0.indent, $0.margin) = (indent, margin) }
  }

  /// The sentence in one line, however long, so that a search of a log finds it.
  package var inOneLine: Sentence { with { $0.isWrapped = false } }

  private func with(_ change: (inout Sentence) -> Void) -> Sentence {
    var sentence = self
    change(&sentence)
    return sentence
  }

  /// The text for a terminal, on one line.
  package var text: String { text { whole, _ in whole } }

  /// The text for a file: names without their folders.
  package var textOfFile: String { text { _, name in name } }

  private func text(_ path: (_ whole: String, _ name: String) -> String) -> String {
    spans.map { span in
      switch span {
      case .plain(let text), .strong(let text), .code(let text), .raw(let text): text.plainLine
      case .path(let whole, let name, _): path(whole, name).plainLine
      }
    }.joined()
  }

  package var markdown: String {
    spans.map { span in
      switch span {
      case .plain(let text): MarkdownText.plain(text)
      case .strong(let text): "**\(MarkdownText.plain(text))**"
      case .code(let text): MarkdownText.code(text)
      case .raw(let text): text
      case .path(_, let name, let isCode):
        isCode ? MarkdownText.code(name) : MarkdownText.plain(name)
      }
    }.joined()
  }
}

extension Sentence {
  /// The elements of HTML. Text that is not escaped for Markdown is escaped here.
  package var html: String {
    spans.map { span in
      switch span {
      case .plain(let text), .raw(let text), .path(_, let text, false): HTMLText.escaped(text)
      case .strong(let text): HTMLText.element("strong", HTMLText.escaped(text))
      case .code(let text), .path(_, let text, true):
        HTMLText.element("code", HTMLText.escaped(text))
      }
    }.joined()
  }
}

extension Sentence: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: Interpolation) { spans = stringInterpolation.spans }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var spans: [Span] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { spans.append(.plain(literal)) }
    package mutating func appendInterpolation(_ text: String) { spans.append(.plain(text)) }
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      spans.append(.plain("\(number)"))
    }
    package mutating func appendInterpolation(strong text: String) { spans.append(.strong(text)) }
    package mutating func appendInterpolation(code text: String) { spans.append(.code(text)) }
    package mutating func appendInterpolation(raw text: String) { spans.append(.raw(text)) }
    package mutating func appendInterpolation(path: String) {
      let name = path.split(separator: "/").last.map(String.init)
      spans.append(.path(whole: path, name: name ?? path, isCode: false))
    }
    /// - Parameter command: A command, whose words may be quoted for a shell.
    package mutating func appendInterpolation(command: String) {
      let names = command.replacing(/'[^']*\/(?=[^'\/]*')|[^ ']*\//) {
        $0.output.hasPrefix("'") ? "'" : ""
      }
      spans.append(.path(whole: command, name: names, isCode: true))
    }
    package mutating func appendInterpolation(_ sentence: Sentence) { spans += sentence.spans }
  }

  package static func joined(_ sentences: [Sentence], by separator: Sentence) -> Sentence {
    sentences.dropFirst().reduce(sentences.first ?? "") { $0 + separator + $1 }
  }

  package static func + (left: Sentence, right: Sentence) -> Sentence {
    left.with { $0.spans += right.spans }
  }
}

/// The meaning of a text, which a terminal shows as a colour.
package enum Tone: Hashable, Sendable {
  case plain, good, bad, unclear, strong

  /// Escape codes around a text; colour is never the only sign.
  func applied(to text: String) -> String {
    let code: String
    switch self {
    case .plain: return text
    case .strong: code = "1"
    case .unclear: code = "2"
    case .bad: code = "31"
    case .good: code = "32"
    }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
