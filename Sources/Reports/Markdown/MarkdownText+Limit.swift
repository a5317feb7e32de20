extension MarkdownText {
  /// What a comment on a code host holds, with some room.
  static let mostCharacters = 60_000

  /// A text of no more than so many characters: whole tables are left out from the end, and counted in a
  /// last line. A text that is too long without any table is cut between paragraphs.
  ///
  /// - Parameters:
  ///   - text: Blocks with an empty line between them; those that begin with `|` are tables.
  ///   - whole: Who has what is left out.
  static func limited(
    _ text: String, to limit: Int = mostCharacters, whole: String = "results.json has all figures"
  ) -> String {
    guard text.count > limit else { return text }
    var blocks = text.split(separator: "\n\n", omittingEmptySubsequences: true)[...]
    var lengths = blocks.reduce(0) { $0 + $1.count + 2 }
    var tables = 0
    let room = limit - 120
    while lengths > room, let table = blocks.lastIndex(where: { $0.hasPrefix("|") }) {
      lengths -= blocks.remove(at: table).count + 2
      tables += 1
    }
    while lengths > room, let last = blocks.popLast() { lengths -= last.count + 2 }
    let rest = "\(tables) table\(tables == 1 ? " was" : "s were") left out; \(whole)."
    return blocks.map { $0.trimmingNewlines }.joined(separator: "\n\n") + "\n\n" + rest + "\n"
  }
}

extension Substring {
  fileprivate var trimmingNewlines: Substring {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    while text.first?.isNewline == true { text.removeFirst() }
    return text
  }
}
