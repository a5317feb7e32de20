extension Community {
  private static let deleted = UInt8.max

  func writePosts(to writer: inout ByteWriter) {
    writer.write(count: postCount)
    writer.write(column: posts.author.map(\.rawValue))
    writer.write(raw: posts.category)
    writer.write(raw: posts.privacy.map { $0?.rawValue ?? Self.deleted })
    writer.write(column: posts.createdAt)
    writer.write(column: zip(posts.privacy, posts.views).map { $0 == nil ? 0 : $1 })
  }

  mutating func readPosts(from reader: inout SnapshotReader) throws(SnapshotError) {
    let count = try reader.elementCount(bytesEach: 18)
    posts.author = try reader.numbers(count, below: memberCount, "author").map {
      MemberID(rawValue: $0)
    }
    posts.category = try reader.bytes(count)
    for category in posts.category where category > categoryCount {
      throw reader.impossible("category \(category) of \(categoryCount)")
    }
    posts.privacy.reserveCapacity(count)
    for byte in try reader.bytes(count) {
      let privacy = Privacy(rawValue: byte)
      try reader.require(privacy != nil || byte == Self.deleted, "a privacy of \(byte)")
      posts.privacy.append(privacy)
    }
    posts.createdAt = try reader.times(count, "when a post was published")
    for index in 1..<max(1, count) where posts.createdAt[index] < posts.createdAt[index - 1] {
      throw reader.impossible("post \(index) is older than the one before it")
    }
    try reader.require(
      posts.createdAt.last ?? lastInstant <= lastInstant, "posts are newer than the last instant")
    posts.views = try reader.numbers(count)
    posts.comments = Array(repeating: 0, count: count)
    posts.entry = Array(repeating: PostColumns.noEntry, count: count)
    if deletedMemberCount > 0 {
      for index in 0..<count where posts.privacy[index] != nil && !contains(posts.author[index]) {
        throw reader.impossible("the author of post \(index)")
      }
    }
    indexPosts()
  }

  /// Works out what follows from the columns of posts.
  private mutating func indexPosts() {
    var (counts, newest) = (Array(repeating: UInt32(0), count: memberCount), [UInt32]())
    for (author, privacy) in zip(posts.author, posts.privacy) where privacy != nil {
      counts[author.index] += 1
    }
    var ends: [Int] = []
    ends.reserveCapacity(memberCount)
    var total = 0
    for count in counts {
      ends.append(total)
      total += Int(count)
    }
    newest = Array(repeating: 0, count: total)
    for index in 0..<postCount {
      guard posts.privacy[index] != nil else {
        posts.deletedCount += 1
        posts.views[index] = 0
        continue
      }
      let author = posts.author[index]
      newest[ends[author.index]] = UInt32(index)
      ends[author.index] += 1
      postsByCategory[Int(posts.category[index])].append(PostID(index))
      renown += renown(of: author)
    }
    postsByAuthor = AdjacencyLists(FlatLists(counts: counts, elements: newest))
  }

  func writeDetails(to writer: inout ByteWriter) {
    let posts = details.posts
    writer.write(count: posts.count)
    for post in posts {
      let row = details[post]
      writer.write(post)
      writer.write(row.caption)
      writer.write(count: row.media.count)
      for media in row.media {
        writer.write(media.key)
        writer.write(byte: media.kind.rawValue)
      }
      writer.write(varint: row.pet.map { UInt64($0.rawValue) + 1 } ?? 0)
    }
  }

  mutating func readDetails(from reader: inout SnapshotReader) throws(SnapshotError) {
    var next = 0
    let count = try reader.elementCount(bytesEach: 4)
    details.reserveCapacity(reader.room(for: count, bytesEach: 16))
    for _ in 0..<count {
      let post = PostID(try reader.index(below: postCount, "post"))
      try reader.require(post.index >= next && isPost(post), "details of post \(post)")
      next = post.index + 1
      var row = PostDetails.Row(caption: try reader.string())
      if let count = row.caption.characters(above: Self.captionLimit) {
        throw reader.impossible("a caption of \(count) characters")
      }
      for _ in 0..<(try reader.count(atMost: Self.mediaLimit, "media")) {
        let key = try reader.string()
        guard let kind = MediaKind(rawValue: try reader.byte()), !key.isEmpty else {
          throw reader.impossible("media of post \(post)")
        }
        row.media.append(Media(key: key, kind: kind))
      }
      let pet = try reader.index(below: petCount + 1, "pet")
      if pet > 0 {
        try reader.require(contains(PetID(pet - 1)), "post \(post) shows a deleted pet")
        row.pet = PetID(pet - 1)
        pets.posts.append(post.rawValue, to: pet - 1)
      }
      try reader.require(!row.isEmpty, "post \(post) has no details")
      details.insert(row, for: post)
    }
    posts.isOpen.reserveCapacity(postCount)
    for index in 0..<postCount { posts.isOpen.append(isOpen(PostID(index))) }
  }
}
