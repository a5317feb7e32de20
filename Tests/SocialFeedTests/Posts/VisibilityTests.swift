import SocialFeed
import TestSupport
import Testing

@Suite struct VisibilityTests {
  /// Member 0 is the author, 1 a friend, 2 a follower, 3 a stranger; `nil` is not known.
  private let viewers: [MemberID?] = [member(0), member(1), member(2), member(3), nil]

  private func community() throws -> Community {
    var community = Community(members: 4)
    try community.befriend(member(0), member(1), now: 0)
    try community.follow(member(2), member(0), now: 0)
    for privacy in Privacy.allCases {
      try community.publish(author: member(0), category: category(0), privacy: privacy, now: 0)
    }
    return community
  }

  private func visible(in community: Community) -> [[Bool]] {
    Privacy.allCases.indices.map { post in
      viewers.map { community.isVisible(PostID(post), to: $0) }
    }
  }

  @Test func `the public posts of a private account are for its followers and friends`() throws {
    var community = try community()
    try community.setPrivate(true, for: member(0), now: 1)
    try community.follow(member(3), member(0), now: 1)  // is a request
    expectEqual(
      visible(in: community),
      [
        [true, true, true, false, false],
        [true, true, false, false, false],
        [true, false, false, false, false],
      ])
    try community.approveFollow(of: member(3), by: member(0), now: 2)
    #expect(community.isVisible(PostID(0), to: member(3)))
  }

  /// Whether the friend, the follower and the stranger see a post, for each of the cases in their order.
  private let seen = [
    PostVisibility.everyone: [true, true, true], .followers: [true, true, false],
    .friends: [true, false, false], .author: [false, false, false],
  ]

  @Test(arguments: [false, true])
  func `visibility says who sees a post that a public or a private account publishes`(
    isPrivate: Bool
  ) throws {
    var community = try community()
    try community.setPrivate(isPrivate, for: member(0), now: 1)
    for (post, privacy) in Privacy.allCases.enumerated() {
      let visibility = PostVisibility(privacy, isAccountPrivate: isPrivate)
      expectEqual(Array(visible(in: community)[post][1...3]), seen[visibility])
    }
  }

  @Test func `a block hides everything, both ways`() throws {
    var community = try community()
    try community.block(member(0), member(3))
    let post = try community.publish(author: member(3), category: category(0), now: 2)
    expectEqual(visible(in: community)[0], [true, true, true, false, true])
    #expect(!community.isVisible(post, to: member(0)) && community.isVisible(post, to: member(1)))
    try community.unblock(member(0), member(3))
    #expect(community.isVisible(PostID(0), to: member(3)))
  }
}
