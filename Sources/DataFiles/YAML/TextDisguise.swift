/// A text in which characters have been replaced one by one, so that each stands where it stood.
struct TextDisguise {
  /// What the parser gets.
  private(set) var text: String
  /// The first characters of keys that were replaced, by what replaces them.
  private var initials: [Unicode.Scalar: Unicode.Scalar] = [:]

  /// Stands for `*`, with which aliases begin. A text that was scanned has no noncharacter.
  private static let star = Unicode.Scalar(0xFDD0 as UInt32)!

  /// A text without aliases: the start of an alias is a plain text now.
  init(_ text: String) {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(scalar == "*" ? Self.star : scalar) }
    self.text = String(scalars)
  }

  /// A part of the original text.
  func original(of part: String) -> String {
    // All replacements are among the noncharacters and the private use areas.
    guard part.unicodeScalars.contains(where: { $0.value >= Self.star.value }) else { return part }
    var scalars = String.UnicodeScalarView()
    for scalar in part.unicodeScalars {
      scalars.append(scalar == Self.star ? "*" : initials[scalar] ?? scalar)
    }
    return String(scalars)
  }

  /// The name of the anchor to which a plain scalar refers, or `nil` for a scalar that is no alias.
  func alias(in scalar: String) -> String? {
    scalar.unicodeScalars.first == Self.star
      ? original(of: String(scalar.unicodeScalars.dropFirst())) : nil
  }
}

extension TextDisguise {
  /// Replaces the first character of whatever could be a key by one that is nowhere else, so that no two keys are
  /// the same.
  ///
  /// It does not matter that some of it is no key: all of it is put back. Of more than 131,068 such places the rest
  /// stays unchanged.
  mutating func tellKeysApart() {
    var source = KeyStarts()
    let taken = Set(text.unicodeScalars.lazy.filter { $0.value >= Self.unused.lowerBound })
    var unused = Self.unused.lazy.compactMap(Unicode.Scalar.init)
      .filter { $0.value & 0xFFFF < 0xFFFE && !taken.contains($0) }.makeIterator()
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if source.isStart(scalar), scalar != Self.star, let initial = unused.next() {
        initials[initial] = scalar
        scalars.append(initial)
      } else {
        scalars.append(scalar)
      }
    }
    text = String(scalars)
  }

  /// The planes for private use.
  private static let unused: ClosedRange<UInt32> = 0xF0000...0x10FFFF
}

/// Finds where keys can begin: at the start of a line, of a value of a list, and of an entry of a map in braces,
/// behind quotes, anchors and tags.
private struct KeyStarts {
  private enum State { case start, startInQuotes, property, inside }

  private var state = State.start
  /// Whether the character before was the `-` of a value of a list or the `?` of a key.
  private var isAfterMark = false

  /// Whether a key can begin with the character that comes next.
  mutating func isStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}", "{", "[", ",":
      state = .start
      return false
    case " ", "\t":
      // `- ` and `? ` come before keys, and so do `&anchor ` and `!tag `.
      if state == .property || state == .inside && isAfterMark { state = .start }
      isAfterMark = false
      return false
    default: break
    }
    let isMark = state == .start && (scalar == "-" || scalar == "?")
    defer { isAfterMark = isMark }
    switch (state, scalar) {
    case (.start, "\""), (.start, "'"):
      state = .startInQuotes
      return false
    case (.start, "&"), (.start, "!"):
      state = .property
      return false
    case (.property, _), (.inside, _): return false
    case (.start, _), (.startInQuotes, _):
      state = .inside
      return !Self.indicators.contains(scalar)
    }
  }

  /// What has a meaning to the parser where a key can begin; `.` begins the mark of a document's end.
  private static let indicators: Set<Unicode.Scalar> = [
    "-", "?", ":", "]", "}", "#", "*", "|", ">", "%", "@", "`", ".", "\\", "\"", "'",
  ]
}
