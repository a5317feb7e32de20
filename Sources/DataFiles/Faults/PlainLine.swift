extension String {
  /// Its first 40 characters on one line, as ``plainLine``.
  package var excerpt: String { excerpt(atMost: 40) }

  /// Its first characters on one line, as ``plainLine``.
  package func excerpt(atMost limit: Int) -> String {
    let start = unicodeScalars.prefix(limit + 1)
    let text = String(start.prefix(limit)).plainLine
    return start.count > limit ? text + "…" : text
  }

  /// The text on one line that has only its visible effect: in place of each control character, line break and
  /// invisible character of formatting stands U+FFFD, so that no terminal and no log of a build takes a part of it for
  /// a command, and none shows it in another order. So it does for the bracket of `##[` and `##vso[`, with which older
  /// commands begin wherever they stand in a line.
  ///
  /// Source: *Azure Pipelines, Logging commands*; GitHub's runner still reads the first form.
  package var plainLine: String {
    guard utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return self.withoutBrackets }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars).withoutBrackets
  }

  private var withoutBrackets: String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    return Self.oldCommands.reduce(self) { $0.replacing($1 + "[", with: $1 + "\u{FFFD}") }
  }

  private static let oldCommands = ["##", "##vso"]

  /// The lines of a text, none of which a GitHub workflow takes for a command: in place of the first colon of `::` at the
  /// start of a line, after any blanks, stands U+FFFD.
  package var withoutCommands: String {
    guard utf8.contains(UInt8(ascii: ":")) else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let start = line.unicodeScalars.firstIndex(where: { !$0.properties.isWhitespace }),
        line[start...].unicodeScalars.starts(with: "::".unicodeScalars)
      else { return String(line) }
      return line[..<start] + "\u{FFFD}" + String(line.unicodeScalars[start...].dropFirst())
    }.joined(separator: "\n")
  }

  /// Its first character that is no part of a line of text: a control character, a line break, or what is no
  /// character; `nil` where none exists.
  package var firstControl: Unicode.Scalar? {
    unicodeScalars.first { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: scalar.properties.isNoncharacterCodePoint
      }
    }
  }
}

extension Unicode.Scalar {
  /// Such as `U+0007`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
