internal import Foundation

/// A job that simulates the shards of a plan on a cluster.
public struct ClusterJob: Sendable {
  /// The plan; the job's name has the first digits of its id.
  public let plan: WorkPlan
  /// The path of the store on the machines of the cluster.
  public var store: String
  public var shards: Int
  /// How many shards work at the same time.
  public var slots: Int
  /// Cores of each shard.
  public var cores: Int
  /// Memory of each shard, such as `4G`.
  public var memory: Memory
  /// Seconds after which a shard is ended.
  public var timeLimit: Double
  /// How many rounds of the plan's studies may be under way besides the oldest one, each in its own shards.
  public var lag: Int

  /// - Parameters:
  ///   - shards: The number of shards. Default: ``usualShards(of:slots:)``.
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

  /// Four shards for each slot, to balance the load; but each has at least ten minutes of work, and their number is
  /// within Slurm's default limit of a job array.
  public static func usualShards(of plan: WorkPlan, slots: Int) -> Int {
    let worthwhile = Int((plan.cost / leastWork).rounded(.down))
    return max(1, min(4 * slots, largestArray, worthwhile, plan.units.count))
  }

  private static let leastWork = 600.0
  private static let largestArray = 1000

  /// The name of jobs and folders.
  public var name: String { "feedlab-\(shortID)" }

  var shortID: Substring { plan.id.prefix(8) }

  var planPath: String { "\(store)/plans/\(plan.id).jsonl" }

  /// An amount of memory, in the notation of engines.
  public struct Memory: Hashable, Sendable, CustomStringConvertible {
    /// Mebibytes.
    public let mebibytes: Int

    /// - Parameter text: An amount such as `500M` or `4G`.
    /// - Returns: `nil` for other text.
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
