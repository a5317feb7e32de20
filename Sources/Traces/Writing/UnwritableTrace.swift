public import DataFiles

/// A trace that cannot be written.
public struct UnwritableTrace: Error, Hashable, Sendable {
  /// The path that could not be written.
  public let path: String
  public let reason: String
  /// That of wrong usage where another path would do.
  public let exitCode: ExitCode

  init(path: String, reason: String, exitCode: ExitCode = .unfinished) {
    (self.path, self.reason, self.exitCode) = (path, reason, exitCode)
  }
}

extension UnwritableTrace: ProgramError {
  public var message: Message { "cannot write the trace \(path): \(reason)" }
}
