public import DataFiles

/// A trace that cannot be read, with what is wrong in it.
public struct InvalidTrace: Error, Hashable, Sendable {
  /// Those of `run.json` first, then those of each table in the order of ``TraceTable``, by line, the
  /// first twenty of each; at least one.
  public let faults: [LocatedFault]
}

extension InvalidTrace: ProgramError {
  public var exitCode: ExitCode { .invalidData }
  public var isLocated: Bool { true }
  /// A line for each fault.
  public var message: Message { .lines(faults.map(\.message)) }
}
