internal import DataFiles

extension ScenarioDescription {
  /// A JSON Schema, draft 2020-12, of the whole scenario, for editors and other tools.
  ///
  /// It has what a schema can say. That shares have the sum 1, that a baseline is one of the arms
  /// and the like are checked by FeedLab alone.
  public static var jsonSchema: String {
    var definitions: [String: JSONValue] = [:]
    var schema = ScenarioForm.map(ScenarioSyntax.root).schema(&definitions)
    schema["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    schema["title"] = .string("FeedLab scenario")
    schema["$defs"] = .object(definitions)
    return JSONValue.object(schema).indented
  }
}

extension ScenarioKey {
  fileprivate func schema(_ definitions: inout [String: JSONValue]) -> JSONValue {
    var schema = form.schema(&definitions)
    let unit = if case .number(let form) = form { form.unit } else { "" }
    let description = summary + (unit.isEmpty ? "" : " Unit: \(unit).")
    if !description.isEmpty { schema["description"] = .string(description) }
    if let defaultValue { schema["default"] = defaultValue }
    if !source.isEmpty { schema["$comment"] = .string("Source: \(source)") }
    return .object(schema)
  }
}

extension ScenarioForm {
  /// - Parameter definitions: Takes in the forms that have a name of their own.
  fileprivate func schema(_ definitions: inout [String: JSONValue]) -> [String: JSONValue] {
    switch self {
    case .number(let form): return form.schema
    case .duration(let form): return form.schema
    case .tunable(let form): return form.schema
    case .margin:
      let percentage: [String: JSONValue] = [
        "type": .string("string"), "pattern": .string("^[+]?[0-9.]+([eE][-+]?[0-9]+)?%$"),
      ]
      return ["anyOf": .array([.object(MarginForm.absolute.schema), .object(percentage)])]
    case .replications: return ["anyOf": .array(ReplicationsForm.schemas)]
    case .metric: return ["enum": .array(ComparisonSection.judged.map(JSONValue.string))]
    case .seed:
      return ["type": .string("integer"), "minimum": .number(0), "maximum": .whole(.max)]
    case .version(let number): return ["const": .number(Double(number))]
    case .name: return ["type": .string("string"), "pattern": .string(KebabName.pattern)]
    case .text: return ["type": .string("string"), "minLength": .number(1)]
    case .choice(let names): return ["enum": .array(names.map(JSONValue.string))]
    case .list(let form, let count): return Self.list(form, count, &definitions)
    case .map(let keys): return Self.map(keys, &definitions)
    case .table(let names, let key): return Self.table(names, key, &definitions)
    case .either(let forms):
      return ["anyOf": .array(forms.map { .object($0.schema(&definitions)) })]
    case .weights(let form):
      return [
        "type": .string("object"),
        "propertyNames": .object(["pattern": .string("^[A-Za-z_][A-Za-z0-9_]*$")]),
        "additionalProperties": .object(form.schema),
      ]
    case .reference(let name): return ["$ref": .string("#/$defs/ranker-\(name)")]
    case .shared(let name, let summary, let form):
      let name = "ranker-\(name)"
      if definitions[name] == nil {
        var schema = form.schema(&definitions)
        schema["description"] = .string(summary)
        definitions[name] = .object(schema)
      }
      return ["$ref": .string("#/$defs/\(name)")]
    }
  }

  private static func list(
    _ form: ScenarioForm, _ count: Int?, _ definitions: inout [String: JSONValue]
  ) -> [String: JSONValue] {
    let items = JSONValue.object(form.schema(&definitions))
    guard let count else {
      return [
        "type": .string("array"), "items": items, "minItems": .number(1),
        "uniqueItems": .bool(true),
      ]
    }
    let size = JSONValue.number(Double(count))
    return ["type": .string("array"), "items": items, "minItems": size, "maxItems": size]
  }

  private static func map(
    _ keys: [ScenarioKey], _ definitions: inout [String: JSONValue]
  ) -> [String: JSONValue] {
    var properties: [String: JSONValue] = [:]
    for key in keys { properties[key.path] = key.schema(&definitions) }
    var schema: [String: JSONValue] = [
      "type": .string("object"), "properties": .object(properties),
      "additionalProperties": .bool(false),
    ]
    let required = keys.filter(\.isRequired).map { JSONValue.string($0.path) }
    if !required.isEmpty { schema["required"] = .array(required) }
    return schema
  }

  private static func table(
    _ names: [String]?, _ key: ScenarioKey, _ definitions: inout [String: JSONValue]
  ) -> [String: JSONValue] {
    let allowed: [String: JSONValue] =
      if let names {
        ["enum": .array(names.map(JSONValue.string))]
      } else {
        ["pattern": .string(KebabName.pattern)]
      }
    var schema: [String: JSONValue] = [
      "type": .string("object"), "propertyNames": .object(allowed),
      "additionalProperties": key.schema(&definitions),
    ]
    if names == nil { schema["minProperties"] = .number(1) }
    return schema
  }
}

extension NumberForm {
  fileprivate var schema: [String: JSONValue] {
    [
      "type": .string(isWhole ? "integer" : "number"), "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound),
    ]
  }
}

extension DurationForm {
  fileprivate var schema: [String: JSONValue] {
    [
      "type": .string("string"), "pattern": .string("^[+]?[0-9.]+([eE][-+]?[0-9]+)?[smhd]$"),
    ]
  }
}

extension TunableForm {
  /// The plain value, or a map with its range.
  fileprivate var schema: [String: JSONValue] {
    let value = JSONValue.object(number.schema)
    func list(_ least: Double, _ most: Double?) -> JSONValue {
      var list: [String: JSONValue] = [
        "type": .string("array"), "items": value, "minItems": .number(least),
      ]
      list["maxItems"] = most.map(JSONValue.number)
      return .object(list)
    }
    let scales = TuneRange.Scale.allCases.map { JSONValue.string($0.rawValue) }
    let switches = JSONValue.array(Self.switches.map(JSONValue.string))
    let range = Self.object(
      [
        "range": list(2, 2), "scale": .object(["enum": .array(scales)]),
        "whole": .object(["enum": switches]),
      ], required: ["range"])
    let choices = Self.object([Self.choicesKey: list(2, nil)], required: [Self.choicesKey])
    let tuned = Self.object(
      [
        Self.valueKey: value,
        Self.tuneKey: .object(["anyOf": .array([list(2, 2), range, choices])]),
      ], required: [Self.valueKey, Self.tuneKey])
    return ["anyOf": .array([value, tuned])]
  }

  private static func object(
    _ properties: [String: JSONValue], required: [String]
  ) -> JSONValue {
    .object([
      "type": .string("object"), "properties": .object(properties),
      "additionalProperties": .bool(false), "required": .array(required.map(JSONValue.string)),
    ])
  }
}

extension TunableForm.Number {
  fileprivate var schema: [String: JSONValue] {
    switch self {
    case .number(let form): form.schema
    case .duration(let form): form.schema
    }
  }
}

extension ReplicationsForm {
  fileprivate static var schemas: [JSONValue] {
    let range: [String: JSONValue] = [
      "type": .string("string"), "pattern": .string("^auto$|\(rangePattern)"),
    ]
    return [.object(worlds.schema), .object(range)]
  }
}
