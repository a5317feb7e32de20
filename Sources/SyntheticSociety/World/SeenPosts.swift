package import SocialFeed

/// The last 32 posts that each member examined.
package struct SeenPosts: Sendable {
  private static let vectors = 2
  private static let none = UInt32.max

  /// Two vectors of sixteen posts a member.
  private var posts: [SIMD16<UInt32>] = []
  private var next: [UInt8] = []

  package init() {}

  mutating func reserveCapacity(members: Int) {
    posts.reserveCapacity(members * Self.vectors)
    next.reserveCapacity(members)
  }

  package mutating func addMember() {
    for _ in 0..<Self.vectors { posts.append(SIMD16(repeating: Self.none)) }
    next.append(0)
  }

  /// Remembers a look at a post.
  ///
  /// - Returns: How many of the last 32 looks before went to it.
  @inline(__always)
  package mutating func look(of member: MemberID, at post: PostID) -> Int {
    let first = member.index * Self.vectors
    let sought = SIMD16(repeating: post.rawValue)
    var hits = SIMD16<UInt32>.zero
    for vector in first..<first + Self.vectors {
      hits.replace(with: hits &+ 1, where: posts[vector] .== sought)
    }
    let index = Int(next[member.index])
    posts[first + index / 16][index % 16] = post.rawValue
    next[member.index] = UInt8((index + 1) % 32)
    return Int(hits.wrappedSum())
  }
}
