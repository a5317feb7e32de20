package import DataFiles

/// The content of a cell: text for people, a datum at full precision for programs.
package struct Value: Hashable, Sendable {
  /// The text for people, on one line.
  package let text: String
  /// The text with its markup.
  private let sentence: Sentence
  /// The datum for programs; `null` if none exists.
  package let datum: JSONValue
  package private(set) var tone = Tone.plain

  private init(_ text: String, _ sentence: Sentence, _ datum: JSONValue) {
    self.text = text.plainLine
    self.sentence = sentence
    self.datum = datum
  }

  /// A text without markup, such as a number's.
  private init(_ text: String, _ datum: JSONValue) { self.init(text, .raw(text), datum) }

  package var markdown: String { sentence.markdown }
  var html: String { sentence.html }

  /// The value with a tone.
  package func toned(_ tone: Tone) -> Value {
    var value = self
    value.tone = tone
    return value
  }

  /// Whether the value is missing.
  package var isMissing: Bool { text == NumberText.missing }

  package static let missing = Value(NumberText.missing, .null)

  // MARK: Text

  package static func text(_ text: String) -> Value {
    Value(text, Sentence(text), .string(text))
  }

  /// A text; missing for `nil`.
  package static func text(_ text: String?) -> Value { text.map(Value.text) ?? .missing }

  /// - Parameter datum: The name for programs.
  package static func word(_ datum: String, shown text: String) -> Value {
    Value(text, Sentence(text), .string(datum))
  }

  /// An id, which Markdown shows as code.
  package static func code(_ text: String) -> Value {
    Value(text, "\(code: text)", .string(text))
  }

  /// An id with its text for a terminal and for Markdown.
  package static func label(_ id: String, text: String, _ label: Sentence) -> Value {
    Value(text, label, .string(id))
  }

  // MARK: Numbers

  /// A number only for programs.
  package static func number(_ number: Double?) -> Value {
    Value("", JSONValue(number))
  }

  /// - Parameter text: The text for people, with the unit.
  package static func number(_ number: Double?, _ text: (Double) -> String) -> Value {
    guard let number else { return .missing }
    let text = text(number)
    return Value(text, JSONValue(number))
  }

  /// A text for people that is made of several numbers or none.
  package static func figure(_ text: String?) -> Value {
    text.map { Value($0, .null) } ?? .missing
  }

  package static func count(_ count: Int?) -> Value {
    count.map { Value(NumberText.count($0), JSONValue($0)) } ?? .missing
  }

  /// A whole number without commas, such as an identifier.
  package static func whole(_ number: Int) -> Value {
    Value("\(number)", JSONValue(number))
  }

  /// Data only for programs, such as a list.
  package static func data(_ datum: JSONValue) -> Value { Value("", datum) }

  package static func truth(_ flag: Bool) -> Value {
    Value("\(flag)", .bool(flag))
  }
}
