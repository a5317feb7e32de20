internal import FeedMetrics
package import Scenarios

/// The values of an experiment that were saved in a `results.json`: what a comparison needs of them.
public struct SavedResults: Sendable {
  /// One arm's worlds.
  struct Arm: Sendable {
    let name: String
    /// By the world's number, then by the metric's id; `nil` where undefined.
    var worlds: [Int: [String: Double?]] = [:]
  }

  /// Its path, as the user gave it.
  public let file: String
  /// Of the FeedLab that saved it.
  public let version: String
  /// The scenario's name.
  public let scenario: String
  let arms: [Arm]
  /// The smallest effects that matter, by the metric's id.
  let margins: [String: Scenario.Margin.Size]
  /// The seed and all of the scenario that worlds share whatever the arm; what is compared by pairs is
  /// of the same community.
  let community: [String: String]

  /// Reads saved results.
  ///
  /// - Parameter file: Path by which faults name it.
  /// - Throws: The first thing that is wrong, and where.
  package init(_ bytes: [UInt8], file: String) throws(JSONFault) {
    let reader = SavedReader(bytes: bytes, file: file)
    let root = try reader.root()
    let scenario = try reader.member("scenario", of: root)
    let resolved = try reader.member("resolved", of: scenario)
    self.file = file
    version = try reader.text(reader.member("feedlab", of: root))
    self.scenario = try reader.text(reader.member("name", of: scenario))
    arms = try reader.arms(reader.member("arms", of: root))
    margins = try reader.margins(resolved)
    community = try reader.community(resolved)
  }
}

/// Takes what is needed out of a file, or says what is wrong with it.
private struct SavedReader {
  let bytes: [UInt8]
  let file: String

  func root() throws(JSONFault) -> PositionedJSON { try PositionedJSON(bytes, file: file) }

  func fault(_ message: String, at value: PositionedJSON) -> JSONFault {
    JSONFault(file: file, bytes: bytes, offset: value.offset, message: message)
  }

  func object(_ value: PositionedJSON) throws(JSONFault) -> [String: PositionedJSON] {
    guard case .object(let members) = value.content else {
      throw fault("expected an object, found \(value.summary)", at: value)
    }
    return members
  }

  func list(_ value: PositionedJSON) throws(JSONFault) -> [PositionedJSON] {
    guard case .array(let elements) = value.content else {
      throw fault("expected a list, found \(value.summary)", at: value)
    }
    return elements
  }

  func member(_ name: String, of value: PositionedJSON) throws(JSONFault) -> PositionedJSON {
    guard let member = try object(value)[name] else {
      throw fault("'\(name)' is missing; these are no results of FeedLab", at: value)
    }
    return member
  }

  func text(_ value: PositionedJSON) throws(JSONFault) -> String {
    guard case .string(let text) = value.content else {
      throw fault("expected a text, found \(value.summary)", at: value)
    }
    return text
  }

  /// A finite number, or `nil` for null.
  func number(_ value: PositionedJSON) throws(JSONFault) -> Double? {
    if case .null = value.content { return nil }
    guard case .number(let text) = value.content, let number = Double(text), number.isFinite else {
      throw fault("expected a number or null, found \(value.summary)", at: value)
    }
    return number
  }

  func arms(_ value: PositionedJSON) throws(JSONFault) -> [SavedResults.Arm] {
    var arms: [SavedResults.Arm] = []
    for element in try list(value) {
      let name = try text(member("name", of: element))
      guard !arms.contains(where: { $0.name == name }) else {
        throw fault("arm '\(name.excerpt)' is there twice", at: element)
      }
      var arm = SavedResults.Arm(name: name)
      for world in try list(member("worlds", of: element)) { try add(world, to: &arm) }
      arms.append(arm)
    }
    return arms
  }

  private func add(_ world: PositionedJSON, to arm: inout SavedResults.Arm) throws(JSONFault) {
    let number = try member("world", of: world)
    guard case .number(let text) = number.content, let index = Int(text), index >= 0 else {
      throw fault("expected the number of a world, found \(number.summary)", at: number)
    }
    guard arm.worlds[index] == nil else {
      throw fault("world \(index) of arm '\(arm.name.excerpt)' is there twice", at: world)
    }
    var values: [String: Double?] = [:]
    let metrics = try object(member("metrics", of: world))
    for (id, value) in metrics.sorted(by: { $0.key < $1.key }) {
      values.updateValue(try self.number(member("value", of: value)), forKey: id)
    }
    arm.worlds[index] = values
  }

  /// The margins of the scenario with every default written out.
  func margins(_ resolved: PositionedJSON) throws(JSONFault) -> [String: Scenario.Margin.Size] {
    var margins: [String: Scenario.Margin.Size] = [:]
    for (id, metric) in try object(member("metrics", of: resolved)).sorted(by: { $0.key < $1.key })
    {
      let margin = try member("margin", of: metric)
      switch margin.content {
      case .number(let text): margins[id] = Double(text).map { .absolute($0) }
      case .string(let text) where text.hasSuffix("%"):
        margins[id] = Double(text.dropLast()).map { .relative($0 / 100) }
      default: throw fault("expected a margin, found \(margin.summary)", at: margin)
      }
    }
    return margins
  }

  /// What a scenario's worlds share, key by key as text.
  func community(_ resolved: PositionedJSON) throws(JSONFault) -> [String: String] {
    var community: [String: String] = [:]
    for name in ["seed", "world", "behaviour"] {
      community[name] = Self.canonical(try member(name, of: resolved))
    }
    return community
  }

  private static func canonical(_ value: PositionedJSON) -> String {
    switch value.content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text
    case .string(let text): "\"\(text)\""
    case .array(let elements): "[\(elements.map(canonical).joined(separator: ","))]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\($0.key):\(canonical($0.value))" }
        .joined(separator: ",") + "}"
    }
  }
}
