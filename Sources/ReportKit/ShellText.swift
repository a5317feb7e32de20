internal import DataFiles

/// Text for a shell.
package enum ShellText {
  /// A word that a shell reads unchanged, on one line that can be shown anywhere.
  ///
  /// A word that cannot be shown unchanged, such as a path with an escape code, becomes `$'…'` with its bytes as octal
  /// numbers where that is necessary. bash, zsh and ksh read that, and `sh` since POSIX.1-2024; fish does not.
  package static func quoted(_ word: String) -> String {
    guard word.plainLine == word else { return escaped(word) }
    let isPlain = !word.isEmpty && word.wholeMatch(of: /[A-Za-z0-9_.\/:=,@%+-]+/) != nil
    // An apostrophe with a combining mark is one character.
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? word : "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
  }

  private static func escaped(_ word: String) -> String {
    let text = word.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "'", "\\": text += "\\\(scalar)"
      case "\n": text += #"\n"#
      // A bracket is shown as it is only where no `##` is before it.
      case "[": text += escaped(scalar)
      default:
        let shown = String(scalar)
        text += shown.plainLine == shown ? shown : escaped(scalar)
      }
    }
    return "$'\(text)'"
  }

  /// The bytes of a character, each with three digits, so that a digit may follow.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    scalar.utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }
}
