extension Community {
  func writeComments(to writer: inout ByteWriter) {
    writer.write(count: comments.count)
    for i in 0..<comments.count {
      guard let post = comments.post[i] else {
        writer.write(varint: 0)
        continue
      }
      writer.write(varint: UInt64(post.rawValue) + 1)
      writer.write(comments.author[i])
      writer.write(double: comments.writtenAt[i])
      writer.write(comments.text[i])
    }
  }

  mutating func readComments(from reader: inout SnapshotReader) throws(SnapshotError) {
    let count = try reader.elementCount()
    comments.reserveCapacity(reader.room(for: count, bytesEach: 12))
    for comment in 0..<count {
      let index = try reader.index(below: postCount + 1, "post")
      guard index > 0 else {
        comments.appendRemoved()
        continue
      }
      let post = PostID(index - 1)
      try reader.require(isPost(post), "comment \(comment) on post \(post)")
      let author = try reader.member(below: memberCount)
      try reader.require(contains(author), "the author of comment \(comment)")
      let time = try reader.time("when a comment was written")
      let text = try reader.string()
      try reader.require(
        !text.isEmpty && text.characters(above: Self.commentLimit) == nil,
        "the length of comment \(comment)")
      comments.append(text, on: post, by: author, at: time)
      posts.comments[post.index] += 1
    }
  }

  mutating func readFriendVotes(from reader: inout SnapshotReader) throws(SnapshotError) {
    friendVotes = try MemberSets(
      from: &reader, nodes: postCount, of: members
    ) { isPost(PostID($0)) }
    for post in (0..<postCount).map({ PostID($0) }) {
      if let member = ownVoter(for: post, in: friendVotes, of: post.index) {
        throw reader.impossible("member \(member) voted for post \(post) of their own")
      }
    }
  }

  /// The author of a post or the owner of the pet it shows, if one of them is in a set of its voters. A
  /// guardian of the pet may have become one after the vote.
  func ownVoter(for post: PostID, in sets: MemberSets, of node: Int) -> MemberID? {
    let keepers = [posts.author[post.index], details.pet(of: post).map { pets.owner[$0.index] }]
    return keepers.lazy.compactMap { $0 }.first { sets.contains($0, in: node) }
  }

  mutating func readAffinities(from reader: inout SnapshotReader) throws(SnapshotError) {
    var marks = [UInt32](repeating: 0, count: memberCount * categoryCount)
    // Nothing is taken back any more after the end of learning.
    if lastInstant < affinityRule.end {
      let weighted = [(likes.sets, affinityRule.like), (saves.sets, affinityRule.save)]
      for (sets, weight) in weighted where weight > 0 {
        for post in 0..<postCount {
          let category = Int(posts.category[post])
          guard category < categoryCount else { continue }
          sets.forEach(in: post) { marks[$0.index * categoryCount + category] += 1 }
        }
      }
    }
    try affinity.read(from: &reader, marks: marks, at: lastInstant)
  }
}

extension MemberSets {
  /// Writes the sets of so many nodes, the members of each in ascending order, and where seconds are
  /// kept those: in 4 bytes each when that is enough for all, and otherwise in 8.
  func write(nodes: Int, keepsSeconds: Bool = false, to writer: inout ByteWriter) {
    let (lists, seconds) = sorted(nodes: nodes)
    writer.write(lists)
    guard keepsSeconds else { return }
    let isWide = !seconds.allSatisfy { Self.narrow.contains($0) }
    writer.write(flag: isWide)
    if isWide {
      writer.write(column: seconds)
    } else {
      writer.write(column: seconds.map { UInt32($0) })
    }
  }

  /// The seconds that take 4 bytes.
  private static let narrow = 0.0..<0x1p32

  /// Reads sets of members; only some nodes may have any.
  init(
    from reader: inout SnapshotReader, keepsSeconds: Bool = false, nodes: Int,
    of members: MemberColumns, mayHaveMembers: (Int) -> Bool
  ) throws(SnapshotError) {
    let lists = try reader.lists(nodes: nodes, below: members.count, "member")
    if members.deletedCount > 0 {
      for member in lists.elements where !members.contains(MemberID(rawValue: member)) {
        throw reader.impossible("deleted member \(member)")
      }
    }
    try lists.visit { (node, range) throws(SnapshotError) in
      guard !range.isEmpty else { return }
      guard range.count <= Self.mostMembers, mayHaveMembers(node) else {
        throw reader.impossible("\(range.count) members of \(node)")
      }
      for index in range.dropFirst() where lists.elements[index - 1] >= lists.elements[index] {
        throw reader.impossible("the members of \(node) are not in order")
      }
    }
    let seconds =
      keepsSeconds ? try Self.readSeconds(lists.elements.count, from: &reader) : []
    self.init(lists, seconds: seconds, keepsSeconds: keepsSeconds)
  }

  private static func readSeconds(
    _ count: Int, from reader: inout SnapshotReader
  ) throws(SnapshotError) -> [Double] {
    guard try reader.flag() else { return try reader.numbers(count).map { Double($0) } }
    let seconds = try reader.times(count, "a second")
    for second in seconds where abs(second) > 0x1p62 || second != second.rounded(.down) {
      throw reader.impossible("a second of \(second)")
    }
    try reader.require(!seconds.allSatisfy { narrow.contains($0) }, "seconds are too wide")
    return seconds
  }
}

extension PostMarks {
  init(from reader: inout SnapshotReader, for community: Community) throws(SnapshotError) {
    let sets = try MemberSets(
      from: &reader, keepsSeconds: true, nodes: community.postCount,
      of: community.members
    ) { community.isPost(PostID($0)) }
    self.init(sets, nodes: community.postCount, memberCount: community.memberCount)
  }
}
