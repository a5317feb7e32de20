/// An error that knows how a program ends with it, so that no caller in between repeats it.
public protocol ProgramError: Error, CustomStringConvertible {
  var exitCode: ExitCode { get }
  /// Whether its text begins with the location of a fault in a file, which stands first on a line.
  var isLocated: Bool { get }
}

extension ProgramError {
  public var isLocated: Bool { false }
}

/// With what a program ends. Those from 64 are as `sysexits.h` has them.
public enum ExitCode: Int32, Sendable {
  /// It could not finish.
  case unfinished = 1
  /// It was called in a way that cannot be right.
  case usage = 64
  /// A scenario or other data are wrong.
  case invalidData = 65
  /// An input is not there.
  case notFound = 66
  /// The program is wrong.
  case defect = 70
  /// The same command may succeed later.
  case tryAgain = 75
}
