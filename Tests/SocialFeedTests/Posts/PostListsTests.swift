import SocialFeed
import TestSupport
import Testing

@Suite struct PostListsTests {
  /// Posts 0 to 5 of member 0, the odd ones for friends only, 4 and 5 with the pet; member 1 is a
  /// friend of member 0, members 2 and 3 are not.
  private func community() throws -> Community {
    var community = Community(members: 4)
    let pet = try community.addPet(owner: member(0), name: "Mo", type: "cat")
    try community.befriend(member(0), member(1), now: 0)
    for number in 0..<6 {
      try community.publish(
        author: member(0), category: category(0),
        privacy: number % 2 == 0 ? .everyone : .friendsOnly, pet: number < 4 ? nil : pet, now: 0)
    }
    return community
  }

  @Test func `a profile has what the viewer sees of a member's posts, newest first`() throws {
    let community = try community()
    try expectEqual(community.posts(by: member(0), for: member(1)), posts(5, 4, 3, 2, 1, 0))
    try expectEqual(community.posts(by: member(0), for: member(2)), posts(4, 2, 0))
    try expectEqual(community.posts(by: member(0), for: nil, limit: 2), posts(4, 2))
    try expectEqual(community.posts(by: member(0), for: nil, before: PostID(2), limit: 2), posts(0))
    try expectEqual(community.posts(by: member(0), for: nil, before: PostID(0)), [])
    try expectEqual(community.posts(by: member(0), for: nil, before: PostID(3)), posts(2, 0))
    try expectEqual(
      community.posts(by: member(0), for: nil, before: PostID(rawValue: .max)).count, 3)
    try expectEqual(community.posts(by: member(3), for: nil), [])
  }

  @Test func `a gallery has what the viewer sees of a pet's posts`() throws {
    var community = try community()
    try expectEqual(community.posts(of: PetID(0), for: member(1)), posts(5, 4))
    try expectEqual(community.posts(of: PetID(0), for: nil), posts(4))
    try community.block(member(0), member(1))
    try expectEqual(community.posts(of: PetID(0), for: member(1)), [])
    try community.delete(PostID(4), by: member(0), now: 1)
    try expectEqual(community.posts(of: PetID(0), for: nil), [])
  }

  @Test func `what was saved is listed while it is visible`() throws {
    var community = try community()
    for number in [3, 0, 4] { try community.save(PostID(number), by: member(1), now: 1) }
    try expectEqual(community.savedPosts(of: member(1)), posts(4, 3, 0))
    try expectEqual(community.savedPosts(of: member(1), limit: 2), posts(4, 3))
    try expectEqual(community.savedPosts(of: member(1), before: PostID(3)), posts(0))
    try expectEqual(community.savedPosts(of: member(1), before: PostID(rawValue: .max)).count, 3)
    try community.unfriend(member(0), member(1))
    try expectEqual(community.savedPosts(of: member(1)), posts(4, 0))
    try expectEqual(community.savedPosts(of: member(2)), [])
    for number in [3, 0, 4] { try community.unsave(PostID(number), by: member(1), now: 2) }
    try expectEqual(community.savedPosts(of: member(1)), [])
  }

  @Test func `who liked and who voted is listed page by page, without who is blocked`() throws {
    var community = try community()
    community.rotateContests(now: 0)
    try community.enter(PostID(0), by: member(0), now: 0)
    for number in [3, 1, 2] {
      try community.like(PostID(0), by: member(number), now: 1)
      try community.vote(for: PostID(0), by: member(number), now: 1)
    }
    try community.voteAsFriend(for: PostID(1), by: member(1), now: 1)
    let all = [member(1), member(2), member(3)]
    try expectEqual(community.likers(of: PostID(0), for: nil), all)
    try expectEqual(community.likers(of: PostID(0), for: nil, limit: 2), [member(1), member(2)])
    try expectEqual(community.likers(of: PostID(0), for: nil, after: member(2)), [member(3)])
    try expectEqual(community.voters(for: PostID(0), for: member(0)), all)
    try expectEqual(community.voters(for: PostID(2), for: member(0)), [])
    try expectEqual(community.friendVoters(for: PostID(1), for: member(1)), [member(1)])
    try community.block(member(1), member(3))
    try expectEqual(community.likers(of: PostID(0), for: member(1)), [member(1), member(2)])
    // A page is full though somebody in front of its last is blocked.
    let pages = try [nil, member(1)].map {
      try community.likers(of: PostID(0), for: member(3), after: $0, limit: 1)
    }
    expectEqual(pages, [[member(2)], [member(2)]])
    #expect(throws: PostListError.notVisible(PostID(1))) {
      try community.likers(of: PostID(1), for: member(2))
    }
  }

  @Test func `what there is not, and pages of none, are refused`() throws {
    let community = try community()
    let (nobody, nothing) = (member(4), PostID(6))
    #expect(throws: PostListError.unknownMember(nobody)) {
      try community.posts(by: nobody, for: nil)
    }
    #expect(throws: PostListError.unknownMember(nobody)) {
      try community.posts(by: member(0), for: nobody)
    }
    #expect(throws: PostListError.unknownPet(PetID(1))) {
      try community.posts(of: PetID(1), for: nil)
    }
    #expect(throws: PostListError.unknownMember(nobody)) {
      try community.savedPosts(of: nobody)
    }
    for list in [Community.likers, Community.voters, Community.friendVoters] {
      #expect(throws: PostListError.unknownPost(nothing)) {
        try list(community)(nothing, nil, nil, 1)
      }
      #expect(throws: PostListError.unknownMember(nobody)) {
        try list(community)(PostID(0), nobody, nil, 1)
      }
      #expect(throws: PostListError.pageTooSmall(0)) {
        try list(community)(PostID(0), nil, nil, 0)
      }
    }
    #expect(throws: PostListError.pageTooSmall(-1)) {
      try community.posts(by: member(0), for: nil, limit: -1)
    }
    #expect(throws: PostListError.pageTooSmall(0)) {
      try community.savedPosts(of: member(0), limit: 0)
    }
  }

  @Test(arguments: [
    (PostListError.unknownMember(member(5)), "there is no member 5"),
    (.unknownPet(PetID(5)), "there is no pet 5"),
    (.unknownPost(PostID(5)), "there is no post 5"),
    (.notVisible(PostID(5)), "post 5 is not visible to the member"),
    (.pageTooSmall(0), "a page of 0 is asked for; the least is 1"),
  ])
  func `an error says what is wrong`(error: PostListError, message: String) {
    expectEqual("\(error)", message)
  }
}
