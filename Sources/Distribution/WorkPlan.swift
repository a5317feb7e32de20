internal import DataFiles
package import Experiments
internal import RunStore
public import Studies

/// Runs of arms in worlds, which machines simulate in any order, and the inputs that they need.
///
/// The text of a plan is canonical: a header and a line for each unit, JSON with sorted keys, no blanks,
/// shortest numbers, 64-bit values as hex. It does not depend on dates, hosts, paths or the number of shards.
public struct WorkPlan: Hashable, Sendable {
  /// One run.
  public struct Unit: Hashable, Sendable {
    public let arm: String
    /// Approximate seconds of the run; used only to order units.
    public let cost: Double
    /// The number of the community or of the point, in an analysis that has several.
    public let point: Int?
    /// Number of the replication, which all arms share.
    public let replication: Int
    /// Digest of the scenario.
    public let scenario: String
    /// The scenario's seed, which identifies every draw together with the number of the replication.
    public let seed: UInt64
    /// The purpose of the world.
    package let space: WorldSpace
  }

  /// The format of plans.
  public static let format = "feedlab-plan/2"

  /// `FeedLab.simulation` and `ArithmeticFingerprint` of the program and machine that planned.
  public let simulation: String
  public let fingerprint: String
  /// Digests of the plan's inputs in the store, by `StudyInput.key(_:)`.
  public let inputs: [String: String]
  /// The id of the plan whose gathering made this one.
  public let parent: String?
  public let units: [Unit]
  /// The plan as text.
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

  /// The number of the unit's world among all worlds of the seed.
  var world: UInt32 { space.world(replication) }
}

extension WorkPlan {
  /// Plans the first runs of studies, in an experiment those until its first look, and stores their inputs.
  ///
  /// Runs whose results are in the store are planned too; workers find the results and skip the runs.
  ///
  /// - Parameters:
  ///   - studies: Studies of scenarios with different names.
  ///   - store: The store, made where it does not exist.
  public init(_ studies: [any DistributedStudy], in store: WorkStore) throws(WorkFailure) {
    var inputs: [String: String] = [:]
    var units: [Unit] = []
    for study in studies {
      let planned = try PlannedStudy(study, in: store)
      let known = KnownRuns(planned, in: nil)
      _ = try planned.finding(in: known)
      inputs.merge(planned.inputs) { first, _ in first }
      inputs.merge(try planned.inputs(for: known.missing, in: store)) { first, _ in first }
      units += known.missing.map(planned.unit)
    }
    self.init(inputs: inputs, parent: nil, units: units)
    try store.keep(self)
  }
}
