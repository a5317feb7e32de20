internal import SyntheticSociety

/// Reads tables of users, posts and follows.
extension LogTallies {
  mutating func readUsers(_ rows: inout TableRows) {
    var tally = PeopleTally(source: rows.table.file, isTopSample: rows.table.isTopSample)
    let (followers, following) = (rows["followers"], rows["following"])
    let (mutual, isAuthor) = (rows["mutual"], rows["isAuthor"])
    while rows.next() {
      let counts = (rows.count(followers), rows.count(following), rows.count(mutual))
      let posts = rows.key(isAuthor) == nil ? nil : rows.flag(isAuthor)
      guard !rows.isRowBroken else { continue }
      if let count = counts.0 { tally.followers.add(Double(count)) }
      if let count = counts.1 { tally.following.add(Double(count)) }
      if let count = counts.2 { tally.mutual.add(Double(count)) }
      if let follows = counts.1, let returned = counts.2 {
        tally.followsOfMember.append(follows)
        tally.returnedOfMember.append(returned)
      }
      if let posts { tally.authors.add(posts) }
    }
    people.append(tally)
  }

  private static let received = ["views", "likes", "comments", "shares", "saves"]

  mutating func readPosts(_ rows: inout TableRows) {
    var tally = creations ?? CreationTally()
    tally.sources.append(rows.table.file)
    if rows.table.clock.hasDaysOnly { tally.hasDaysOnly = true }
    let (post, author, time) = (rows["post"], rows["author"], rows["ts"])
    let (category, parent) = (rows["category"], rows["parent"])
    let kinds = Self.received.compactMap { kind in rows[kind].map { (kind, $0) } }
    var received = kinds.map { ReceivedTally(kind: $0.0, source: rows.table.file) }
    var values = [Int?](repeating: nil, count: kinds.count)
    while rows.next() {
      let seconds = rows.time(time)
      for (index, kind) in kinds.enumerated() { values[index] = rows.count(kind.1) }
      guard !rows.isRowBroken else { continue }
      // A post without an id differs from all other posts.
      let number = rows.key(post).map { posts.number(of: $0) }
      if let seconds {
        let index = number ?? tally.times.count
        tally.times.extend(to: index, with: .nan)
        tally.times[index] = seconds
      }
      let who = rows.key(author).map { users.number(of: $0) }
      for (index, value) in values.enumerated() {
        if let value { received[index].add(value, author: who) }
      }
      tally.postCount += 1
      if let number {
        tally.authorOfPost.extend(to: number, with: nil)
        tally.authorOfPost[number] = who
      }
      // An answer has the category of its question, which is counted already.
      let isAnswer = rows.key(parent) != nil
      let what = isAnswer ? nil : rows.category(category).map { categories.number(of: $0) }
      tally.add(author: who, category: what, time: seconds)
    }
    tally.received += received
    creations = tally
  }

  mutating func readFollows(_ rows: inout TableRows) {
    guard let source = rows["src"], let target = rows["dst"] else { return }
    var tally = FollowTally(
      source: rows.table.file, hasDaysOnly: rows.table.clock.hasDaysOnly)
    let time = rows["ts"]
    while rows.next() {
      let seconds = rows.time(time)
      guard let from = rows.requiredKey(source), let to = rows.requiredKey(target) else { continue }
      if from == to { rows.refuse(target, "\(from.quoted) follows itself") }
      guard !rows.isRowBroken else { continue }
      tally.edges.append(
        FollowGraph.Edge(
          from: UInt32(tally.members.number(of: from)), to: UInt32(tally.members.number(of: to))))
      if time != nil { tally.times.append(seconds ?? .nan) }
    }
    follows.append(tally)
  }
}

extension ReceivedTally {
  fileprivate mutating func add(_ value: Int, author: Int?) {
    values.add(Double(value))
    guard let author else { return }
    valuesOfAuthor.count(author, times: value)
    postsOfAuthor.count(author)
  }
}

extension CreationTally {
  fileprivate mutating func add(author: Int?, category: Int?, time: Double?) {
    if let author { postsOfAuthor.count(author) }
    if let category { postsOfCategory.count(category) }
    if let author, let category {
      categorised.append(
        CategorisedPost(author: author, category: category, time: time ?? .infinity))
    }
  }
}
