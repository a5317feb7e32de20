/// Why a store's files cannot be read or written.
public struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// Whether it may pass: a full disk, or a share that is away.
  public let isTransient: Bool

  /// A result that is there and cannot be read: no run is missing, and simulating it again changes nothing.
  static func unreadable(_ path: String, reason: String, isTransient: Bool) -> StoreFailure {
    StoreFailure(
      description: "\(path): this result is there and cannot be read: \(reason); "
        + (isTransient
          ? "try again when the disk answers"
          : "let everyone who works on the store read its files (umask 022), or remove it"),
      isTransient: isTransient)
  }

  static func unwritable(_ folder: String, reason: String, isTransient: Bool) -> StoreFailure {
    StoreFailure(
      description: "cannot write to \(folder): \(reason)", isTransient: isTransient)
  }
}
