#if InternalChecks
  extension Community {
    /// Names are unique and indexed; flags and counts of flags are true.
    func checkMembers() {
      let named = (0..<memberCount).map { MemberID($0) }.filter { !members.usernames[$0].isEmpty }
      let sorted = named.sorted { members.usernames[$0] < members.usernames[$1] }
      precondition(names.all == sorted && names.count == named.count, "index of names")
      for (one, other) in zip(sorted, sorted.dropFirst()) {
        precondition(members.usernames[one] != members.usernames[other], "a name is had by two")
      }
      let privateCount = members.flags.count { $0.contains(.isPrivate) }
      precondition(privateCount == members.privateCount, "count of private accounts")
    }

    /// Both sides of every tie are there, counts equal what they count, and ties between long lists
    /// are in the index and nothing else is.
    func checkTies() {
      var followers = Array(repeating: 0, count: memberCount)
      var (follows, friends, longFollows, longFriendships) = (0, 0, 0, 0)
      for (index, row) in ties.rows.enumerated() {
        let member = MemberID(index)
        for other in ties.following.elements(of: row.following).map({ MemberID(rawValue: $0) }) {
          let theirs = ties.rows[other.index].followers
          precondition(other != member && ties.followers.contains(member.rawValue, in: theirs))
          let isIndexed = ties.longFollows.contains(member, other)
          precondition(isIndexed == (ties.isLong(row.following) && ties.isLong(theirs)))
          precondition(!isBlocked(member, other), "a follow across a block")
          followers[other.index] += 1
          follows += 1
          longFollows += isIndexed ? 1 : 0
        }
        for other in ties.friends.elements(of: row.friends).map({ MemberID(rawValue: $0) }) {
          let theirs = ties.rows[other.index].friends
          precondition(other != member && ties.friends.contains(member.rawValue, in: theirs))
          let (older, younger) = (min(member, other), max(member, other))
          let isIndexed = ties.longFriendships.contains(older, younger)
          precondition(isIndexed == (ties.isLong(row.friends) && ties.isLong(theirs)))
          precondition(!isBlocked(member, other), "a friendship across a block")
          friends += 1
          longFriendships += isIndexed ? 1 : 0
        }
      }
      precondition(followers == ties.rows.map { $0.followers.count }, "counts of followers")
      precondition(follows == followCount, "\(follows) follows, counted \(followCount)")
      precondition(friends == 2 * pairsOfFriends, "\(friends) friends, \(pairsOfFriends) pairs")
      precondition(longFollows == ties.longFollows.count, "index of follows")
      precondition(longFriendships == 2 * ties.longFriendships.count, "index of friendships")
    }

    /// Requests are listed with those who received them, stand between members who could tie what
    /// is asked, and none crosses a block.
    func checkRequestsAndBlocks() {
      check(followRequests) { one, other in
        precondition(!isFollowing(one, other) && isPrivate(other), "a request to follow")
      }
      check(friendRequests) { one, other in
        precondition(!isFriend(one, other), "a friend request between friends")
        precondition(!friendRequests.contains(other, one), "friend requests both ways")
        let isRejected = rejections.contains(min(one, other), max(one, other))
        precondition(!isRejected, "a friend request pending and rejected")
      }
      for (one, other) in rejections.all {
        precondition(one < other && !isFriend(one, other), "friends who rejected each other")
      }
      var involvement: [MemberID: Int] = [:]
      for (one, other) in blocks.edges.all {
        precondition(one != other && blocks.blocked(by: one).contains(other.rawValue), "a block")
        involvement[one, default: 0] += 1
        involvement[other, default: 0] += 1
      }
      precondition(involvement == blocks.involvement, "involvement in blocks")
      for index in 0..<memberCount {
        let isInvolved = involvement[MemberID(index)] != nil
        precondition(members.hasBlocks(MemberID(index)) == isInvolved, "flag of blocks")
      }
      for (one, other) in blocks.edges.all {
        precondition(!isFollowing(one, other) && !isFollowing(other, one), "a follow and a block")
        precondition(!isFriend(one, other), "friends and a block")
        for (asker, asked) in [(one, other), (other, one)] {
          precondition(!followRequests.contains(asker, asked), "a request and a block")
          precondition(!friendRequests.contains(asker, asked), "a friend request and a block")
          let kept = pets.owned(by: asker).filter { pets.state(of: asked, for: $0) != nil }
          precondition(kept.isEmpty, "a guardianship and a block")
        }
      }
    }

    private func check(_ requests: Requests, _ body: (MemberID, MemberID) -> Void) {
      var listed = 0
      for index in 0..<memberCount { listed += requests.received(by: MemberID(index)).count }
      precondition(listed == requests.edges.count, "\(listed) requests of \(requests.edges.count)")
      for (one, other) in requests.edges.all {
        precondition(requests.received(by: other).contains(one.rawValue), "a request is listed")
        precondition(one != other && !isBlocked(one, other), "a request across a block")
        body(one, other)
      }
    }

    /// No more notifications than the limit, none to oneself, and as many unread as counted.
    func checkNotifications() {
      for index in 0..<memberCount {
        let member = MemberID(index)
        let numbers = notifications.numbers(of: member)
        precondition(numbers.count <= notificationLimit, "\(numbers.count) notifications")
        var unread = 0
        for number in numbers {
          let notification = notifications.notification(number, of: member)
          precondition(notification.sender != member, "a notification to oneself")
          unread += notification.isRead ? 0 : 1
        }
        precondition(unread == notifications.unreadCount(of: member), "count of unread")
      }
    }
  }
#endif
