extension Community {
  func writeContests(to writer: inout ByteWriter) {
    writer.write(count: contests.count)
    for i in 0..<contests.count {
      writer.write(double: contests.startsAt[i])
      writer.write(double: contests.endsAt[i])
      writer.write(ContestTheme.pool[Int(contests.theme[i])].name)
      let leaderboard = contests.leaderboard[i] ?? []
      writer.write(count: leaderboard.count)
      for entry in leaderboard {
        writer.write(entry.post)
        writer.write(count: entry.votes)
      }
    }
  }

  mutating func readContests(from reader: inout SnapshotReader) throws(SnapshotError) {
    let themes = Dictionary(
      uniqueKeysWithValues: ContestTheme.pool.enumerated().map { ($1.name, UInt8($0)) })
    let count = try reader.elementCount(bytesEach: 18)
    for index in 0..<count {
      let start = try reader.time("the start of a contest")
      let end = try reader.double()
      try reader.require(
        end >= start && start >= contests.startsAt.last ?? start, "when contest \(index) ran")
      let name = try reader.string()
      guard let theme = themes[name], !contests.theme.suffix(10).contains(theme) else {
        throw reader.impossible("the theme '\(name)' of contest \(index)")
      }
      var leaderboard: [LeaderboardEntry] = []
      for _ in 0..<(try reader.count(atMost: 10, "entries of a leaderboard")) {
        let post = PostID(try reader.index(below: postCount, "post"))
        try reader.require(
          isPost(post) && !leaderboard.contains { $0.post == post },
          "post \(post) on the leaderboard of contest \(index)")
        let votes = try reader.count(atMost: memberCount, "votes")
        leaderboard.append(LeaderboardEntry(post: post, votes: votes))
      }
      contests.startsAt.append(start)
      contests.endsAt.append(end)
      contests.theme.append(theme)
      let isRunning = index == count - 1
      try reader.require(
        !isRunning || leaderboard.isEmpty, "a contest that runs has a final leaderboard")
      contests.leaderboard.append(isRunning ? nil : leaderboard)
    }
    try reader.require(
      contests.startsAt.last ?? lastInstant <= lastInstant,
      "contests are newer than the last instant")
  }

  func writeEntries(to writer: inout ByteWriter) {
    writer.write(count: entries.count)
    writer.write(column: entries.post.map(\.rawValue))
    writer.write(column: entries.contest.map(\.rawValue))
    writer.write(column: entries.submittedAt)
    votes.write(nodes: entries.count, to: &writer)
    writer.write(count: voteLog.start)
    writer.write(count: voteLog.earlier)
    writer.write(count: voteLog.events.count)
    writer.write(column: voteLog.events)
  }

  mutating func readEntries(from reader: inout SnapshotReader) throws(SnapshotError) {
    let count = try reader.elementCount(bytesEach: 20)
    let entered = try reader.numbers(count, below: postCount, "post")
    let contest = try reader.numbers(count, below: contests.count, "contest")
    let times = try reader.times(count, "when a post was entered")
    try reader.require(
      times.last ?? lastInstant <= lastInstant, "entries are newer than the last instant")
    votes = try MemberSets(
      from: &reader, nodes: count, of: members
    ) { isPost(PostID(rawValue: entered[$0])) }
    var hasEntered = Array(repeating: false, count: postCount)
    voteLog = try readVoteLog(from: &reader)
    if contests.count > 0 {
      let first = contest.firstIndex { $0 == UInt32(contests.count - 1) } ?? count
      running = RunningContest(contest: ContestID(contests.count - 1), firstEntry: first)
      try checkVoteLog(ofEntriesFrom: first, count: count, in: reader) {
        isPost(PostID(rawValue: entered[$0]))
      }
    } else {
      try reader.require(voteLog.moment == 0, "votes without a contest")
    }
    for index in 0..<count {
      let post = PostID(rawValue: entered[index])
      let isInOrder =
        index == 0 || contest[index - 1] <= contest[index] && times[index - 1] <= times[index]
      try reader.require(isInOrder && !hasEntered[post.index], "entry \(index)")
      hasEntered[post.index] = true
      append(post, to: ContestID(rawValue: contest[index]), at: times[index])
    }
    for (index, leaderboard) in contests.leaderboard.enumerated() {
      for post in (leaderboard ?? []).map(\.post) {
        let entry = posts.entry[post.index]
        guard entry != PostColumns.noEntry, entries.contest[Int(entry)].index == index else {
          throw reader.impossible("post \(post) on the leaderboard of contest \(index)")
        }
      }
    }
    for entry in 0..<count {
      let post = entries.post[entry]
      if let member = ownVoter(for: post, in: votes, of: entry) {
        throw reader.impossible("member \(member) voted for an entry of their own")
      }
    }
  }

  private func readVoteLog(
    from reader: inout SnapshotReader
  ) throws(SnapshotError) -> VoteLog {
    let start = try reader.count(atMost: VoteLog.latestStart, "votes of earlier contests")
    let earlier = try reader.count(atMost: VoteLog.latestStart, "votes before the contest")
    let count = try reader.elementCount(bytesEach: 4)
    try reader.require(earlier <= count, "\(earlier) of \(count) votes before the contest")
    return VoteLog(start: start, events: try reader.numbers(count), earlier: earlier)
  }

  /// Throws unless the log is of entries that there are and could be voted for, none of which ever had
  /// fewer votes than none, and all votes of the running contest's entries are in it.
  ///
  /// - Parameter first: The first entry of the running contest.
  private func checkVoteLog(
    ofEntriesFrom first: Int, count: Int, in reader: SnapshotReader, isThere: (Int) -> Bool
  ) throws(SnapshotError) {
    var counts = (0..<count).map { votes.count(of: $0) }
    for (index, event) in voteLog.events.enumerated().reversed() {
      let (entry, isLost) = (Int(event >> 1), event & 1 == 1)
      let isEarlier = index < voteLog.earlier
      let end = isEarlier ? first : count
      try reader.require(entry < end, "a vote for entry \(entry) of \(end)")
      try reader.require(
        isLost || isEarlier || entry >= first, "a vote for entry \(entry) of a contest before")
      guard isThere(entry) else { continue }
      counts[entry] += isLost ? 1 : -1
      try reader.require(counts[entry] >= 0, "the votes logged for entry \(entry)")
    }
    for entry in first..<count where isThere(entry) {
      try reader.require(counts[entry] == 0, "the votes logged for entry \(entry)")
    }
  }

  /// Appends an entry whose votes are known.
  private mutating func append(_ post: PostID, to contest: ContestID, at time: Double) {
    let entry = entries.count
    let pet = details.pet(of: post)
    let lastOfPet = pet.map { pets.lastEntry[$0.index] } ?? EntryColumns.none
    if let pet { pets.lastEntry[pet.index] = UInt32(entry) }
    entries.append(
      post, by: posts.author[post.index], to: contest, lastOfPet: lastOfPet, at: time)
    let count = UInt32(votes.count(of: entry))
    entries.votes[entry] = count
    guard isPost(post) else { return }
    posts.entry[post.index] = UInt32(entry)
    if running?.contest == contest { running!.add(entry, votes: count) }
  }
}
