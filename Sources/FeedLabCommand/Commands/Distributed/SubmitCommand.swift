internal import ArgumentParser
internal import DataFiles
internal import Distribution
internal import Foundation
internal import Studies

/// Submits a plan to an existing engine.
struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Hand a plan to Slurm, or write a manifest for Kubernetes.",
    discussion: """
      FeedLab has no scheduler of its own. Ray, Dask, Snakemake and GNU parallel need no command: \
      docs/guide/distribute.md shows what they run.
      """,
    subcommands: [SubmitSlurmCommand.self, SubmitKubernetesCommand.self])
}

/// The options common to all engines.
struct ClusterOptions: ParsableArguments {
  @Argument(help: "The plan.", completion: .file(extensions: ["jsonl"]))
  var plan: String

  @OptionGroup(title: OptionSection.what) var store: StoreOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of shards that run in parallel.", valueName: "n"))
  var slots = 8

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of shards. Default: four for each slot, but none of less than ten minutes.",
      valueName: "n"))
  var shards: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Cores of each shard.", valueName: "n"))
  var cpus = 1

  @Option(help: ArgumentHelp("Memory of each shard, such as 500M.", valueName: "size"))
  var memory = "4G"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time limit of a shard.", valueName: "duration"))
  var timeLimit = "60m"
}

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
    let store = try store.store(of: self.plan)
    try store.check(has: plan)
    let lag = try PlannedStudy.all(of: plan, in: store).map(\.study.lag).max()
    let path = mounted ?? Self.absolute(store.path)
    try Self.check(path, of: mounted == nil ? "the store" : "--mount")
    return ClusterJob(
      plan, store: path, shards: shards, slots: slots, cores: cpus, memory: memory,
      timeLimit: seconds, lag: lag ?? 0)
  }

  /// Throws for a value that would be more than one line of a script or a manifest, or no text.
  ///
  /// - Parameter name: What has the value, as the message names it.
  static func check(_ value: String, of name: String) throws {
    guard let control = value.firstControl else { return }
    throw CommandFailure.usage(
      "\(name) '\(value.plainLine)': expected no control characters, found \(control.codePoint)")
  }

  /// The path from the root, links resolved.
  static func absolute(_ path: String) -> String {
    let text = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
