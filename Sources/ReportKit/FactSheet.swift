/// A title and labelled facts for a terminal.
package enum FactSheet {
  /// - Parameter facts: In order; facts with an empty text are omitted.
  package static func text(
    title: String, facts: [(label: String, text: String)], width: Int
  ) -> String {
    let shown = facts.filter { !$0.text.isEmpty }
    let indent = 4 + (shown.map(\.label.count).max() ?? 0)
    var lines = title.wrapped(to: width, indent: 2)
    for (label, text) in shown {
      let wrapped = text.wrapped(to: width - indent)
      let margin = "  " + label + String(repeating: " ", count: indent - 2 - label.count)
      for (index, line) in wrapped.enumerated() {
        lines.append((index == 0 ? margin : String(repeating: " ", count: indent)) + line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
