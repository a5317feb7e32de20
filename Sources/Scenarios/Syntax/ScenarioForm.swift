internal import DataFiles

/// What a key of a scenario means and looks like: the check for unknown keys, the JSON Schema and
/// `feedlab describe scenario` are made from it.
struct KeySyntax: Sendable {
  /// The key from the map that has it, such as `categories.count` in `world`.
  var path: String
  let summary: String
  let form: ScenarioForm
  /// The value where the key is absent; `nil` if none exists, or no single one.
  var defaultValue: JSONValue?
  /// The default in words, where it is no single value.
  var defaultSummary = ""
  var isRequired = false
  /// Where the default comes from; empty for an assumption.
  var source = ""
  /// Names that the key had in the version before, which are read with a note.
  var formerNames: [String] = []
}

/// What a value of a scenario looks like.
indirect enum ScenarioForm: Sendable {
  case scalar(Scalar)
  /// A list of this many elements.
  case list(of: ScenarioForm, count: Int)
  /// A list of so many elements or more; `isSet` where none may be there twice.
  case openList(of: ScenarioForm, least: Int, isSet: Bool)
  /// A map with these keys.
  case map([KeySyntax])
  /// A map whose keys are names of this form; `nil` for any name in kebab-case. `key` describes each value; its
  /// path is a placeholder such as `<arm>`.
  case table(names: Scalar?, key: KeySyntax)
  /// One of several forms.
  case either([ScenarioForm])
  /// A form that has a name because several keys have it.
  case shared(name: String, summary: String, ScenarioForm)
  /// The form of this name, which is described where it occurs first.
  case reference(String)
  /// A form that depends on the program: on the rankers that it has.
  case computed(@Sendable () -> ScenarioForm)

  /// A value that has no keys of its own to describe.
  struct Scalar: Sendable {
    /// What to write, in words.
    let phrase: String
    private let makeSchema: @Sendable () -> [String: JSONValue]
    let unit: String
    /// Present names by the names of the version before, which are read with a note.
    let formerNames: [String: String]

    /// - Parameter schema: Its JSON Schema, which may depend on the metrics that the program has.
    init(
      phrase: String, schema: @autoclosure @escaping @Sendable () -> [String: JSONValue],
      unit: String = "", formerNames: [String: String] = [:]
    ) {
      self.phrase = phrase
      makeSchema = schema
      self.unit = unit
      self.formerNames = formerNames
    }

    /// Its JSON Schema.
    var schema: [String: JSONValue] { makeSchema() }
  }
}

extension ScenarioForm {
  static func scalar(_ phrase: String, _ schema: [String: JSONValue]) -> ScenarioForm {
    .scalar(Scalar(phrase: phrase, schema: schema))
  }

  /// A list of one or more elements, none of them twice.
  static func list(of form: ScenarioForm) -> ScenarioForm {
    .openList(of: form, least: 1, isSet: true)
  }

  static func number(_ form: NumberForm) -> ScenarioForm {
    .scalar(Scalar(phrase: form.description, schema: form.schema, unit: form.unit))
  }

  static func duration(_ form: DurationForm) -> ScenarioForm {
    .scalar(
      form.description,
      [
        "type": .string("string"), "pattern": .string("^[+]?[0-9.]+([eE][-+]?[0-9]+)?[smhd]$"),
        // No pattern can express a range; these are its ends.
        "examples": .array(
          [form.range.lowerBound, form.range.upperBound].map { .string(DurationForm.text($0)) }),
      ])
  }

  /// Free text, such as the path of a file.
  static func text(_ what: String) -> ScenarioForm {
    .scalar(what, ["type": .string("string"), "minLength": .number(1)])
  }

  /// One of a few names.
  ///
  /// - Parameter formerNames: Present names by the names of the version before.
  static func choice(_ names: [String], formerly formerNames: [String: String] = [:])
    -> ScenarioForm
  {
    .scalar(
      Scalar(
        phrase: names.joined(separator: ", "),
        schema: ["enum": .array(names.map(JSONValue.string))], formerNames: formerNames))
  }
}

extension NumberForm {
  var schema: [String: JSONValue] {
    [
      "type": .string(isWhole ? "integer" : "number"), "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound),
    ]
  }
}
