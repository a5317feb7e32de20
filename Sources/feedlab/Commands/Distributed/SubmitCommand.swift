internal import ArgumentParser
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
