internal import DataFiles
package import SocialFeed

/// The accounts of a world: DIDs of the method `plc`, which nobody has registered, the same in all arms of the world.
package struct WorldAccounts {
  private let world: Int
  /// By member.
  private var members: [String] = []
  /// Who posts what shows that all events were read; see ``AtProtoLane``.
  package let sentinel: String
  /// Who looks for it.
  package let observer: String

  package init(world: Int) {
    self.world = world
    sentinel = Self.did(of: "sentinel", in: world)
    observer = Self.did(of: "observer", in: world)
  }

  /// That of a member.
  package mutating func did(of member: MemberID) -> String {
    while members.count <= member.index {
      members.append(Self.did(of: "member \(members.count)", in: world))
    }
    return members[member.index]
  }

  /// Fifteen bytes of a SHA-256 are 24 characters.
  private static func did(of name: String, in world: Int) -> String {
    var digest = SHA256()
    digest.update(Array("world \(world) \(name)".utf8))
    return "did:plc:\(Base32.text(of: digest.digest.prefix(15), by: Base32.usual))"
  }
}
