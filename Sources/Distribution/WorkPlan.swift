internal import DataFiles
package import Experiments
internal import RunStore

/// Runs of arms in worlds, which machines live through in any order, and what they need for it.
///
/// Its text is canonical: one header and a line for each unit, JSON with sorted keys, no blanks, shortest
/// numbers, 64-bit values as hex. It says nothing of dates, hosts, paths or how it is cut into shards.
public struct WorkPlan: Hashable, Sendable {
  /// One run.
  public struct Unit: Hashable, Sendable {
    public let arm: String
    /// Seconds that it takes on some machine; it only orders.
    public let cost: Double
    /// Of a sensitivity analysis, the number of its society or of its point.
    public let point: Int?
    /// Number of the replication, which all arms share.
    public let replication: Int
    /// Digest of the scenario.
    public let scenario: String
    /// Of the scenario: with the number of the replication it names every draw.
    public let seed: UInt64
    /// What the world is for.
    package let space: WorldSpace
  }

  /// How plans are written.
  public static let format = "feedlab-plan/2"

  /// ``FeedLab/simulation`` and ``ArithmeticFingerprint`` of who planned.
  public let simulation: String
  public let fingerprint: String
  /// Digests of the files of the store that it needs, by what they are.
  public let inputs: [String: String]
  /// The id of the plan whose gathering asked for this one.
  public let parent: String?
  public let units: [Unit]
  /// What is written.
  public let text: String

  /// SHA-256 of the text, in hex.
  public var id: String { SHA256.hexDigest(of: text) }

  /// Seconds of all units.
  public var cost: Double { units.reduce(0) { $0 + $1.cost } }

  init(
    inputs: [String: String], parent: String?, units: [Unit],
    simulation: String = FeedLab.simulation,
    fingerprint: String = ArithmeticFingerprint.current
  ) {
    self.simulation = simulation
    self.fingerprint = fingerprint
    self.inputs = inputs
    self.parent = parent
    self.units = units
    let lines = units.map { $0.json.canonical + "\n" }.joined()
    let header = JSONValue.object([
      "digest": .string(Self.digest(of: lines)),
      "fingerprint": .string(fingerprint),
      "format": .string(Self.format),
      "inputs": .object(inputs.mapValues { .string(Self.digestPrefix + $0) }),
      "parent": parent.map(JSONValue.string) ?? .null,
      "sim_abi": .string(simulation),
      "units": .whole(UInt64(units.count)),
    ])
    text = header.canonical + "\n" + lines
  }

  static func digest(of lines: String) -> String { SHA256.hexDigest(of: lines) }

  static let digestPrefix = "sha256:"
}

extension WorkPlan.Unit {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "arm": .string(arm), "cost": .number(cost), "rep": .whole(UInt64(replication)),
      "scenario": .string(WorkPlan.digestPrefix + scenario),
      "seed": .string(Self.hex(seed)),
    ]
    if let point { members["point"] = .whole(UInt64(point)) }
    if space != .compare { members["space"] = .string("\(space)") }
    return .object(members)
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The number of its world among all worlds of the seed.
  var world: UInt32 { space.world(replication) }
}
