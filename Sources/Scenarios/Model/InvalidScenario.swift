public import DataFiles

/// A scenario that cannot be run, with everything that is wrong in it.
public struct InvalidScenario: Error, Hashable, Sendable {
  /// First the scenario file's faults by line and column, then the data files' by name, line and column, then the
  /// overrides' in the order given; at least one.
  public let faults: [LocatedFault]
}

extension FaultList {
  /// One for a scenario.
  static func ofScenario(_ file: String) -> FaultList {
    FaultList(.scenario, file: file, paths: ScenarioSyntax.paths(endingIn:))
  }

  /// - Precondition: There is one.
  func invalidScenario() -> InvalidScenario { InvalidScenario(faults: ordered) }
}

extension InvalidScenario: ProgramError {
  public var exitCode: ExitCode { .invalidData }
  public var isLocated: Bool { true }
  /// A line for each fault.
  public var message: Message { .lines(faults.map(\.message)) }
}
