internal import Foundation

/// How the shards of a plan are handed to an engine.
public struct ClusterJob: Sendable {
  /// The plan's units and what they cost, and its id, by whose beginning the job is called.
  public let plan: WorkPlan
  /// Where the store is, as the machines of the engine see it.
  public var store: String
  public var shards: Int
  /// How many shards work at the same time.
  public var slots: Int
  /// Cores of each.
  public var cores: Int
  /// Memory of each, such as `4G`.
  public var memory: Memory
  /// Seconds after which a shard is ended.
  public var timeLimit: Double
  /// How many rounds of the plan's studies are under way besides the oldest of them, each in shards of its own.
  public var lag: Int

  /// - Parameters:
  ///   - shards: As many as ``usualShards(of:slots:)`` when nothing is said.
  public init(
    _ plan: WorkPlan, store: String, shards: Int? = nil, slots: Int, cores: Int = 1,
    memory: Memory, timeLimit: Double, lag: Int = 0
  ) {
    self.plan = plan
    self.store = store
    self.shards = shards ?? Self.usualShards(of: plan, slots: slots)
    self.slots = slots
    self.cores = cores
    self.memory = memory
    self.timeLimit = timeLimit
    self.lag = lag
  }

  /// Four for each slot, so that those that end early take from the others; but not so many that one has less
  /// than ten minutes of work, nor more than the array that Slurm allows when nobody changed it.
  public static func usualShards(of plan: WorkPlan, slots: Int) -> Int {
    let worthwhile = Int((plan.cost / leastWork).rounded(.down))
    return max(1, min(4 * slots, largestArray, worthwhile, plan.units.count))
  }

  private static let leastWork = 600.0
  private static let largestArray = 1000

  /// What jobs and folders are called.
  public var name: String { "feedlab-\(shortID)" }

  var shortID: Substring { plan.id.prefix(8) }

  /// Where the store has the plan.
  var planPath: String { "\(store)/plans/\(plan.id).jsonl" }

  /// Bytes, as engines write them.
  public struct Memory: Hashable, Sendable, CustomStringConvertible {
    /// Mebibytes.
    public let mebibytes: Int

    /// - Parameter text: Such as `500M` or `4G`; `nil` for what is none.
    public init?(_ text: String) {
      guard let unit = text.last, let number = Int(text.dropLast()), number > 0 else { return nil }
      switch unit {
      case "M": mebibytes = number
      case "G": mebibytes = number * 1024
      default: return nil
      }
    }

    public var description: String {
      mebibytes.isMultiple(of: 1024) ? "\(mebibytes / 1024)G" : "\(mebibytes)M"
    }
  }
}
