package import ArgumentParser
internal import DataFiles
internal import Foundation
package import Scenarios

/// Keys of a scenario that the command line sets.
package struct ScenarioSettings: ParsableArguments {
  package init() {}

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a key of the scenario, such as world.members=500.", valueName: "key=value"))
  var settings: [String] = []

  @Option(help: ArgumentHelp("Seed. Default: the scenario's.", valueName: "s"))
  var seed: UInt64?

  /// Each setting as `key=value`, the seed among them.
  package var overrides: [String] { settings + (seed.map { ["seed=\($0)"] } ?? []) }
}

/// How many worlds are simulated.
struct WorldOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .customLong("worlds")], parsing: .unconditional,
    help: ArgumentHelp(
      "Number of parallel worlds; comparisons also accept a range such as 8..64, or auto. Default: the scenario's.",
      valueName: "n"))
  var n: String?
}

/// How often a test may find a difference that is not there.
package struct ErrorRateOptions: ParsableArguments {
  package init() {}

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Type I error rate. Default: the scenario's alpha, or 0.05.", valueName: "a")
  )
  package var alpha: Double?

  /// The type I error rate of `--alpha`, or the scenario's.
  func alpha(else other: Double) throws -> Double {
    guard let alpha else { return min(other, 0.49) }
    guard alpha >= 0.0001, alpha < 0.5 else {
      throw CommandFailure.usage(
        "--alpha \(alpha): expected a number from 0.0001 up to, but not, 0.5")
    }
    return alpha
  }
}

/// How many worlds are simulated at the same time.
package struct JobOptions: ParsableArguments {
  package init() {}

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of worlds to simulate in parallel. Default: one per core.", valueName: "n"))
  package var jobs: Int?

  package var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Refuses a number below 1.
  package func check() throws {
    if let jobs, jobs < 1 {
      throw CommandFailure.usage("--jobs \(jobs): expected a number of threads from 1 up")
    }
  }
}

/// The worlds to simulate, the seed and changes of the scenario.
package struct ExperimentOptions: ParsableArguments {
  package init() {}

  @OptionGroup(title: OptionSection.what) var scenario: ScenarioSettings

  @OptionGroup(title: OptionSection.howSure) var size: WorldOptions

  @OptionGroup var parallel: JobOptions

  package var n: String? { size.n }
  package var jobs: Int? { parallel.jobs }
  package var threads: Int { parallel.threads }

  /// The keys of the scenario that the options set, including the seed.
  package var overrides: [String] { scenario.overrides }

  /// The worlds of `-n`; `nil` for the scenario's.
  package func replications() throws -> Scenario.Replications? {
    guard let n else { return nil }
    guard let replications = ReplicationsForm.replications(n) else {
      throw CommandFailure.usage("-n \(n): expected \(ReplicationsForm.description)")
    }
    return replications
  }

  /// Throws for numbers out of range.
  package func check() throws {
    _ = try replications()
    try parallel.check()
  }

  /// The fixed number of worlds of `-n`; `nil` for the scenario's.
  ///
  /// - Parameter command: The command that needs a fixed number, for the message.
  package func fixedReplications(for command: String) throws -> Int? {
    switch try replications() {
    case nil: return nil
    case .fixed(let worlds): return worlds
    case .looks(let first, let most):
      throw CommandFailure.usage(
        "-n \(first)..\(most): '\(command)' has no stopping rule; expected a number of worlds"
      )
    }
  }
}
