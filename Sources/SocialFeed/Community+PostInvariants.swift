#if InternalChecks
  extension Community {
    func checkPosts() {
      var byCategory = Array(repeating: [PostID](), count: categoryCount)
      var byAuthor = Array(repeating: [UInt32](), count: memberCount)
      var byPet = Array(repeating: [UInt32](), count: petCount)
      var deleted = 0
      for post in (0..<postCount).map({ PostID($0) }) {
        precondition(posts.isOpen[post.index] == isOpen(post), "whether \(post) is open to all")
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
      precondition(deleted == deletedPostCount, "\(deleted) deleted, counted \(deletedPostCount)")
      precondition(byCategory == postsByCategory, "posts by category")
      precondition(byAuthor.indices.allSatisfy { elements($0, postsByAuthor) == byAuthor[$0] })
      precondition(byPet.indices.allSatisfy { elements($0, pets.posts) == byPet[$0] })
      let all = 0..<postCount
      precondition(all.reduce(0) { $0 + likes.count(of: PostID($1)) } == likes.total, "likes")
      precondition(all.reduce(0) { $0 + saves.count(of: PostID($1)) } == saves.total, "saves")
      precondition(all.reduce(0) { $0 + friendVotes.count(of: $1) } == friendVotes.total, "friends")
    }

    func checkContests() {
      let votesOfEntries = (0..<entries.count).reduce(0) { $0 + votes.count(of: $1) }
      precondition(votesOfEntries == votes.total, "votes")
      let closed = (0..<contests.count).filter { contests.leaderboard[$0] != nil }
      guard let running else { return precondition(contests.count == 0) }
      precondition(running.contest.index == contests.count - 1, "one contest runs")
      precondition(closed == Array(0..<contests.count - 1), "the others are closed")
      let themes = contests.theme.suffix(11)
      precondition(Set(themes).count == themes.count, "a theme of the last ten again")
      for entry in 0..<entries.count { checkEntry(entry) }
      checkOrder(of: running)
    }

    private func checkOrder(of running: RunningContest) {
      let living = (running.firstEntry..<entries.count).filter { isPost(entries.post[$0]) }
      precondition(running.count == living.count, "entries of the contest")
      let expected = living.sorted { (entries.votes[$0], $0) > (entries.votes[$1], $1) }
      var place = running.order.start
      for entry in expected {
        precondition(running.entry(at: place) == entry, "order of entries")
        precondition(running.votes(at: place) == entries.votes[entry], "votes in the order")
        place = running.order.place(after: place)
      }
      precondition(place == running.order.end, "order of entries")
    }

    private func checkEntry(_ entry: Int) {
      let post = entries.post[entry]
      precondition(Int(entries.votes[entry]) == votes.count(of: entry), "votes for \(post)")
      guard isPost(post) else { return }
      precondition(posts.entry[post.index] == UInt32(entry), "entry of \(post)")
      let pet = details.pet(of: post)
      for voter in members(votes, of: entry) {
        precondition(voter.index < memberCount && voter != posts.author[post.index], "own vote")
        // A guardian may have voted before the owner's invitation was accepted.
        precondition(pet.map { pets.owner[$0.index] != voter } ?? true, "vote for one's own pet")
      }
    }

    private func checkCounts(of post: PostID) {
      for sets in [likes.sets, saves.sets, friendVotes] {
        let found = members(sets, of: post.index)
        precondition(Set(found).count == sets.count(of: post.index), "members of \(post)")
        precondition(
          found.allSatisfy { $0.index < memberCount && sets.contains($0, in: post.index) })
      }
      for marks in [likes, saves] {
        precondition(
          members(marks.sets, of: post.index).allSatisfy { marks.contains($0, post) },
          "filters of those who marked \(post)")
      }
      precondition(!members(friendVotes, of: post.index).contains(posts.author[post.index]))
      var comment = comments.newest(on: post)
      var count: UInt32 = 0
      while comment != CommentColumns.none {
        precondition(comments.post[Int(comment)] == post, "comment \(comment) is below \(post)")
        precondition(!comments.text[Int(comment)].isEmpty, "comment \(comment) is empty")
        comment = comments.previous[Int(comment)]
        count += 1
      }
      precondition(count == posts.comments[post.index], "comments on \(post)")
    }

    private func checkIsGone(_ post: PostID) {
      let left = [likes.sets, saves.sets, friendVotes].reduce(0) { $0 + $1.count(of: post.index) }
      precondition(left == 0 && details[post].isEmpty, "what is left of \(post)")
      precondition(comments.newest(on: post) == CommentColumns.none, "comments on \(post)")
      precondition(posts.entry[post.index] == PostColumns.noEntry, "entry of \(post)")
      for places in contests.leaderboard {
        precondition(!(places ?? []).contains { $0.post == post }, "\(post) on a leaderboard")
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
