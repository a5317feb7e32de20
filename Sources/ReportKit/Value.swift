package import DataFiles

/// What stands in a cell: for people as text, for programs at full precision.
package struct Value: Hashable, Sendable {
  /// As people read it.
  package let text: String
  package let markdown: String
  /// As programs read it; `null` where there is nothing.
  package let datum: JSONValue
  package private(set) var tone = Tone.plain

  private init(_ text: String, markdown: String, _ datum: JSONValue) {
    self.text = text
    self.markdown = markdown
    self.datum = datum
  }

  /// The same with a meaning beside its words.
  package func toned(_ tone: Tone) -> Value {
    var value = self
    value.tone = tone
    return value
  }

  /// Whether there is nothing to show.
  package var isMissing: Bool { text == NumberText.missing }

  package static let missing = Value(NumberText.missing, markdown: NumberText.missing, .null)

  // MARK: Words

  package static func text(_ text: String) -> Value {
    Value(text, markdown: MarkdownText.plain(text), .string(text))
  }

  /// `missing` for none.
  package static func text(_ text: String?) -> Value { text.map(Value.text) ?? .missing }

  /// - Parameter datum: The name that programs know it by.
  package static func word(_ datum: String, shown text: String) -> Value {
    Value(text, markdown: MarkdownText.plain(text), .string(datum))
  }

  /// An id, which Markdown shows as code.
  package static func code(_ text: String) -> Value {
    Value(text, markdown: MarkdownText.code(text), .string(text))
  }

  /// An id with what a terminal and Markdown say of it.
  package static func label(_ id: String, text: String, _ label: Sentence) -> Value {
    Value(text, markdown: label.markdown, .string(id))
  }

  // MARK: Numbers

  /// For programs alone.
  package static func number(_ number: Double?) -> Value {
    Value("", markdown: "", JSONValue(number))
  }

  /// - Parameter text: As people read it, with its unit.
  package static func number(_ number: Double?, _ text: (Double) -> String) -> Value {
    guard let number else { return .missing }
    let text = text(number)
    return Value(text, markdown: text, JSONValue(number))
  }

  /// A figure as people read it, which is made of several numbers or none.
  package static func figure(_ text: String?) -> Value {
    text.map { Value($0, markdown: $0, .null) } ?? .missing
  }

  package static func count(_ count: Int?) -> Value {
    count.map { Value(NumberText.count($0), markdown: NumberText.count($0), JSONValue($0)) }
      ?? .missing
  }

  /// Without commas, such as a number that names something.
  package static func whole(_ number: Int) -> Value {
    Value("\(number)", markdown: "\(number)", JSONValue(number))
  }

  /// For programs alone, such as the values of a list.
  package static func data(_ datum: JSONValue) -> Value { Value("", markdown: "", datum) }

  package static func truth(_ flag: Bool) -> Value {
    Value("\(flag)", markdown: "\(flag)", .bool(flag))
  }
}
