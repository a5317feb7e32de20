extension MarkdownText {
  /// A table; cells are taken as they are.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    let rule = header.map { _ in "---" }
    return ([header, rule] + rows).map { row($0) + "\n" }.joined()
  }
}
