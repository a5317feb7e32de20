extension Community {
  /// Checks, under the trait `InternalChecks`, that every stored count equals what it counts and
  /// every index holds what it should: after each change of a small community, and of a larger one
  /// after so many that a change costs 50 steps on average.
  @inline(__always)
  mutating func checkInvariants() {
    #if InternalChecks
      changesSinceCheck += 1
      guard 50 * changesSinceCheck >= memberCount + postCount + followCount else { return }
      changesSinceCheck = 0
      checkMembers()
      checkTies()
      checkRequestsAndBlocks()
      checkNotifications()
      checkPosts()
      checkContests()
    #endif
  }
}

#if InternalChecks
  private func invariant(_ condition: Bool, _ what: @autoclosure () -> String) {
    require(condition, "what the community has stored does not agree: \(what())")
  }

  extension Community {
    /// Names are unique and indexed; flags and counts of flags are true.
    func checkMembers() {
      let named = (0..<memberCount).map { MemberID($0) }.filter { !members.usernames[$0].isEmpty }
      let sorted = named.sorted { members.usernames[$0] < members.usernames[$1] }
      invariant(names.all == sorted && names.count == named.count, "index of names")
      for (one, other) in zip(sorted, sorted.dropFirst()) {
        invariant(members.usernames[one] != members.usernames[other], "a name is had by two")
      }
      for index in 0..<memberCount where members.isDeleted(MemberID(index)) {
        checkIsGone(MemberID(index))
      }
      let deletedCount = members.flags.count { $0.contains(.isDeleted) }
      invariant(deletedCount == members.deletedCount, "count of deleted accounts")
      let privateCount = members.flags.count { $0.contains(.isPrivate) }
      invariant(privateCount == members.privateCount, "count of private accounts")
    }

    /// A deleted account has no data left.
    private func checkIsGone(_ member: MemberID) {
      let row = ties.rows[member.index]
      invariant(row.followers.count + row.following.count + row.friends.count == 0, "ties")
      invariant(members.flags[member.index] == .isDeleted, "flags of a deleted account")
      invariant(members.usernames[member].isEmpty && members.bios[member].isEmpty, "a name")
      invariant(notifications.numbers(of: member).isEmpty, "notifications")
      invariant(pets.kept(by: member).isEmpty && postCount(of: member) == 0, "posts and pets")
      invariant(!hasRequests(to: member), "requests to a deleted account")
      invariant(friendRequests.sent(by: member).isEmpty, "requests by a deleted account")
      invariant(followRequests.sent(by: member).isEmpty, "requests by a deleted account")
    }

    /// Both sides of every tie are there, counts equal what they count, and the index has exactly the ties between long
    /// lists.
    func checkTies() {
      var followers = Array(repeating: 0, count: memberCount)
      var (follows, friends, longFollows, longFriendships) = (0, 0, 0, 0)
      for (index, row) in ties.rows.enumerated() {
        let member = MemberID(index)
        if keepsTieDates {
          invariant(followDates.count(of: member) == row.following.count, "dates of follows")
          invariant(friendshipDates.count(of: member) == row.friends.count, "dates of friends")
        }
        for other in ties.following.elements(of: row.following).map({ MemberID(rawValue: $0) }) {
          let theirs = ties.rows[other.index].followers
          invariant(
            other != member && ties.followers.contains(member.rawValue, in: theirs), "followers")
          let isIndexed = ties.longFollows.contains(member, other)
          invariant(
            isIndexed == (ties.isLong(row.following) && ties.isLong(theirs)), "index of follows")
          invariant(!isBlocked(member, other), "a follow across a block")
          followers[other.index] += 1
          follows += 1
          longFollows += isIndexed ? 1 : 0
        }
        for other in ties.friends.elements(of: row.friends).map({ MemberID(rawValue: $0) }) {
          let theirs = ties.rows[other.index].friends
          invariant(
            other != member && ties.friends.contains(member.rawValue, in: theirs),
            "friends both ways")
          let (older, younger) = (min(member, other), max(member, other))
          let isIndexed = ties.longFriendships.contains(older, younger)
          invariant(
            isIndexed == (ties.isLong(row.friends) && ties.isLong(theirs)), "index of friendships")
          invariant(!isBlocked(member, other), "a friendship across a block")
          friends += 1
          longFriendships += isIndexed ? 1 : 0
        }
      }
      invariant(followers == ties.rows.map { $0.followers.count }, "counts of followers")
      invariant(follows == followCount, "\(follows) follows, counted \(followCount)")
      invariant(friends == 2 * pairsOfFriends, "\(friends) friends, \(pairsOfFriends) pairs")
      invariant(longFollows == ties.longFollows.count, "index of follows")
      invariant(longFriendships == 2 * ties.longFriendships.count, "index of friendships")
    }

    /// Requests are listed with those who received them, stand between members who could tie what
    /// is tested, and none crosses a block.
    func checkRequestsAndBlocks() {
      check(followRequests) { one, other in
        invariant(!isFollowing(one, other) && isPrivate(other), "a request to follow")
      }
      check(friendRequests) { one, other in
        invariant(!isFriend(one, other), "a friend request between friends")
        invariant(!friendRequests.contains(other, one), "friend requests both ways")
        let isRejected = rejections.contains(min(one, other), max(one, other))
        invariant(!isRejected, "a friend request pending and rejected")
      }
      for (one, other) in rejections.all {
        invariant(one < other && !isFriend(one, other), "friends who rejected each other")
      }
      var involvement: [MemberID: Int] = [:]
      for (one, other) in blocks.edges.all {
        invariant(one != other && blocks.blocked(by: one).contains(other.rawValue), "a block")
        involvement[one, default: 0] += 1
        involvement[other, default: 0] += 1
      }
      invariant(involvement == blocks.involvement, "involvement in blocks")
      for index in 0..<memberCount {
        let isInvolved = involvement[MemberID(index)] != nil
        invariant(members.hasBlocks(MemberID(index)) == isInvolved, "flag of blocks")
      }
      for (one, other) in blocks.edges.all {
        invariant(!isFollowing(one, other) && !isFollowing(other, one), "a follow and a block")
        invariant(!isFriend(one, other), "friends and a block")
        for (asker, asked) in [(one, other), (other, one)] {
          invariant(!followRequests.contains(asker, asked), "a request and a block")
          invariant(!friendRequests.contains(asker, asked), "a friend request and a block")
          let kept = pets.owned(by: asker).filter { pets.state(of: asked, for: $0) != nil }
          invariant(kept.isEmpty, "a guardianship and a block")
        }
      }
    }

    private func check(_ requests: Requests, _ body: (MemberID, MemberID) -> Void) {
      var (listed, sent) = (0, 0)
      for index in 0..<memberCount {
        listed += requests.received(by: MemberID(index)).count
        sent += requests.sent(by: MemberID(index)).count
      }
      invariant(sent == listed, "\(sent) requests sent, \(listed) received")
      invariant(listed == requests.edges.count, "\(listed) requests of \(requests.edges.count)")
      for (one, other) in requests.edges.all {
        invariant(requests.received(by: other).contains(one.rawValue), "a request is listed")
        invariant(requests.sent(by: one).contains(other.rawValue), "a request is listed")
        invariant(one != other && !isBlocked(one, other), "a request across a block")
        body(one, other)
      }
    }

    /// No more notifications than the limit, none to oneself, and as many unread as counted.
    func checkNotifications() {
      for index in 0..<memberCount {
        let member = MemberID(index)
        let numbers = notifications.numbers(of: member)
        invariant(numbers.count <= notificationLimit, "\(numbers.count) notifications")
        var unread = 0
        for number in numbers {
          let notification = notifications.notification(number, of: member)
          invariant(notification.sender != member, "a notification to oneself")
          unread += notification.isRead ? 0 : 1
        }
        invariant(unread == notifications.unreadCount(of: member), "count of unread")
      }
    }
  }
#endif

#if InternalChecks
  extension Community {
    func checkPosts() {
      var byCategory = Array(repeating: [PostID](), count: categoryCount + 1)
      var byAuthor = Array(repeating: [UInt32](), count: memberCount)
      var byPet = Array(repeating: [UInt32](), count: petCount)
      var deleted = 0
      for post in (0..<postCount).map({ PostID($0) }) {
        invariant(posts.isOpen[post.index] == isOpen(post), "whether \(post) is open to all")
        guard isPost(post) else {
          checkIsGone(post)
          deleted += 1
          continue
        }
        byCategory[Int(posts.category[post.index])].append(post)
        byAuthor[posts.author[post.index].index].append(post.rawValue)
        if let pet = details.pet(of: post) { byPet[pet.index].append(post.rawValue) }
        checkCounts(of: post)
      }
      invariant(deleted == deletedPostCount, "\(deleted) deleted, counted \(deletedPostCount)")
      invariant(byCategory == postsByCategory, "posts by category")
      invariant(
        byAuthor.indices.allSatisfy { elements($0, postsByAuthor) == byAuthor[$0] },
        "posts by author")
      let renowns = byAuthor.indices.map { byAuthor[$0].count * renown(of: MemberID($0)) }
      invariant(renowns.reduce(0, +) == renown, "renown of all posts")
      invariant(
        byPet.indices.allSatisfy { elements($0, pets.posts) == byPet[$0] }, "posts by pet")
      let all = 0..<postCount
      invariant(all.reduce(0) { $0 + likes.count(of: PostID($1)) } == likes.total, "likes")
      invariant(all.reduce(0) { $0 + saves.count(of: PostID($1)) } == saves.total, "saves")
      invariant(all.reduce(0) { $0 + friendVotes.count(of: $1) } == friendVotes.total, "friends")
    }

    func checkContests() {
      let votesOfEntries = (0..<entries.count).reduce(0) { $0 + votes.count(of: $1) }
      invariant(votesOfEntries == votes.total, "votes")
      let closed = (0..<contests.count).filter { contests.leaderboard[$0] != nil }
      guard let running else {
        return invariant(contests.count == 0, "none of \(contests.count) contests runs")
      }
      invariant(running.contest.index == contests.count - 1, "one contest runs")
      invariant(closed == Array(0..<contests.count - 1), "the others are closed")
      let themes = contests.theme.suffix(11)
      invariant(Set(themes).count == themes.count, "a theme of the last ten again")
      for entry in 0..<entries.count { checkEntry(entry) }
      checkOrder(of: running)
    }

    private func checkOrder(of running: RunningContest) {
      let living = (running.firstEntry..<entries.count).filter { isPost(entries.post[$0]) }
      invariant(running.count == living.count, "entries of the contest")
      let expected = living.sorted { (entries.votes[$0], $0) > (entries.votes[$1], $1) }
      var position = running.order.start
      for entry in expected {
        invariant(running.entry(at: position) == entry, "order of entries")
        invariant(running.votes(at: position) == entries.votes[entry], "votes in the order")
        position = running.order.position(after: position)
      }
      invariant(position == running.order.end, "order of entries")
      let gains = voteLog.gains(since: voteLog.contestStart)
      for entry in living {
        invariant(gains[entry] == Int(entries.votes[entry]), "votes logged for entry \(entry)")
      }
      let known = voteLog.gains(since: 0)
      for entry in known.entries where isPost(entries.post[entry]) {
        invariant(known[entry] <= Int(entries.votes[entry]), "votes logged for entry \(entry)")
      }
    }

    private func checkEntry(_ entry: Int) {
      let post = entries.post[entry]
      invariant(Int(entries.votes[entry]) == votes.count(of: entry), "votes for \(post)")
      guard isPost(post) else { return }
      invariant(posts.entry[post.index] == UInt32(entry), "entry of \(post)")
      let pet = details.pet(of: post)
      for voter in members(votes, of: entry) {
        invariant(voter.index < memberCount && voter != posts.author[post.index], "own vote")
        // A guardian may have voted before the owner's invitation was accepted.
        invariant(pet.map { pets.owner[$0.index] != voter } ?? true, "vote for one's own pet")
      }
    }

    private func checkCounts(of post: PostID) {
      for sets in [likes.sets, saves.sets, friendVotes] {
        let found = members(sets, of: post.index)
        invariant(Set(found).count == sets.count(of: post.index), "members of \(post)")
        invariant(
          found.allSatisfy { $0.index < memberCount && sets.contains($0, in: post.index) },
          "members of \(post)")
      }
      for marks in [likes, saves] {
        invariant(
          members(marks.sets, of: post.index).allSatisfy { marks.contains($0, post) },
          "filters of those who marked \(post)")
      }
      invariant(
        !members(friendVotes, of: post.index).contains(posts.author[post.index]),
        "a vote by the author of \(post)")
      var comment = comments.newest(on: post)
      var count: UInt32 = 0
      while comment != CommentColumns.none {
        invariant(comments.post[Int(comment)] == post, "comment \(comment) is below \(post)")
        invariant(!comments.text[Int(comment)].isEmpty, "comment \(comment) is empty")
        comment = comments.previous[Int(comment)]
        count += 1
      }
      invariant(count == posts.comments[post.index], "comments on \(post)")
    }

    private func checkIsGone(_ post: PostID) {
      let left = [likes.sets, saves.sets, friendVotes].reduce(0) { $0 + $1.count(of: post.index) }
      invariant(left == 0 && details[post].isEmpty, "what is left of \(post)")
      invariant(comments.newest(on: post) == CommentColumns.none, "comments on \(post)")
      invariant(posts.entry[post.index] == PostColumns.noEntry, "entry of \(post)")
      for positions in contests.leaderboard {
        invariant(!(positions ?? []).contains { $0.post == post }, "\(post) on a leaderboard")
      }
    }

    private func members(_ sets: MemberSets, of node: Int) -> [MemberID] {
      var found: [MemberID] = []
      sets.forEach(in: node) { found.append($0) }
      return found
    }

    private func elements(_ node: Int, _ lists: AdjacencyLists) -> [UInt32] {
      lists.range(of: node).map { lists.element(at: $0) }
    }
  }
#endif
