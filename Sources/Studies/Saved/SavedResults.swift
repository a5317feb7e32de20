package import DataFiles
internal import Scenarios

/// The values of an experiment that were saved in a `results.json`, as far as a comparison needs them.
public struct SavedResults: Sendable {
  /// One arm's worlds.
  struct Arm: Sendable {
    let name: String
    /// Values by world number, then by metric id; `nil` where undefined.
    var worlds: [Int: [String: Double?]] = [:]
  }

  /// The path of the file, as the user gave it.
  public let file: String
  /// The version of the FeedLab that saved the file.
  public let version: String
  /// The scenario's name.
  public let scenario: String
  let arms: [Arm]
  /// The margins by metric id.
  let margins: [String: Scenario.Margin.Size]
  /// The seed and the sections of the scenario that all arms share; worlds can be paired only if these are
  /// the same.
  let community: [String: String]

  /// Reads saved results.
  ///
  /// - Parameter file: The path that faults show.
  /// - Throws: The first fault with its location.
  package init(_ bytes: [UInt8], file: String) throws(LocatedFault) {
    let saved: SavedFile = try PositionedDecoder(
      bytes, file: file, otherwise: "this is not a results.json of FeedLab"
    ).decode()
    self.file = file
    version = saved.feedlab
    scenario = saved.scenario.name
    arms = saved.arms.list
    margins = saved.scenario.resolved.metrics.values.mapValues(\.margin.size)
    community = saved.scenario.resolved.community
  }
}

/// The members of the file that are needed.
private struct SavedFile: Decodable {
  let scenario: Scenario
  let feedlab: String
  let arms: Arms

  struct Scenario: Decodable {
    let resolved: Resolved
    let name: String
  }

  /// The scenario with every default written out.
  struct Resolved: Decodable {
    private let seed: PositionedJSON
    private let world: PositionedJSON
    private let behaviour: PositionedJSON
    let metrics: RenamedValues<Metric>

    /// The sections that all arms share, as text.
    var community: [String: String] {
      ["seed": seed, "world": world, "behaviour": behaviour].mapValues(\.value.canonical)
    }
  }

  struct Metric: Decodable { let margin: Margin }

  struct Margin: Decodable {
    let size: Scenarios.Scenario.Margin.Size

    init(from decoder: any Decoder) throws {
      let margin =
        switch try PositionedJSON(from: decoder).content {
        case .number(let text): Scenarios.Scenario.Margin.Size(text)
        case .string(let text) where text.hasSuffix("%"): Scenarios.Scenario.Margin.Size(text)
        default: Scenarios.Scenario.Margin.Size?.none
        }
      guard let margin else { throw decoder.expected(Scenarios.Scenario.Margin.Size.form) }
      size = margin
    }
  }

  struct Arms: Decodable {
    private(set) var list: [SavedResults.Arm] = []

    init(from decoder: any Decoder) throws {
      var arms = try decoder.unkeyedContainer()
      var names: Set<String> = []
      while !arms.isAtEnd {
        let arm = try arms.decode(Arm.self)
        guard names.insert(arm.value.name).inserted else {
          throw arm.decoder.misfit("arm '\(arm.value.name.excerpt)' appears twice")
        }
        list.append(arm.value)
      }
    }
  }

  struct Arm: Decodable {
    private(set) var value: SavedResults.Arm
    let decoder: any Decoder

    private enum CodingKeys: CodingKey { case name, worlds }

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      let members = try decoder.container(keyedBy: CodingKeys.self)
      value = SavedResults.Arm(name: try members.decode(String.self, forKey: .name))
      for world in try members.decode([World].self, forKey: .worlds) {
        guard value.worlds.updateValue(world.values, forKey: world.number) == nil else {
          throw world.decoder.misfit(
            "world \(world.number) of arm '\(value.name.excerpt)' appears twice")
        }
      }
    }
  }

  struct World: Decodable {
    let number: Int
    let values: [String: Double?]
    let decoder: any Decoder

    private enum CodingKeys: CodingKey { case world, metrics }
    private struct Value: Decodable { let value: Double? }

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      let members = try decoder.container(keyedBy: CodingKeys.self)
      number = Int(try members.decode(UInt32.self, forKey: .world))
      values = try members.decode(RenamedValues<Value>.self, forKey: .metrics).values
        .mapValues(\.value)
    }
  }
}
