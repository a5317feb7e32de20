internal import DataFiles

/// A part of a plan's units: every `count`th of them, longest first.
public struct Shard: Hashable, Sendable {
  /// From 0.
  public let index: Int
  public let count: Int

  /// - Parameters:
  ///   - index: A number from 0, or `auto` for the number in the environment.
  ///   - count: The number of shards.
  ///   - environment: The environment variables that engines set.
  /// - Throws: `usage` for an index outside the range; an index is never taken modulo the count.
  public init(
    _ index: String, of count: Int, environment: [String: String]
  ) throws(WorkFailure) {
    guard count >= 1 else {
      throw .usage("--of \(count): expected a number of shards from 1 up")
    }
    let (source, number) = try Self.number(index, environment)
    guard (0..<count).contains(number) else {
      throw .usage(
        "\(source): there is no shard \(number) of \(count); they are numbered from 0 to \(count - 1)"
      )
    }
    self.index = number
    self.count = count
  }

  /// The variables in which engines number the tasks of an array, in the order of precedence, and the number
  /// of the first task.
  public static let variables: [(name: String, first: Int)] = [
    ("FEEDLAB_SHARD", 0), ("SLURM_ARRAY_TASK_ID", 0), ("JOB_COMPLETION_INDEX", 0),
    ("AWS_BATCH_JOB_ARRAY_INDEX", 0), ("CLOUD_RUN_TASK_INDEX", 0), ("PBS_ARRAY_INDEX", 0),
    ("LSB_JOBINDEX", 1), ("SGE_TASK_ID", 1), ("PARALLEL_SEQ", 1), ("OMPI_COMM_WORLD_RANK", 0),
    ("SLURM_PROCID", 0),
  ]

  private static func number(
    _ index: String, _ environment: [String: String]
  ) throws(WorkFailure) -> (source: String, number: Int) {
    guard index == "auto" else {
      guard let number = Int(index) else {
        throw .usage("--shard \(index): expected a number from 0 up, or auto")
      }
      return ("--shard \(index)", number)
    }
    for (name, first) in variables {
      // Outside an array some engines set the variable to "undefined" or leave it empty.
      guard let text = environment[name], !text.isEmpty, text != "undefined" else { continue }
      guard let number = Int(text) else {
        throw .usage("--shard auto: \(name) is '\(text)', which is not a number")
      }
      return ("--shard auto: \(name) is \(number)", number - first)
    }
    let names = variables.map(\.name).joined(separator: ", ")
    throw .usage("--shard auto: no engine has set the shard's number in any of \(names)")
  }

  /// The indices in a plan of the shard's units, the longest units first.
  public func units(of plan: WorkPlan) -> [Int] {
    let order = plan.units.indices.sorted { a, b in
      (plan.units[b].cost, a) < (plan.units[a].cost, b)
    }
    return stride(from: index, to: order.count, by: count).map { order[$0] }
  }
}
