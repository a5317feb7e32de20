/// An error that knows how a program ends with it, so that no caller in between repeats it.
public protocol ProgramError: Error, CustomStringConvertible {
  var exitCode: ExitCode { get }
  /// What went wrong and what to do, for standard error.
  var message: Message { get }
  /// Whether its text begins with the location of a fault in a file, which stands first on a line.
  var isLocated: Bool { get }
}

extension ProgramError {
  public var isLocated: Bool { false }
  public var description: String { message.text }
}
