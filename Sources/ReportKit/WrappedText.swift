extension String {
  /// Lines of at most so many characters, broken at blanks; a longer word stands alone.
  ///
  /// - Parameter indent: Blanks before every line but the first.
  package func wrapped(to width: Int, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
