/// A trace that cannot be written.
public struct UnwritableTrace: Error, Hashable, Sendable {
  /// Where it was to be.
  public let path: String
  public let reason: String
}

extension UnwritableTrace: CustomStringConvertible {
  public var description: String { "cannot write the trace \(path): \(reason)" }
}
