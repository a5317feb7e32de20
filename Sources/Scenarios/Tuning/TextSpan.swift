internal import DataFiles

/// The text of a value in a scenario's file, so that another can take its place.
package struct TextSpan: Sendable, Hashable {
  /// From 1; columns are Unicode scalars.
  package let line: Int
  package let column: Int
  /// As it stands there.
  package let text: String

  /// - Returns: `nil` unless the value's text is in one line of the file as it is: an override is not.
  init?(_ node: DocumentNode) {
    guard case .scalar(let text, _) = node.content,
      case .line(_, let line, let column)? = node.textLocation
    else { return nil }
    self.line = line
    self.column = column
    self.text = text
  }
}
