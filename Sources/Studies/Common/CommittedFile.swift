internal import DataFiles
internal import Experiments

/// The text of a JSON file that is committed with a scenario: with a checksum, so that an edit by hand or by a
/// merge is noticed.
enum CommittedFile {
  private static let checksumKey = "checksum"

  /// The members that are read first, since another format may have other members.
  struct Head: Decodable {
    let format: Int
    let checksum: String
  }

  /// The text of the file: sorted keys, shortest numbers that read back, `null` for undefined values.
  ///
  /// The checksum is the SHA-256 of the canonical text of all other members.
  static func text(_ members: [String: JSONValue]) -> String {
    var members = members
    members[checksumKey] = .string(checksum(of: members))
    return JSONValue.object(members).indented
  }

  /// Whether the content of a file matches its checksum.
  static func isWhole(_ root: PositionedJSON, _ checksum: String) -> Bool {
    guard case .object(var members) = root.value else { return false }
    members[checksumKey] = nil
    return self.checksum(of: members) == checksum
  }

  private static func checksum(of members: [String: JSONValue]) -> String {
    SHA256.hexDigest(of: JSONValue.object(members).canonical)
  }
}
