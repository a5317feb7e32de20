import SocialFeed
import TestSupport
import Testing

@Suite struct ContestsTests {
  private static let hour = 3600.0
  private static let week = 7 * 24 * hour

  /// Members 0…2 with post m by member m, and a contest that runs from 0.
  private func contest() throws -> Community {
    var community = Community(members: 3)
    for number in 0..<3 {
      try community.publish(author: member(number), category: category(0), now: 0)
    }
    community.rotateContests(now: 0)
    return community
  }

  // MARK: Rotation

  @Test func `the first check opens the first contest`() {
    var community = Community(members: 1)
    #expect(community.runningContest == nil && community.contestCount == 0)
    expectEqual(community.rotateContests(now: 500), ContestID(0))
    #expect(community.runningContest == ContestID(0) && community.contestCount == 1)
    let contest = community.contest(ContestID(0))!
    #expect(contest.startsAt == 500 && contest.endsAt == 500 + Self.week)
    expectEqual(contest.finalLeaderboard, nil)
  }

  @Test func `with a check every hour one contest runs at any time, for seven days`() {
    var community = Community(members: 1)
    var opened: [Double] = []
    for hour in 0...(3 * 7 * 24) {
      let now = Double(hour) * Self.hour
      if community.rotateContests(now: now) != nil { opened.append(now) }
      let running = community.contest(community.runningContest!)!
      #expect(running.startsAt <= now && now < running.endsAt, "hour \(hour)")
      let open = (0..<community.contestCount).count {
        community.contest(ContestID($0))?.finalLeaderboard == nil
      }
      expectEqual(open, 1, "hour \(hour)")
    }
    expectEqual(opened, [0, Self.week, 2 * Self.week, 3 * Self.week])
  }

  @Test func `a late check closes the old contest and opens the next at once`() throws {
    var community = try contest()
    try community.enter(PostID(0), by: member(0), now: 1)
    let late = Self.week + 3 * Self.hour
    expectEqual(community.rotateContests(now: late), ContestID(1))
    expectEqual(community.contest(ContestID(0))!.endsAt, Self.week)
    expectEqual(community.contest(ContestID(0))!.finalLeaderboard?.map(\.post), posts(0))
    expectEqual(community.contest(ContestID(1))!.startsAt, late)
    expectEqual(community.contest(ContestID(1))!.endsAt, late + Self.week)
    expectEqual(community.rotateContests(now: late + Self.week - 1), nil)
  }

  @Test func `between its end and the check a contest takes nothing`() throws {
    var community = try contest()
    try community.enter(PostID(0), by: member(0), now: 1)
    #expect(throws: ContestError.noContest(at: Self.week)) {
      try community.enter(PostID(1), by: member(1), now: Self.week)
    }
    #expect(throws: ContestError.contestClosed(ContestID(0))) {
      try community.vote(for: PostID(0), by: member(1), now: Self.week)
    }
    #expect(community.entry(of: PostID(1)) == nil && community.entry(of: PostID(0))?.votes == 0)
  }

  // MARK: Entries and votes

  @Test func `an entry joins a post to the running contest`() throws {
    var community = try contest()
    expectEqual(community.entry(of: PostID(0)), nil)
    try community.enter(PostID(0), by: member(0), now: 5)
    let entry = try #require(community.entry(of: PostID(0)))
    #expect(entry.post == PostID(0) && entry.contest == ContestID(0))
    #expect(entry.submittedAt == 5 && entry.votes == 0)
  }

  @Test func `a vote counts once a member`() throws {
    var community = try contest()
    try community.enter(PostID(0), by: member(0), now: 5)
    #expect(!community.hasVoted(for: PostID(0), by: member(1)))
    try community.vote(for: PostID(0), by: member(1), now: 6)
    #expect(community.hasVoted(for: PostID(0), by: member(1)))
    try community.vote(for: PostID(0), by: member(2), now: 6)
    expectEqual(community.entry(of: PostID(0))?.votes, 2)
  }

  @Test func `what makes no sense is refused and changes nothing`() throws {
    var community = try contest()
    try community.publish(
      author: member(0), category: category(0), privacy: .friendsOnly, now: 0)
    try community.enter(PostID(0), by: member(0), now: 5)
    try community.vote(for: PostID(0), by: member(1), now: 5)
    let entries: [(PostID, MemberID, ContestError)] = [
      (PostID(0), member(3), .unknownMember(member(3))),
      (PostID(4), member(0), .unknownPost(PostID(4))),
      (PostID(1), member(0), .notTheAuthor(PostID(1), member(0))),
      (PostID(3), member(0), .notPublic(PostID(3))),
      (PostID(0), member(0), .alreadyEntered(PostID(0))),
    ]
    for (post, member, error) in entries {
      #expect(throws: error) { try community.enter(post, by: member, now: 6) }
    }
    let votes: [(PostID, MemberID, ContestError)] = [
      (PostID(0), member(3), .unknownMember(member(3))),
      (PostID(4), member(0), .unknownPost(PostID(4))),
      (PostID(1), member(0), .notAnEntry(PostID(1))),
      (PostID(0), member(0), .ownEntry(PostID(0))),
      (PostID(0), member(1), .alreadyVoted(PostID(0))),
    ]
    for (post, member, error) in votes {
      #expect(throws: error) { try community.vote(for: post, by: member, now: 6) }
    }
    expectEqual(community.leaderboard(of: ContestID(0))?.map(\.post), posts(0))
    expectEqual(community.entry(of: PostID(0))?.votes, 1)
  }

  @Test func `an entry of a contest that is over can neither win votes nor enter again`() throws {
    var community = try contest()
    try community.enter(PostID(0), by: member(0), now: 5)
    community.rotateContests(now: Self.week)
    #expect(throws: ContestError.contestClosed(ContestID(0))) {
      try community.vote(for: PostID(0), by: member(1), now: Self.week + 1)
    }
    #expect(throws: ContestError.alreadyEntered(PostID(0))) {
      try community.enter(PostID(0), by: member(0), now: Self.week + 1)
    }
    try community.enter(PostID(1), by: member(1), now: Self.week + 1)
    expectEqual(community.entry(of: PostID(1))?.contest, ContestID(1))
  }

  @Test func `a contest ends before its time, and the next check opens another`() throws {
    var community = try contest()
    try community.enter(PostID(0), by: member(0), now: 10)
    try community.endContest(now: 20)
    expectEqual(community.contest(ContestID(0))?.endsAt, 20)
    #expect(throws: ContestError.contestClosed(ContestID(0))) {
      try community.vote(for: PostID(0), by: member(1), now: 20)
    }
    #expect(throws: ContestError.noContest(at: 20)) { try community.endContest(now: 20) }
    expectEqual(community.rotateContests(now: 20), ContestID(1))
    expectEqual(community.contest(ContestID(0))?.finalLeaderboard?.map(\.post), posts(0))
    expectEqual(community.contest(ContestID(1))?.endsAt, 20 + Self.week)
  }

  @Test func `of a contest that there is not nothing is known`() {
    let community = Community(members: 1)
    for contest in [ContestID(0), ContestID(rawValue: .max)] {
      #expect(!community.contains(contest) && community.contest(contest) == nil)
      expectEqual(community.leaderboard(of: contest), nil)
    }
  }

  @Test func `before the first check no contest runs`() throws {
    var community = Community(members: 1)
    try community.publish(author: member(0), category: category(0), now: 0)
    #expect(throws: ContestError.noContest(at: 1.5)) {
      try community.enter(PostID(0), by: member(0), now: 1.5)
    }
  }

  @Test(arguments: [
    (ContestError.unknownMember(member(1)), "there is no member 1"),
    (.unknownPost(PostID(1)), "there is no post 1"),
    (.noContest(at: 1.5), "no contest runs at 1.5"),
    (.notTheAuthor(PostID(1), member(2)), "post 1 is not by member 2"),
    (.notPublic(PostID(1)), "post 1 is not public"),
    (.alreadyEntered(PostID(1)), "post 1 has already entered a contest"),
    (.notAnEntry(PostID(1)), "post 1 is not a contest entry"),
    (.contestClosed(ContestID(1)), "contest 1 is over"),
    (.ownEntry(PostID(1)), "entry 1 is one's own"),
    (.notVisible(PostID(4)), "entry 4 is not visible to the member"),
    (.alreadyVoted(PostID(1)), "entry 1 already has the member's vote"),
  ])
  func `an error says what is wrong`(error: ContestError, message: String) {
    expectEqual("\(error)", message)
  }
}
