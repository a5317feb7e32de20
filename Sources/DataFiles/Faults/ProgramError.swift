/// An error that knows how a program ends with it, so that no caller in between repeats it.
public protocol ProgramError: Error, CustomStringConvertible {
  var exitCode: ExitCode { get }
  /// Whether its text begins with the location of a fault in a file, which stands first on a line.
  var isLocated: Bool { get }
}

extension ProgramError {
  public var isLocated: Bool { false }
}
