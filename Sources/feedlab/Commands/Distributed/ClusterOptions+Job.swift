internal import DataFiles
internal import Distribution
internal import Foundation
internal import Studies

extension ClusterOptions {
  private static let timeLimits = DurationForm(range: 300...31_536_000)

  /// The job that the options describe.
  ///
  /// - Parameter mounted: The path of the store on the engine's machines; `nil` if it is the same as here.
  func job(storeAt mounted: String? = nil) throws -> ClusterJob {
    for (option, count) in [("--slots", slots), ("--shards", shards ?? 1), ("--cpus", cpus)]
    where count < 1 {
      throw CommandFailure.usage("\(option) \(count): expected a number from 1 up")
    }
    guard let memory = ClusterJob.Memory(memory) else {
      throw CommandFailure.usage(
        "--memory '\(memory)': expected a whole number and M or G, such as 500M or 4G")
    }
    guard let seconds = Self.timeLimits.seconds(timeLimit) else {
      throw CommandFailure.usage("--time-limit \(timeLimit): expected \(Self.timeLimits)")
    }
    let plan = try WorkPlan(file: plan)
    let store = store.store(of: self.plan)
    try store.check(has: plan)
    let lag = try PlannedStudy.all(of: plan, in: store).map(\.study.lag).max()
    return ClusterJob(
      plan, store: mounted ?? Self.absolute(store.path), shards: shards, slots: slots,
      cores: cpus, memory: memory, timeLimit: seconds, lag: lag ?? 0)
  }

  /// The path from the root, links resolved.
  static func absolute(_ path: String) -> String {
    let text = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
