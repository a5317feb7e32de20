internal import DataFiles

/// A scenario's file with other values of its tuned numbers; comments and all else stay unchanged.
public struct ScenarioPatch: Sendable, Hashable {
  /// A line that changes.
  public struct Change: Sendable, Hashable {
    /// From 1.
    public let line: Int
    public let before: String
    public let after: String
  }

  /// The whole text.
  public let text: String
  /// By line.
  public let changes: [Change]

  /// - Parameters:
  ///   - scenario: The scenario, unchanged since it was read.
  ///   - bytes: The bytes of its file.
  ///   - values: Numbers that it tunes, and their new values.
  /// - Throws: When a number stands no longer in the file.
  package init(
    _ scenario: Scenario, bytes: [UInt8],
    values: [(parameter: TunableParameter, value: Double)]
  ) throws(UnpatchableScenario) {
    // A byte order mark stays where it is; columns do not count it.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    // Line feeds end lines, so that a carriage return before one stays at the end of its line.
    var lines = bytes[mark...].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    )
    .map { Array(String(decoding: $0, as: UTF8.self).unicodeScalars) }
    let before = lines
    let spans = try values.map { parameter, value throws(UnpatchableScenario) in
      guard let span = scenario.tunedSpans[parameter.key] else {
        throw UnpatchableScenario(key: parameter.key)
      }
      return (span: span, key: parameter.key, text: parameter.text(value))
    }
    // A number that several parameters share through an alias cannot take the value of each.
    for (index, span) in spans.enumerated()
    where spans[..<index].contains(where: { $0.span == span.span }) {
      throw UnpatchableScenario(key: span.key)
    }
    // From the end of a line, so that the columns before stay true.
    for (span, key, text) in spans.sorted(by: { $0.span.column > $1.span.column }) {
      let start = span.column - 1
      let end = start + span.text.unicodeScalars.count
      guard span.line <= lines.count, end <= lines[span.line - 1].count,
        lines[span.line - 1][start..<end].elementsEqual(span.text.unicodeScalars)
      else { throw UnpatchableScenario(key: key) }
      lines[span.line - 1].replaceSubrange(start..<end, with: text.unicodeScalars)
    }
    text = (mark > 0 ? "\u{FEFF}" : "") + lines.map(Self.string).joined(separator: "\n")
    changes = lines.indices.filter { lines[$0] != before[$0] }.map {
      Change(line: $0 + 1, before: Self.shown(before[$0]), after: Self.shown(lines[$0]))
    }
  }

  /// A line without its carriage return.
  private static func shown(_ line: [Unicode.Scalar]) -> String {
    string(line.last == "\r" ? line.dropLast() : line)
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The changes as `diff -U0` writes them; empty without any.
  ///
  /// - Parameter file: How the file is called.
  public func difference(file: String) -> String {
    guard !changes.isEmpty else { return "" }
    return "--- \(file)\n+++ \(file)\n"
      + changes.map { "@@ -\($0.line) +\($0.line) @@\n-\($0.before)\n+\($0.after)\n" }.joined()
  }
}

/// A scenario in whose file a number cannot be replaced.
public struct UnpatchableScenario: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number.
  public let key: String

  public var description: String {
    "arms.\(key) is not written in the file itself: it comes from --set, or through an alias"
  }
}

/// The text of a value in a scenario's file, so that another can take its place.
package struct TextSpan: Sendable, Hashable {
  /// From 1; columns are Unicode scalars.
  package let line: Int
  package let column: Int
  /// The text of the value in the file.
  package let text: String

  /// - Returns: `nil` unless the value's text is in one line of the file itself: an override is not.
  init?(_ node: DocumentNode) {
    guard case .scalar(let text, _) = node.content,
      case .line(_, let line, let column)? = node.textLocation
    else { return nil }
    self.line = line
    self.column = column
    self.text = text
  }
}
