package import ArgumentParser
internal import Foundation
package import Scenarios

/// The worlds to simulate, the seed and changes of the scenario.
package struct ExperimentOptions: ParsableArguments {
  package init() {}

  @Option(
    name: [.customShort("n"), .customLong("worlds")], parsing: .unconditional,
    help: ArgumentHelp(
      "Number of parallel worlds; comparisons also accept a range such as 8..64, or auto. Default: the scenario's.",
      valueName: "n"))
  package var n: String?

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a key of the scenario, such as world.members=500.", valueName: "key=value"))
  package var settings: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of worlds to simulate in parallel. Default: one per core.", valueName: "n"))
  package var jobs: Int?

  @Option(help: ArgumentHelp("Seed. Default: the scenario's.", valueName: "s"))
  package var seed: UInt64?

  /// The keys of the scenario that the options set, including the seed.
  package var overrides: [String] { settings + (seed.map { ["seed=\($0)"] } ?? []) }

  package var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

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
    if let jobs, jobs < 1 {
      throw CommandFailure.usage("--jobs \(jobs): expected a number of threads from 1 up")
    }
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
        "-n \(first)..\(most): '\(command)' decides nothing that could end it; expected a number of worlds"
      )
    }
  }
}
