internal import DataFiles

extension ScenarioDescription {
  /// A JSON Schema, draft 2020-12, of the whole scenario, for editors and other tools.
  ///
  /// The schema has what JSON Schema can express. That shares have the sum 1, that a baseline is one of the arms
  /// and the like are checked only by FeedLab.
  public static var jsonSchema: String {
    var definitions: [String: JSONValue] = [:]
    var schema = ScenarioForm.map(ScenarioSyntax.root).schema(&definitions)
    schema["$schema"] = .string("https://json-schema.org/draft/2020-12/schema")
    schema["title"] = .string("FeedLab scenario")
    schema["$defs"] = .object(definitions)
    return JSONValue.object(schema).indented
  }
}

extension KeySyntax {
  fileprivate func schema(_ definitions: inout [String: JSONValue]) -> JSONValue {
    var schema = form.schema(&definitions)
    let unit = if case .scalar(let scalar) = form { scalar.unit } else { "" }
    let description = summary + (unit.isEmpty ? "" : " Unit: \(unit).")
    if !description.isEmpty { schema["description"] = .string(description) }
    if let defaultValue { schema["default"] = defaultValue }
    if !source.isEmpty { schema["$comment"] = .string("Source: \(source)") }
    return .object(schema)
  }
}

extension ScenarioForm {
  /// The schema of a form in which no form has a name.
  var schema: [String: JSONValue] {
    var definitions: [String: JSONValue] = [:]
    return schema(&definitions)
  }

  /// - Parameter definitions: Takes in the named forms.
  fileprivate func schema(_ definitions: inout [String: JSONValue]) -> [String: JSONValue] {
    switch self {
    case .scalar(let scalar): return scalar.schema
    case .list(let form, let count):
      return form.list(
        [
          "minItems": .number(Double(count)), "maxItems": .number(Double(count)),
        ], &definitions)
    case .openList(let form, let least, let isSet):
      var schema = form.list(["minItems": .number(Double(least))], &definitions)
      if isSet { schema["uniqueItems"] = .bool(true) }
      return schema
    case .map(let keys): return Self.map(keys, &definitions)
    case .table(let names, let key): return Self.table(names, key, &definitions)
    case .computed(let form): return form().schema(&definitions)
    case .either(let forms):
      return ["anyOf": .array(forms.map { .object($0.schema(&definitions)) })]
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

  /// The schema of a list of this form.
  private func list(
    _ rules: [String: JSONValue], _ definitions: inout [String: JSONValue]
  ) -> [String: JSONValue] {
    var schema = rules
    schema["type"] = .string("array")
    schema["items"] = .object(self.schema(&definitions))
    return schema
  }

  private static func map(
    _ keys: [KeySyntax], _ definitions: inout [String: JSONValue]
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
    _ names: Scalar?, _ key: KeySyntax, _ definitions: inout [String: JSONValue]
  ) -> [String: JSONValue] {
    let allowed = names?.schema ?? KebabName.schema
    var schema: [String: JSONValue] = [
      "type": .string("object"), "propertyNames": .object(allowed),
      "additionalProperties": key.schema(&definitions),
    ]
    if names == nil { schema["minProperties"] = .number(1) }
    return schema
  }
}
