/// A result that is in a store and cannot be read: no unit is missing, and working again changes nothing.
public struct UnreadableResult: Error, Hashable, Sendable {
  public let path: String
  /// What the system says.
  public let reason: String
  /// Whether it may be readable later, such as on a share that is away.
  public let isTransient: Bool
}

extension UnreadableResult: CustomStringConvertible {
  public var description: String {
    "\(path): this result is there and cannot be read: \(reason); "
      + (isTransient
        ? "try again when the disk answers"
        : "let everyone who works on the store read its files (umask 022), or remove it")
  }
}

extension UnreadableResult {
  /// How work ends for it.
  public var failure: WorkFailure {
    isTransient ? .tryAgain(description) : .usage(description)
  }
}
