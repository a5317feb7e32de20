import SocialFeed
import TestSupport
import Testing

@Suite struct NotificationsTests {
  private func kinds(_ community: Community, _ number: Int) throws -> [NotificationKind] {
    try community.notifications(of: member(number)).notifications.map(\.kind)
  }

  @Test
  func `each kind of tie notifies the other, and nobody is notified of an action of their own`()
    throws
  {
    var community = Community(members: 3)
    try community.setPrivate(true, for: member(2), now: 0)
    try community.follow(member(0), member(1), now: 1)
    try community.follow(member(0), member(2), now: 2)
    try community.requestFriendship(from: member(1), to: member(0), now: 3)
    try community.approveFriendship(from: member(1), by: member(0), now: 4)
    try community.approveFollow(of: member(0), by: member(2), now: 5)
    try community.befriend(member(0), member(2), now: 6)
    try expectEqual(kinds(community, 0), [.friendRequest])
    try expectEqual(kinds(community, 1), [.friendAccepted, .newFollower])
    try expectEqual(kinds(community, 2), [.followRequest])
    let accepted = try #require(try community.notifications(of: member(1)).notifications.first)
    #expect(accepted.number == 1 && accepted.time == 4 && !accepted.isRead)
    #expect(accepted.recipient == member(1) && accepted.sender == member(0))
  }

  @Test func `a vote in a contest notifies the author of the entry`() throws {
    var community = Community(members: 2)
    community.rotateContests(now: 0)
    try community.publish(author: member(0), category: category(0), now: 0)
    try community.enter(PostID(0), by: member(0), now: 0)
    try community.vote(for: PostID(0), by: member(1), now: 5)
    try community.befriend(member(0), member(1), now: 5)
    try community.voteAsFriend(for: PostID(0), by: member(1), now: 0)
    #expect(try kinds(community, 0) == [.contestVote] && kinds(community, 1) == [])
  }

  @Test func `the newest are kept, and those not read are counted`() {
    forEachSeed(60) { seed, generator in
      let limit = Int.random(in: 0...9, using: &generator)
      var community = Community(categoryCount: 1, notificationLimit: limit)
      for _ in 0..<40 { try community.join(now: 0) }
      var expected: [(number: Int, sender: MemberID, time: Double, isRead: Bool)] = []
      for step in 0..<60 {
        let other = member(Int.random(in: 1..<40, using: &generator))
        switch Int.random(in: 0..<8, using: &generator) {
        case 0 where !expected.isEmpty:
          let index = Int.random(in: 0..<expected.count, using: &generator)
          expected[index].isRead = true
          try community.markNotificationRead(expected[index].number, of: member(0))
        case 1 where generator.unit() < 0.2:
          for index in expected.indices { expected[index].isRead = true }
          try community.markAllNotificationsRead(of: member(0))
        default:
          let time = Double(step) + 0.1
          if community.isFollowing(other, member(0)) {
            try community.unfollow(other, member(0))
          }
          try community.follow(other, member(0), now: time)
          let number = (expected.last?.number ?? -1) + 1
          expected.append((number, other, time, false))
          expected = Array(expected.suffix(limit))
        }
        let found = try community.notifications(of: member(0)).notifications
        try agree(
          found.map { "\($0.number) \($0.sender) \($0.time) \($0.isRead)" },
          expected.reversed().map { "\($0.number) \($0.sender) \($0.time) \($0.isRead)" },
          "seed \(seed), limit \(limit)")
        try agree(
          community.unreadNotificationCount(of: member(0)), expected.count { !$0.isRead }, "unread")
      }
    }
  }

  @Test func `pages go on behind what was shown, whatever comes in between`() throws {
    var community = Community(members: 30)
    for other in 1...7 { try community.follow(member(other), member(0), now: Double(other)) }
    let first = try community.notifications(of: member(0), limit: 3)
    #expect(first.notifications.map(\.number) == [6, 5, 4] && first.next == 4)
    for other in 8...10 { try community.follow(member(other), member(0), now: Double(other)) }
    let second = try community.notifications(of: member(0), after: first.next, limit: 3)
    expectEqual(second.notifications.map(\.number), [3, 2, 1])
    let last = try community.notifications(of: member(0), after: second.next, limit: 3)
    #expect(last.notifications.map(\.number) == [0] && last.next == nil)
    try expectEqual(community.notifications(of: member(0), after: 1, limit: 1).next, nil)
  }

  @Test func `a block hides notifications both ways for as long as it stands`() throws {
    var community = Community(members: 3)
    try community.follow(member(1), member(0), now: 1)
    try community.follow(member(2), member(0), now: 2)
    try community.block(member(1), member(0))
    try expectEqual(community.notifications(of: member(0)).notifications.map(\.sender), [member(2)])
    expectEqual(community.unreadNotificationCount(of: member(0)), 1)
    let error = #expect(throws: NotificationError.unknownNotification(0, member(0))) {
      try community.markNotificationRead(0, of: member(0))
    }
    expectEqual("\(error!)", "member 0 has no notification 0")
    try community.markAllNotificationsRead(of: member(0))
    try community.unblock(member(1), member(0))
    try expectEqual(
      community.notifications(of: member(0)).notifications.map(\.isRead), [true, false])
    expectEqual(community.unreadNotificationCount(of: member(0)), 1)
  }

  @Test func `members that there are not are refused`() throws {
    var community = Community(members: 1)
    let error = #expect(throws: NotificationError.unknownMember(member(4))) {
      try community.markAllNotificationsRead(of: member(4))
    }
    expectEqual("\(error!)", "there is no member 4")
    #expect(throws: NotificationError.unknownMember(member(4))) {
      try community.markNotificationRead(0, of: member(4))
    }
    #expect(throws: NotificationError.unknownNotification(0, member(0))) {
      try community.markNotificationRead(0, of: member(0))
    }
  }

  @Test func `a limit below 0 or too large is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = Community(categoryCount: 1, notificationLimit: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Community(categoryCount: 1, notificationLimit: 65_537)
    }
  }
}
