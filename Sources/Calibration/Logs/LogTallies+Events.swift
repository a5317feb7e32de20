/// Reads tables of events, impressions and bandits' items.
extension LogTallies {
  mutating func readEvents(_ rows: inout TableRows) {
    let table = rows.table
    guard let when = rows["ts"] else { return }
    var tally = EventTally(
      source: table.file, clock: table.clock, sample: Sample(table), isUniform: table.isUniform)
    let (user, post, postTime) = (rows["user"], rows["post"], rows["postTs"])
    let author = rows["author"]
    var names = ActionKinds(table)
    let name = rows["kind"]
    while rows.next() {
      let posted = rows.time(postTime)
      guard let time = rows.requiredTime(when), !rows.isRowBroken else { continue }
      guard let kind = names.kind(of: rows.key(name), in: &tally.kinds) else { continue }
      let who = rows.key(user).map { users.number(of: $0) }
      if user != nil { tally.named.add(who != nil) }
      tally.kinds[kind].count += 1
      tally.times.add(time, user: who, clock: table.clock)
      if tally.kinds[kind].isImpression {
        tally.shown.add(time, user: who, clock: table.clock)
        if let who { tally.impressionsOfUser.count(who) }
        if !table.isUniform { addLook(&rows, by: who, post, author) }
        continue
      }
      if let who {
        tally.actionsOfUser.count(who)
        tally.kinds[kind].countOfUser.count(who)
      }
      if let start = posted ?? rows.key(post).flatMap({ timeOfPost($0) }) {
        tally.kinds[kind].add(delay: time - start, by: who, onPostOf: cluster(&rows, post, author))
      }
    }
    events.append(tally)
  }

  /// The number of a post's author, or of the post where its author is not known: even and odd.
  private mutating func cluster(
    _ rows: inout TableRows, _ post: TableRows.Cell?, _ author: TableRows.Cell?
  ) -> Int? {
    let number = rows.key(post).map { posts.number(of: $0) }
    let who = authorOfPost(number) ?? rows.key(author).map { users.number(of: $0) }
    return who.map { 2 * $0 } ?? number.map { 2 * $0 + 1 }
  }

  /// The author, if a table of posts has one.
  private func authorOfPost(_ number: Int?) -> Int? {
    guard let number, let authors = creations?.authorOfPost, authors.indices.contains(number)
    else { return nil }
    return authors[number]
  }

  /// Counts who was shown what; rows without a viewer or a post are left out.
  private mutating func addLook(
    _ rows: inout TableRows, by viewer: Int?,
    _ post: TableRows.Cell?, _ author: TableRows.Cell?
  ) {
    guard let viewer, let key = rows.key(post) else { return }
    let number = posts.number(of: key)
    looked.add(
      viewer: viewer, post: number,
      author: authorOfPost(number) ?? rows.key(author).map { users.number(of: $0) })
  }

  /// The time of posting, if a table of posts has it.
  private mutating func timeOfPost(_ key: ArraySlice<UInt8>) -> Double? {
    guard let times = creations?.times, creations?.hasDaysOnly == false else { return nil }
    let number = posts.number(of: key)
    guard number < times.count, times[number].isFinite else { return nil }
    return times[number]
  }

  mutating func readWideEvents(_ rows: inout TableRows) {
    let table = rows.table
    let (user, post, when) = (rows["user"], rows["post"], rows["ts"])
    let (position, author) = (rows["position"], rows["author"])
    let kinds = ActionKind.names.compactMap { kind in rows[kind].map { (kind, $0) } }
    var tally = ImpressionTally(
      source: table.file, clock: table.clock, sample: Sample(table), isUniform: table.isUniform,
      hasTime: when != nil)
    tally.kinds = kinds.map(\.0)
    tally.actions = [Int](repeating: 0, count: kinds.count)
    tally.actionsOfUser = [[Int]](repeating: [], count: kinds.count)
    let view = tally.kinds.firstIndex(of: "view")
    var done = [Bool](repeating: false, count: kinds.count)
    while rows.next() {
      let time = when.flatMap { rows.requiredTime($0) }
      let rank = rows.position(position)
      for (index, kind) in kinds.enumerated() { done[index] = rows.flag(kind.1) }
      guard !rows.isRowBroken else { continue }
      let who = rows.key(user).map { users.number(of: $0) }
      let what = rows.key(post).map { posts.number(of: $0) }
      if let time { tally.times.add(time, user: who, clock: table.clock) }
      if !table.isUniform { addLook(&rows, by: who, post, author) }
      tally.add(done, isViewed: view.map { done[$0] }, user: who, post: what, position: rank)
    }
    impressions.append(tally)
  }

  mutating func readBandit(_ rows: inout TableRows) {
    guard let reward = rows["reward"], let propensity = rows["propensity"] else { return }
    var tally = BanditTally(source: rows.table.file, isUniform: rows.table.isUniform)
    let (user, position, when) = (rows["user"], rows["position"], rows["ts"])
    while rows.next() {
      _ = rows.time(when)
      let isClicked = rows.flag(reward)
      let rank = rows.position(position)
      let probability = rows.number(propensity)
      if !rows.isRowBroken, probability.map({ $0 <= 0 || $0 > 1 }) ?? true {
        let found = rows.key(propensity)?.quoted ?? "nothing"
        rows.refuse(propensity, "expected a probability above 0 and at most 1, found \(found)")
      }
      guard !rows.isRowBroken else { continue }
      tally.rewards.add(isClicked)
      if let rank { tally.positions.add(isClicked, at: rank) }
      guard let who = rows.key(user).map({ users.number(of: $0) }) else { continue }
      tally.rewardsOfUser.count(who, times: isClicked ? 1 : 0)
      tally.itemsOfUser.count(who)
      if let rank { tally.positionsOfUser.add(Double(rank), of: who, isSuccess: isClicked) }
    }
    bandits.append(tally)
  }
}

extension ImpressionTally {
  fileprivate mutating func add(
    _ done: [Bool], isViewed: Bool?, user: Int?, post: Int?, position: Int?
  ) {
    count += 1
    for index in done.indices where done[index] { actions[index] += 1 }
    if let user {
      impressionsOfUser.count(user)
      for index in done.indices { actionsOfUser[index].count(user, times: done[index] ? 1 : 0) }
    }
    if let post { impressionsOfPost.count(post) }
    guard let position, let isViewed else { return }
    positions.add(isViewed, at: position)
    // Other orders have no information on the effect of positions.
    if isUniform, let user {
      positionsOfUser.add(Double(position), of: user, isSuccess: isViewed)
    }
  }
}

extension KindTally {
  /// - Parameter author: The cluster of the post.
  fileprivate mutating func add(delay: Double, by user: Int?, onPostOf author: Int?) {
    guard delay > 0 else {
      notAfter += 1
      return
    }
    delays.add(delay)
    if let user { delaysOfUser.add(delay, of: user) }
    if let author { delaysOfAuthor.add(delay, of: author) }
  }
}

extension [Tried] {
  fileprivate mutating func add(_ isSuccess: Bool, at position: Int) {
    extend(to: position - 1, with: Tried())
    self[position - 1].add(isSuccess)
  }
}

extension TableRows {
  /// A position from 1, or `nil` where it is missing or after breaking the row.
  fileprivate mutating func position(_ cell: Cell?) -> Int? {
    guard let cell, let position = count(cell) else { return nil }
    if (1...table.slateSize).contains(position) { return position }
    refuse(cell, "expected a position from 1 to \(table.slateSize), found '\(position)'")
    return nil
  }
}

/// The kinds of action of a table's rows.
private struct ActionKinds {
  private let table: MappedTable
  private var names = KeyTable()
  /// The index of the kind by the number of its name; `nil` for rows to skip.
  private var indices: [Int?] = []
  private var fixed: Int?

  init(_ table: MappedTable) { self.table = table }

  /// The index of a row's kind among the tallies, which grow by a new kind; `nil` for a row to skip.
  mutating func kind(of name: ArraySlice<UInt8>?, in tallies: inout [KindTally]) -> Int? {
    guard let name else {
      guard let kind = table.kind else { return nil }
      if fixed == nil { fixed = Self.index(of: kind, in: &tallies) }
      return fixed
    }
    let number = names.number(of: name)
    if number == indices.count {
      let text = names[number]
      let kind = table.kinds[text] ?? text
      indices.append(kind.map { Self.index(of: $0, in: &tallies) })
    }
    return indices[number]
  }

  private static func index(of kind: String, in tallies: inout [KindTally]) -> Int {
    if let index = tallies.firstIndex(where: { $0.kind == kind }) { return index }
    tallies.append(KindTally(kind: kind))
    return tallies.count - 1
  }
}
