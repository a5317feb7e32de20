/// A file that a ranker outside of this program is made of, and what is in it.
public struct RankerFile: Hashable, Sendable {
  /// Its path from the scenario's folder, or as the scenario writes it.
  public let name: String
  /// The SHA-256 of its bytes in hex.
  public let digest: String

  public init(name: String, digest: String) {
    self.name = name
    self.digest = digest
  }
}
