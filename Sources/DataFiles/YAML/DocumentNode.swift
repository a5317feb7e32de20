/// A value of a document, with its location; aliases and merge keys are resolved.
package struct DocumentNode {
  package indirect enum Content {
    /// No value after a key, `null` or `~`.
    case empty
    /// A quoted one is text, whatever it looks like.
    case scalar(String, isQuoted: Bool)
    case list([DocumentNode])
    case map([Entry])
  }

  /// A key with its value.
  package struct Entry {
    package var name: String
    package var location: LocatedFault.Location
    package var value: DocumentNode

    package init(name: String, location: LocatedFault.Location, value: DocumentNode) {
      self.name = name
      self.location = location
      self.value = value
    }
  }

  package var content: Content
  package var location: LocatedFault.Location
  /// Where a scalar's first character stands, if its text is literally in one line of the file.
  package var textLocation: LocatedFault.Location?

  package init(
    content: Content, location: LocatedFault.Location, textLocation: LocatedFault.Location? = nil
  ) {
    self.content = content
    self.location = location
    self.textLocation = textLocation
  }
}

extension DocumentNode {
  /// Whether it is empty: no value, or a map or list without elements.
  package var isEmpty: Bool {
    switch content {
    case .empty: true
    case .scalar: false
    case .list(let elements): elements.isEmpty
    case .map(let entries): entries.isEmpty
    }
  }

  /// Its kind, for a message.
  package var summary: String {
    switch content {
    case .empty: "nothing"
    case .list: "a list"
    case .map: "a map"
    case .scalar(let text, isQuoted: true): "the text '\(text.excerpt)'"
    case .scalar(let text, isQuoted: false):
      PlainNumber(text) == nil ? "'\(text.excerpt)'" : text.excerpt
    }
  }
}
