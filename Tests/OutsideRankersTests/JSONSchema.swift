import DataFiles
import Foundation

/// A JSON Schema with the keywords that `docs/reference/ranker-protocol.schema.json` has.
struct JSONSchema {
  private let root: JSONValue

  /// Where the repository is.
  static let repository = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "../..").standardized.path()

  /// Reads a schema of the reference.
  init(named name: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: "\(Self.repository)docs/reference/\(name)"))
    root = try PositionedJSON([UInt8](bytes), file: name).value
  }

  /// What is wrong with a message; empty for nothing.
  func faults(in text: some StringProtocol) throws -> [String] {
    faults(in: try PositionedJSON(Array(text.utf8), file: "message").value, by: root, at: "")
  }

  private func faults(in value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, argument in
      faults(in: value, by: keyword, argument, of: keywords, at: path)
    }
  }

  private func faults(
    in value: JSONValue, by keyword: String, _ argument: JSONValue, of schema: [String: JSONValue],
    at path: String
  ) -> [String] {
    switch (keyword, argument, value) {
    case ("$schema", _, _), ("title", _, _), ("description", _, _), ("$defs", _, _): []
    case ("$ref", .string(let name), _): faults(in: value, by: definition(name), at: path)
    case ("oneOf", .array(let choices), _):
      choices.count { faults(in: value, by: $0, at: path).isEmpty } == 1
        ? []
        : choices.flatMap { faults(in: value, by: $0, at: path) } + ["\(path): not one of these"]
    case ("not", _, _):
      faults(in: value, by: argument, at: path).isEmpty
        ? ["\(path): \(argument.canonical) must not hold"] : []
    case ("enum", .array(let values), _):
      values.contains(value) ? [] : ["\(path): not in \(argument.canonical)"]
    case ("const", _, _): value == argument ? [] : ["\(path): not \(argument.canonical)"]
    case ("type", .string(let type), _): has(value, type) ? [] : ["\(path): no \(type)"]
    case ("required", .array(let names), .object(let members)):
      names.filter { if case .string(let name) = $0 { members[name] == nil } else { true } }
        .map { "\(path): without \($0.canonical)" }
    case ("properties", .object(let properties), .object(let members)):
      members.flatMap { name, member in
        properties[name].map { faults(in: member, by: $0, at: "\(path)/\(name)") } ?? []
      }
    case ("additionalProperties", _, .object(let members)):
      members.flatMap { faults(in: $1, by: argument, at: "\(path)/\($0)") }
    case ("items", _, .array(let elements)):
      elements.flatMap { faults(in: $0, by: argument, at: "\(path)/items") }
    case ("minItems", .number(let least), .array(let elements)):
      Double(elements.count) >= least ? [] : ["\(path): too short"]
    case ("maxItems", .number(let most), .array(let elements)):
      Double(elements.count) <= most ? [] : ["\(path): too long"]
    case ("minimum", .number(let least), .number(let number)):
      number >= least ? [] : ["\(path): below \(least)"]
    case ("maximum", .number(let greatest), .number(let number)):
      number <= greatest ? [] : ["\(path): above \(greatest)"]
    case ("pattern", .string(let pattern), .string(let text)):
      text.range(of: pattern, options: .regularExpression) != nil ? [] : ["\(path): not \(pattern)"]
    case ("required", _, _), ("properties", _, _), ("additionalProperties", _, _), ("items", _, _),
      ("minItems", _, _), ("maxItems", _, _), ("minimum", _, _), ("maximum", _, _),
      ("pattern", _, _):
      // The value is of another type, which 'type' says.
      []
    default: ["\(path): the keyword \(keyword) is not known to this check"]
    }
  }

  private func has(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
      ("number", .whole), ("integer", .whole), ("boolean", .bool), ("null", .null):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }

  /// - Parameter reference: Such as `#/$defs/lane`.
  private func definition(_ reference: String) -> JSONValue {
    guard case .object(let members) = root, case .object(let definitions)? = members["$defs"],
      let definition = definitions[String(reference.dropFirst("#/$defs/".count))]
    else { return .null }
    return definition
  }
}
