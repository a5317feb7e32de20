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

  #if InternalChecks
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
