internal import DataFiles

/// The comments of a scenario file on the whole and on its arms, for people. Simulations, comparisons and the
/// scenario's digest do not depend on comments.
///
/// The title is the first sentence of the comment at the head of the file. An arm is described by the comment behind its
/// name, which may go on in the lines below, or by the comment lines above it:
///
///     arms:
///       # Newest first.
///       newest: {home: recency}
///       affinity: {home: affinity}  # posts of liked categories
///
/// An arm that is set from the command line has no description, since the comment may no longer hold.
public struct ScenarioComments: Sendable, Hashable, Codable {
  /// One sentence; `nil` where the file begins without a comment.
  public let title: String?
  /// One sentence for each arm that has a comment, by the arm's name, without a full stop.
  public let arms: [String: String]

  public init(title: String? = nil, arms: [String: String] = [:]) {
    self.title = title
    self.arms = arms
  }

  package var isEmpty: Bool { title == nil && arms.isEmpty }

  /// - Parameter root: The keys of the scenario, after what is set from the command line.
  init(_ bytes: [UInt8], root: DocumentNode) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).map { CommentedLine($0) }
    title = Self.title(lines)
    guard case .map(let keys) = root.content,
      case .map(let arms)? = keys.first(where: { $0.name == "arms" })?.value.content
    else {
      self.arms = [:]
      return
    }
    let starts = arms.compactMap { $0.location.lineAndColumn }
    let found = arms.compactMap { arm -> (String, String)? in
      guard let start = arm.location.lineAndColumn, !arm.value.isOverridden,
        starts.count(where: { $0.line == start.line }) == 1,
        let text = Self.comment(ofKeyAt: start, lines)
      else { return nil }
      return (arm.name, text)
    }
    self.arms = Dictionary(found) { first, _ in first }
  }

  private static func title(_ lines: [CommentedLine]) -> String? {
    let head = lines.prefix { $0.isComment }.drop { $0.isForMachines || $0.comment.isEmpty }
    return firstSentence(head.prefix { !$0.comment.isEmpty && !$0.isForMachines }.map(\.comment))
  }

  /// The comment behind a key, or the lines of comment above it.
  private static func comment(
    ofKeyAt start: (line: Int, column: Int), _ lines: [CommentedLine]
  ) -> String? {
    guard lines.indices.contains(start.line - 1) else { return nil }
    let line = lines[start.line - 1]
    let texts: [String]
    if let column = line.commentColumn {
      let below = lines[start.line...].prefix { $0.isComment && $0.commentColumn == column }
      texts = [line.comment] + below.map(\.comment)
    } else {
      let above = lines[..<(start.line - 1)].reversed().prefix {
        $0.isComment && $0.commentColumn == start.column && !$0.comment.isEmpty
      }
      texts = above.reversed().map(\.comment)
    }
    return firstSentence(texts).map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
  }

  /// The lines up to the end of the first sentence, as one line; `nil` without a sentence.
  private static func firstSentence(_ lines: [String]) -> String? {
    let words = lines.joined(separator: " ").split(separator: " ")
    // A full stop within a word is one of an abbreviation, such as i.e.
    let end = words.firstIndex { word in
      word.last.map { ".?!".contains($0) } ?? false && !word.dropLast().contains(".")
    }
    let sentence = words.prefix(end.map { $0 + 1 } ?? words.count).joined(separator: " ")
    return sentence.isEmpty ? nil : sentence
  }
}

/// A line of YAML with its comment.
private struct CommentedLine {
  /// The text of the comment, without `#` and blanks at its ends; empty without one.
  private(set) var comment = ""
  /// The column of the `#`, from 1; `nil` without a comment.
  private(set) var commentColumn: Int?
  /// Whether the line has only a comment.
  private(set) var isComment = false

  /// A `#` at the start, or after a blank, begins a comment unless it stands in quotes.
  ///
  /// - Parameter line: A line without quotes left open by a line above, as where a key begins.
  init(_ line: Substring) {
    var (quote, before, isFirst) = (Unicode.Scalar?.none, " " as Unicode.Scalar, true)
    for (index, scalar) in line.unicodeScalars.enumerated() where scalar != "\u{FEFF}" {
      if let open = quote {
        if scalar == open && before != "\\" { quote = nil }
      } else if scalar == "#" && (before == " " || before == "\t") {
        comment = String(Substring(line.unicodeScalars.dropFirst(index + 1))).trimmed
        (commentColumn, isComment) = (index + 1, isFirst)
        return
      } else if (scalar == "'" || scalar == "\"") && !before.properties.isAlphabetic {
        quote = scalar
      }
      if scalar != " " && scalar != "\t" { isFirst = false }
      before = scalar
    }
  }

  /// Whether the comment is a setting of an editor, such as the schema's address.
  var isForMachines: Bool {
    comment.hasPrefix("yaml-language-server:") || comment.hasPrefix("!")
      || comment.hasPrefix("-*-")
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}

extension LocatedFault.Location {
  fileprivate var lineAndColumn: (line: Int, column: Int)? {
    if case .line(_, let line, let column) = self { (line, column) } else { nil }
  }
}

extension DocumentNode {
  /// Whether a part of it is set from the command line.
  fileprivate var isOverridden: Bool {
    if case .override = location { return true }
    switch content {
    case .empty, .scalar: return false
    case .list(let elements): return elements.contains(where: \.isOverridden)
    case .map(let entries):
      return entries.contains { entry in
        if case .override = entry.location { return true }
        return entry.value.isOverridden
      }
    }
  }
}
