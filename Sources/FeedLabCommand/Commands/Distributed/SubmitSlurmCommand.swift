internal import ArgumentParser
internal import DataFiles
internal import Distribution
internal import Foundation
internal import Studies

/// Where the results of a submitted plan go.
struct GatheredFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Output folder. Default: the plan's name without .jsonl.", valueName: "dir"
    ), completion: .directory)
  var out: String?
}

/// Submits a plan to Slurm.
struct SubmitSlurmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slurm",
    abstract: "Hand a plan to Slurm.",
    discussion: """
      Submits an array of shards, and a job after it that gathers. If units are missing, or a tuning or an \
      experiment continues, that job submits them and itself again, so that no process waits for the \
      queue. Each round of a tuning with a lag has its own array and job. The scripts and their output go \
      to logs/ in the store. All nodes must see the plan, the store and feedlab.

      Example:
        feedlab submit slurm town.jsonl --slots 64 --time-limit 2h --dry-run
      """)

  @OptionGroup var cluster: ClusterOptions

  @OptionGroup(title: OptionSection.output) var gathered: GatheredFolder

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @Flag(help: "Print the scripts and the commands without submitting them.")
  var dryRun = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often missing units are submitted again.", valueName: "n"))
  var rounds = 3

  @Option(help: ArgumentHelp("Partition. Default: the cluster's.", valueName: "name"))
  var partition: String?

  @Option(
    help: ArgumentHelp(
      "Features that nodes must have, such as a kind of processor.", valueName: "list"))
  var constraint: String?

  @Option(
    help: ArgumentHelp(
      "Path of feedlab on the nodes. Default: this program.", valueName: "path"))
  var feedlab: String?

  func run() throws {
    guard rounds >= 0 else {
      throw CommandFailure.usage("--rounds \(rounds): expected a number from 0 up")
    }
    if gathered.out == "" { throw CommandFailure.refused(RefusedOutput.unnamedFolder, at: "--out") }
    let plan = cluster.plan
    let name = plan.hasSuffix(".jsonl") ? String(plan.dropLast(6)) : plan
    try ClusterOptions.check(partition ?? "", of: "--partition")
    try ClusterOptions.check(constraint ?? "", of: "--constraint")
    let scripts = SlurmScripts(
      try cluster.job(), program: try feedlab ?? Self.program(),
      out: ClusterOptions.absolute(gathered.out ?? name), rounds: rounds, partition: partition,
      constraint: constraint)
    guard !dryRun else {
      try StandardStream.output.write(Self.description(of: scripts))
      return
    }
    try write(scripts)
    guard scripts.job.lag == 0 else {
      let gather = try Self.sbatch([scripts.gatherPath, "0", "\(rounds)"])
      StandardStream.error.printLine(
        "feedlab: job \(gather) submits the first rounds of \(scripts.job.plan.units.count) units; those that"
          + " follow gather to \(scripts.out); logs are in \(scripts.folder)")
      return
    }
    let array = try Self.sbatch([scripts.shardsPath])
    let gather = try Self.sbatch([
      "--dependency=afterany:\(array)", scripts.gatherPath, array, "\(rounds)",
    ])
    StandardStream.error.printLine(
      "feedlab: job array \(array) has \(scripts.job.shards)"
        + " \(scripts.job.shards == 1 ? "shard" : "shards") of \(scripts.job.plan.units.count) units; job"
        + " \(gather) gathers to \(scripts.out); logs are in \(scripts.folder)")
  }

  private static func description(of scripts: SlurmScripts) -> String {
    """
    # \(scripts.shardsPath)
    \(scripts.shards)
    # \(scripts.gatherPath)
    \(scripts.gather)
    # What is submitted
    \(scripts.submission)
    """
  }

  private func write(_ scripts: SlurmScripts) throws {
    let folder = try outputs.rule(reading: [cluster.plan])
      .folder(scripts.folder, [.shardScript, .gatherScript])
    do throws(UnwritableOutput) {
      try folder.write(scripts.shards, to: .shardScript)
      try folder.write(scripts.gather, to: .gatherScript)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: scripts.folder)) ?? []
      for name in names where name.hasPrefix(SlurmScripts.markPrefix) {
        let mark = "\(scripts.folder)/\(name)"
        if PathKind(mark) == .file { try? FileManager.default.removeItem(atPath: mark) }
      }
    } catch {
      throw WorkFailure.tryAgain(error.message)
    }
  }

  /// The path of this program.
  private static func program() throws -> String {
    guard let path = CommandEnvironment.current.program else {
      throw CommandFailure.usage(
        "--feedlab: the path of this program is unknown; name its path on the nodes")
    }
    return path.resolvingSymlinksInPath().path(percentEncoded: false)
  }

  /// Submits a job.
  ///
  /// - Returns: Its id, without the cluster's name that may follow.
  private static func sbatch(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sbatch", "--parsable"] + arguments
    process.environment = CommandEnvironment.current.variables
    let (answer, complaint) = (Pipe(), Pipe())
    process.standardOutput = answer
    process.standardError = complaint
    do {
      try process.run()
    } catch {
      throw CommandFailure.unfinished("sbatch cannot be run: \(error.reason)")
    }
    let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let output = String(
      decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let id = text.split { ";\n".contains($0) }.first.map(String.init) ?? ""
    guard process.terminationStatus == 0, !id.isEmpty else {
      let reason = output.trimmingCharacters(in: .whitespacesAndNewlines)
      throw CommandFailure.unfinished(
        process.terminationStatus == 127
          ? "sbatch was not found; run this where Slurm's commands are, or with --dry-run"
          : "sbatch refused the job: \(reason)")
    }
    return id
  }
}
