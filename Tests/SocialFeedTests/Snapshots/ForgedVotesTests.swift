import SocialFeed
import TestSupport
import Testing

/// Votes and leaderboards in a snapshot that no community has.
@Suite struct ForgedVotesTests {
  /// Post 0 of member 0 shows a pet of member 1; member 2 votes for it as a friend and as an entry.
  private func community() throws -> Community {
    var community = Community(members: 3)
    let pet = try community.addPet(owner: member(1), name: "Mo", type: "cat")
    try community.inviteGuardian(member(0), of: pet, by: member(1), now: 0)
    try community.approveGuardianship(of: pet, by: member(0), now: 0)
    try community.befriend(member(0), member(2), now: 0)
    community.rotateContests(now: 0)
    try community.publish(author: member(0), category: category(0), pet: pet, now: 0)
    try community.enter(PostID(0), by: member(0), now: 0)
    try community.voteAsFriend(for: PostID(0), by: member(2), now: 0)
    try community.vote(for: PostID(0), by: member(2), now: 0)
    return community
  }

  @Test(arguments: [0, 1] as [UInt8])
  func `neither the author nor the pet's owner has voted for a post`(voter: UInt8) throws {
    let written = ForgedSnapshot(of: try community())
    func refuses(_ what: String, _ section: SnapshotSection, at index: Int) {
      var forged = written
      expectEqual(forged[section][index], 2)
      forged[section][index] = voter
      #expect(throws: SnapshotError.impossible(what, section: section.name)) {
        try forged.community()
      }
    }
    // Behind how many voted.
    refuses("member \(voter) voted for post 0 of their own", .friendVotes, at: 4)
    // Behind the count of entries, post, contest, time and how many voted.
    refuses("member \(voter) voted for an entry of their own", .entries, at: 21)
  }

  @Test func `a guardian's vote from before is read again`() throws {
    var community = try community()
    try community.inviteGuardian(member(2), of: PetID(0), by: member(1), now: 1)
    try community.approveGuardianship(of: PetID(0), by: member(2), now: 1)
    #expect(community.isOwn(PostID(0), member(2)))
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  @Test func `a leaderboard has entries of a contest that is over, each once`() throws {
    var community = try community()
    try community.publish(author: member(0), now: 1)
    community.rotateContests(now: 8 * 86_400)
    let written = ForgedSnapshot(of: community)
    let name = try #require(community.contest(ContestID(0))).theme.name
    // Behind the count of contests, its two times and its theme: one entry, post 0 with a vote.
    let first = 1 + 16 + 1 + name.utf8.count
    expectEqual(written[.contests][first..<first + 3], [1, 0, 1])
    func refuses(
      _ what: String, _ section: SnapshotSection = .contests, _ alter: (inout [UInt8]) -> Void
    ) {
      var forged = written
      alter(&forged[.contests])
      #expect(throws: SnapshotError.impossible(what, section: section.name)) {
        try forged.community()
      }
    }
    refuses("entries of a leaderboard: 11, at most 10") { $0[first] = 11 }
    refuses("post 0 on the leaderboard of contest 0") {
      $0.replaceSubrange(first..<first + 3, with: [2, 0, 1, 0, 1])
    }
    refuses("post 1 on the leaderboard of contest 0", .entries) { $0[first + 1] = 1 }
    refuses("a contest that runs has a final leaderboard") {
      $0.replaceSubrange(($0.count - 1)..., with: [1, 0, 1])
    }
  }
}
