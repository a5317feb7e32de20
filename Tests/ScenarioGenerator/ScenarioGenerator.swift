internal import DataFiles
package import Scenarios
internal import SocialFeed
internal import TestSupport

/// Makes random scenarios whose values are at and between the ends of their ranges.
///
/// The scenarios are drawn from the JSON Schema, which is made from the declarations of the keys, so that
/// every key, ranker and range of a scenario can occur. What a schema cannot express, such as that a duration
/// fits to another, is left to the program's own check: the keys that its faults name are removed.
package struct ScenarioGenerator {
  private var random: SeededGenerator
  private static let schema = Schema()

  /// The same seed gives the same scenarios in every process.
  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The text of a scenario whose values have the right forms, though some may contradict each other.
  package mutating func text() -> String { document().canonical }

  /// A scenario without faults, and its text.
  ///
  /// - Parameter overrides: Values that it has in any case, such as `world.members=8`.
  package mutating func scenario(overrides: [String]) -> (text: String, scenario: Scenario) {
    while true {
      var document = document()
      repeat {
        let text = document.canonical
        do throws(InvalidScenario) {
          let scenario = try Scenario.parse(
            Array(text.utf8), file: "random.yml", overrides: overrides)
          return (text, scenario)
        } catch {
          let before = document
          for fault in error.faults { document.remove(fault.key) }
          if document == before { break }
        }
      } while true
    }
  }

  private mutating func document() -> JSONValue {
    value(Self.schema.root, key: "", depth: 0) ?? .object([:])
  }
}

// MARK: - Values of a schema

private struct Schema {
  let root: [String: JSONValue]
  private let definitions: [String: JSONValue]

  init() {
    guard let json = try? PositionedJSON(Array(ScenarioDescription.jsonSchema.utf8), file: ""),
      let root = json.value.members
    else { preconditionFailure("the schema is no JSON") }
    self.root = root
    definitions = root["$defs"]?.members ?? [:]
  }

  /// The schema that another one refers to, or the schema itself.
  func resolved(_ schema: [String: JSONValue]) -> [String: JSONValue] {
    guard case .string(let path)? = schema["$ref"], let name = path.split(separator: "/").last
    else { return schema }
    return definitions[String(name)]?.members ?? [:]
  }
}

extension ScenarioGenerator {
  /// Names of arms and groups: few, so that what names an arm often names one that there is.
  private static let names = ["a", "b", "c-2", "long-half-life"]
  /// Rankers in rankers end at this depth.
  private static let deepest = 8

  /// A value of a schema; `nil` where none can be made, as of the path of a file.
  private mutating func value(
    _ schema: [String: JSONValue], key: String, depth: Int
  ) -> JSONValue? {
    let schema = Self.schema.resolved(schema)
    if let constant = schema["const"] { return constant }
    if let choices = schema["enum"]?.elements { return choices.randomElement(using: &random) }
    if let forms = schema["anyOf"]?.elements {
      let all = forms.compactMap(\.members)
      let form = depth < Self.deepest ? all.randomElement(using: &random) : all.first
      return form.flatMap { value($0, key: key, depth: depth) }
    }
    switch schema["type"] {
    case .string("object")?: return object(schema, key: key, depth: depth)
    case .string("array")?: return list(schema, key: key, depth: depth)
    case .string("integer")?, .string("number")?: return number(schema)
    default: return text(schema, key: key)
    }
  }

  private mutating func object(
    _ schema: [String: JSONValue], key: String, depth: Int
  ) -> JSONValue? {
    var members: [String: JSONValue] = [:]
    let required = schema["required"]?.elements ?? []
    // In their order, so that a seed always gives the same.
    let properties = (schema["properties"]?.members ?? [:]).sorted { $0.key < $1.key }
    for (name, property) in properties {
      let isRequired = required.contains(.string(name))
      guard isRequired || random.unit() < (depth == 0 ? 0.5 : 0.2) else { continue }
      guard let value = value(property.members ?? [:], key: name, depth: depth + 1) else {
        if isRequired { return nil }
        continue
      }
      members[name] = value
    }
    if let form = schema["additionalProperties"]?.members {
      let names = schema["propertyNames"]?.members ?? [:]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard let name = self.name(names), let value = value(form, key: name, depth: depth + 1)
        else { continue }
        members[name] = value
      }
      if key == "groups" { Self.bringToSum1(&members) }
    }
    return .object(members)
  }

  /// Shares of a whole, the last of them the rest; no schema can say so.
  private static func bringToSum1(_ shares: inout [String: JSONValue]) {
    let names = shares.keys.sorted()
    for name in names { shares[name] = .number(0) }
    let share = 1 / Double(names.count)
    for name in names.dropFirst() { shares[name] = .number(share) }
    let rest = names.dropFirst().reduce(1.0) { rest, _ in rest - share }
    shares[names[0]] = .number(rest)
  }

  private mutating func name(_ schema: [String: JSONValue]) -> String? {
    let forms = schema["anyOf"]?.elements?.compactMap(\.members) ?? [schema]
    if let choices = forms.lazy.compactMap({ $0["enum"]?.elements }).first {
      guard case .string(let name)? = choices.randomElement(using: &random) else { return nil }
      return name
    }
    // A pattern of names in kebab-case, or of weights, to which the first two of the names fit as well.
    return schema["pattern"] == KebabName.schema["pattern"]
      ? Self.names.randomElement(using: &random) : Self.names[..<2].randomElement(using: &random)
  }

  private mutating func list(
    _ schema: [String: JSONValue], key: String, depth: Int
  ) -> JSONValue? {
    guard let items = schema["items"]?.members else { return nil }
    let least = schema["minItems"]?.finite ?? 0
    let most = schema["maxItems"]?.finite ?? least + 2
    var elements: [JSONValue] = []
    for _ in 0..<Int.random(in: Int(least)...Int(most), using: &random) {
      guard let element = value(items, key: key, depth: depth + 1) else { return nil }
      if schema["uniqueItems"] == .bool(true), elements.contains(element) { continue }
      elements.append(element)
    }
    return .array(elements)
  }

  /// One end, the other, the default, or something between on a plain or a logarithmic scale.
  private mutating func number(_ schema: [String: JSONValue]) -> JSONValue? {
    guard let low = schema["minimum"]?.finite else { return nil }
    if case .whole(let most)? = schema["maximum"] {
      let any = UInt64.random(in: 0...most, using: &random)
      return .whole([0, 1, most, any].randomElement(using: &random)!)
    }
    let high = schema["maximum"]?.finite ?? low
    let share =
      switch Int.random(in: 0..<5, using: &random) {
      case 0: 0.0
      case 1: 1.0
      case 2: random.unit()
      case 3: random.unit() * 1e-3
      default: -1.0
      }
    if share < 0, let value = schema["default"] { return value }
    let number = share == 1 ? high : min(high, low + max(share, 0) * (high - low))
    return .number(schema["type"] == .string("integer") ? number.rounded() : number)
  }

  private mutating func text(_ schema: [String: JSONValue], key: String) -> JSONValue? {
    if let examples = schema["examples"]?.elements { return examples.randomElement(using: &random) }
    if let value = schema["default"], random.unit() < 0.5 { return value }
    if schema["pattern"] == KebabName.schema["pattern"] {
      return Self.names.randomElement(using: &random).map(JSONValue.string)
    }
    // Other free texts name files.
    return key == "score" ? .string(formula(depth: 4)) : nil
  }
}

// MARK: - Formulas

extension ScenarioGenerator {
  private static let operators = [
    "+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "and", "or",
  ]
  private static let numbers = ["0", "1", "-1", "0.5", "1e-300", "1e300", "24", "1000000"]

  /// A formula over features, functions and numbers.
  package mutating func formula(depth: Int) -> String {
    guard depth > 0, random.unit() < 0.8 else {
      return random.unit() < 0.5
        ? RankerFeature.allCases.randomElement(using: &random)!.name
        : Self.numbers.randomElement(using: &random)!
    }
    if random.unit() < 0.5 {
      let sign = Self.operators.randomElement(using: &random)!
      return "(\(formula(depth: depth - 1)) \(sign) \(formula(depth: depth - 1)))"
    }
    let function = FormulaFunction.allCases.randomElement(using: &random)!
    let count = function.signature.count { $0 == "," } + 1
    let arguments = (0..<count).map { _ in formula(depth: depth - 1) }
    return "\(function.name)(\(arguments.joined(separator: ", ")))"
  }
}

// MARK: - Parts of JSON values

extension JSONValue {
  fileprivate var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  fileprivate var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  fileprivate var finite: Double? {
    switch self {
    case .number(let number): number
    case .whole(let number): Double(number)
    default: nil
    }
  }

  /// Removes the value of a key such as `world.members`, or the nearest one above that there is.
  fileprivate mutating func remove(_ key: String) {
    remove(key.split(outsideParenthesesAt: ".").map(String.init)[...])
  }

  private mutating func remove(_ path: ArraySlice<String>) {
    guard let name = path.first, case .object(var members) = self, let inner = members[name]
    else { return }
    members[name] = nil
    if var inner = inner.members.map(JSONValue.object), path.count > 1 {
      let before = inner
      inner.remove(path.dropFirst())
      if inner != before { members[name] = inner }
    }
    self = .object(members)
  }
}
