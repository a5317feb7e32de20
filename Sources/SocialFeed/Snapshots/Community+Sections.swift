extension Community {
  package func write(_ section: SnapshotSection, to writer: inout ByteWriter) {
    switch section {
    case .rules: writeRules(to: &writer)
    case .clock: writer.write(double: lastInstant)
    case .progress: writer.write(varint: changes.count)
    case .members: writeMembers(to: &writer)
    case .follows: writeFollows(to: &writer)
    case .friendships: writeFriendships(to: &writer)
    case .requests: writeRequests(to: &writer)
    case .blocks: writeBlocks(to: &writer)
    case .pets: writePets(to: &writer)
    case .posts: writePosts(to: &writer)
    case .details: writeDetails(to: &writer)
    case .comments: writeComments(to: &writer)
    case .likes: likes.sets.write(nodes: postCount, keepsSeconds: true, to: &writer)
    case .saves: saves.sets.write(nodes: postCount, keepsSeconds: true, to: &writer)
    case .friendVotes: friendVotes.write(nodes: postCount, to: &writer)
    case .contests: writeContests(to: &writer)
    case .entries: writeEntries(to: &writer)
    case .notifications: notifications.write(to: &writer)
    case .affinities: affinity.write(to: &writer)
    }
  }

  /// Reads a section into a community that has those before it.
  mutating func read(
    _ section: SnapshotSection, from reader: inout SnapshotReader
  ) throws(SnapshotError) {
    switch section {
    case .rules: break
    case .clock: try readClock(from: &reader)
    case .progress: try readProgress(from: &reader)
    case .members: try readMembers(from: &reader)
    case .follows: try readFollows(from: &reader)
    case .friendships: try readFriendships(from: &reader)
    case .requests: try readRequests(from: &reader)
    case .blocks: try readBlocks(from: &reader)
    case .notifications:
      try notifications.read(
        from: &reader, of: members, posts: postCount, pets: petCount)
    case .pets: try readPets(from: &reader)
    case .posts: try readPosts(from: &reader)
    case .details: try readDetails(from: &reader)
    case .comments: try readComments(from: &reader)
    case .likes: likes = try PostMarks(from: &reader, for: self)
    case .saves: saves = try PostMarks(from: &reader, for: self)
    case .friendVotes: try readFriendVotes(from: &reader)
    case .contests: try readContests(from: &reader)
    case .entries: try readEntries(from: &reader)
    case .affinities: try readAffinities(from: &reader)
    }
  }
}

// MARK: Rules

extension Community {
  private func writeRules(to writer: inout ByteWriter) {
    writer.write(count: categoryCount)
    writer.write(count: categoryNames.count)
    for name in categoryNames.all { writer.write(name) }
    let rule = affinityRule
    for number in [rule.view, rule.like, rule.comment, rule.save, rule.halfLife, rule.end] {
      writer.write(double: number)
    }
    writer.write(double: contestLength)
    writer.write(count: notificationLimit)
    writer.write(flag: keepsTieDates)
    writer.write(fixed: run)
    writer.write(flag: strangersMayVote)
  }

  /// An empty community of the rules that a snapshot has.
  init(rules reader: inout SnapshotReader) throws(SnapshotError) {
    let categories = try reader.count(atMost: Self.categoryLimit, "categories")
    try reader.require(categories >= 1, "no categories")
    let names = try Self.categoryNames(from: &reader, atMost: categories)
    var weights: [Double] = []
    for _ in 0..<4 {
      let weight = try reader.time("a weight")
      try reader.require(AffinityRule.weights.contains(weight), "a weight of \(weight)")
      weights.append(weight)
    }
    let halfLife = try reader.time("a half-life")
    try reader.require(halfLife > 0, "a half-life of \(halfLife) s")
    let end = try reader.double()
    try reader.require(end >= 0, "an end of learning at \(end) s")
    let contestLength = try reader.double()
    try reader.require(contestLength > 0, "a contest of \(contestLength) s")
    let limit = try reader.count(atMost: 65_536, "limit of notifications")
    let keepsTieDates = try reader.flag()
    self.init(
      categoryCount: categories, categoryNames: names,
      affinityRule: AffinityRule(
        view: weights[0], like: weights[1], comment: weights[2], save: weights[3],
        halfLife: halfLife, end: end),
      contestLength: contestLength, notificationLimit: limit, run: try reader.word(),
      keepsTieDates: keepsTieDates, strangersMayVote: try reader.flag())
  }

  private static func categoryNames(
    from reader: inout SnapshotReader, atMost limit: Int
  ) throws(SnapshotError) -> CategoryNames {
    var names: [String] = []
    for _ in 0..<(try reader.count(atMost: limit, "names of categories")) {
      names.append(try reader.string())
    }
    do { return try CategoryNames(names) } catch { throw reader.impossible("\(error)") }
  }

  private mutating func readClock(from reader: inout SnapshotReader) throws(SnapshotError) {
    lastInstant = try reader.time("the last instant")
  }

  private mutating func readProgress(from reader: inout SnapshotReader) throws(SnapshotError) {
    changes.count = try reader.varint()
  }
}
