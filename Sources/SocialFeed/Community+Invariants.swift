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
      checkTies()
      checkPosts()
      checkContests()
    #endif
  }

  #if InternalChecks
    private func checkTies() {
      var followers = Array(repeating: 0, count: memberCount)
      var edges = 0
      for index in 0..<memberCount {
        let member = MemberID(index)
        for place in 0..<followingCount(of: member) {
          let other = followee(of: member, at: place)
          precondition(
            other != member && follows.followers.contains(member.rawValue, in: other.index))
          followers[other.index] += 1
          edges += 1
        }
        for place in 0..<friendCount(of: member) {
          let other = friend(of: member, at: place)
          precondition(other != member && friendships.contains(member.rawValue, in: other.index))
        }
      }
      precondition(edges == followCount, "\(edges) follows, counted \(followCount)")
      for index in 0..<memberCount {
        precondition(followers[index] == followerCount(of: MemberID(index)))
      }
      let friends = (0..<memberCount).reduce(0) { $0 + friendCount(of: MemberID($1)) }
      precondition(friends == 2 * pairsOfFriends, "\(friends) friends, \(pairsOfFriends) pairs")
    }

    private func checkPosts() {
      var byCategory = Array(repeating: [PostID](), count: categoryCount)
      for index in 0..<postCount { byCategory[Int(posts.category[index])].append(PostID(index)) }
      precondition(byCategory == postsByCategory, "posts by category")
      let byAuthor = (0..<memberCount).reduce(0) { $0 + postsByAuthor.count(of: $1) }
      precondition(byAuthor == postCount, "\(byAuthor) posts by author of \(postCount)")
      precondition(posts.likes.reduce(0) { $0 + Int($1) } == likes.count, "likes")
      precondition(posts.saves.reduce(0) { $0 + Int($1) } == saves.count, "saves")
    }

    private func checkContests() {
      precondition(entries.votes.reduce(0) { $0 + Int($1) } == votes.count, "votes")
      guard let running else { return precondition(contests.count == 0) }
      precondition(running.contest.index == contests.count - 1, "one contest runs")
      precondition(running.count == entries.count - running.firstEntry, "entries of the contest")
      for (one, other) in zip(running.order, running.order.dropFirst()) {
        let (a, b) = (entries.votes[Int(one)], entries.votes[Int(other)])
        precondition(a > b || a == b && one > other, "order of entries")
      }
    }
  #endif
}
