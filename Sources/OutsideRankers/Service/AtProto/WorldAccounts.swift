internal import DataFiles
package import SocialFeed

/// The accounts of a world: unregistered DIDs of the method `plc`, the same in all arms of the world and others for
/// another seed.
package struct WorldAccounts {
  private let world: RankerWorld
  /// By member.
  private var members: [String] = []
  /// The account of the posts that show that all events were read; see ``AtProtoLane``.
  package let sentinel: String
  /// Who looks for it.
  package let observer: String

  package init(world: RankerWorld) {
    self.world = world
    sentinel = Self.did(of: "sentinel", in: world)
    observer = Self.did(of: "observer", in: world)
  }

  /// The DID of a member.
  package mutating func did(of member: MemberID) -> String {
    while members.count <= member.index {
      members.append(Self.did(of: "member \(members.count)", in: world))
    }
    return members[member.index]
  }

  /// Fifteen bytes of a SHA-256 are 24 characters.
  private static func did(of name: String, in world: RankerWorld) -> String {
    var digest = SHA256()
    digest.update(Array("seed \(world.seed) world \(world.number) \(name)".utf8))
    return "did:plc:\(Base32.text(of: digest.digest.prefix(15), by: Base32.usual))"
  }
}
