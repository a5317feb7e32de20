/// The name of the call, such as `scripts/feedlab`, for the commands that a terminal shows.
///
/// All texts are made with the name `feedlab`, and files keep it: their bytes do not depend on the call.
package struct ProgramName: Hashable, Sendable {
  private let word: String
  private let commands: Set<String>

  /// The name in files.
  package static let plain = ProgramName(ownName, commands: [])
  private static let ownName = "feedlab"

  /// - Parameters:
  ///   - called: The name or the path, as typed.
  ///   - commands: Those that the program has: `feedlab` before another word is not a command.
  package init(_ called: String, commands: [String]) {
    word = ShellText.quoted(called)
    self.commands = Set(commands)
  }

  /// A command of FeedLab, quoted for a shell.
  package static func command(_ words: [String]) -> String {
    ([ownName] + words).map(ShellText.quoted).joined(separator: " ")
  }

  /// The text with this name in each of its commands.
  package func naming(_ text: String) -> String {
    guard word != Self.ownName else { return text }
    var (named, end) = ("", text.startIndex)
    for place in text.ranges(of: Self.ownName + " ") {
      let before = text[..<place.lowerBound].last
      let isPartOfWord = before.map { $0.isLetter || $0.isNumber || "/.-_".contains($0) } ?? false
      let next = text[place.upperBound...].prefix { $0.isLetter || $0 == "-" }
      guard !isPartOfWord, commands.contains(String(next)) else { continue }
      named += text[end..<place.lowerBound] + word + " "
      end = place.upperBound
    }
    return named + text[end...]
  }
}
