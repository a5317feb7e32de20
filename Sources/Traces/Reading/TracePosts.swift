internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The posts of a trace, by number: the newer of two has the larger one.
struct TracePosts {
  private(set) var numbering = Numbering([])
  private(set) var isKnown = true
  private(set) var createdAt: [Double] = []
  /// By number, with the line of each.
  private var rows: [(post: PostRow, line: Int)] = []
  /// In order of time.
  private(set) var deletions: [DeletionObservation] = []
  private var categories = TraceCategories(count: nil, found: [])

  /// The categories of the posts, with repetitions.
  var categoriesMet: [Int] { rows.map(\.post.category) }

  init(_ records: inout TableRecords) {
    var lines: [Int: Int] = [:]
    var row = PostRow()
    while records.next(&row) {
      if let line = lines.updateValue(records.line, forKey: row.post) {
        records.refuse(PostRow.post, .repeated("post \(row.post) is there", firstLine: line))
      }
      if let deletedAt = row.deletedAt, deletedAt < row.createdAt {
        records.refuse(
          PostRow.deletedAt,
          .contradiction(
            "this post is deleted at \(deletedAt.shortest), before its creation at "
              + row.createdAt.shortest))
      }
      rows.append((row, records.line))
    }
    isKnown = !records.hasFaults
    guard isKnown else { return }
    let order = Numbering.order(
      rows.map(\.post.post), times: rows.map(\.post.createdAt), mustAscend: true)
    rows = order.map { rows[$0] }
    numbering = Numbering(rows.map(\.post.post))
    createdAt = rows.map(\.post.createdAt)
    deletions = rows.indices.compactMap { post in
      rows[post].post.deletedAt.map { DeletionObservation(time: $0, post: PostID(post)) }
    }
    deletions.sort { ($0.time, $0.post) < ($1.time, $1.post) }
  }

  /// Finds the authors, categories, contests and pets of the posts, once these are known.
  mutating func resolve(
    _ members: TraceMembers, _ categories: TraceCategories, _ contests: TraceContests,
    _ pets: TracePets, faults records: inout TableRecords
  ) {
    self.categories = categories
    guard isKnown else { return }
    for index in rows.indices {
      let (row, line) = rows[index]
      if let reason = members.absence(of: row.author, at: row.createdAt, "this post") {
        records.refuse(PostRow.author, line: line, reason)
      }
      if categories.number(of: row.category) == nil {
        records.refuse(PostRow.category, line: line, categories.expected(row.category))
      }
      if let contest = row.contest, contests.isKnown, !contests.isMissing,
        contests.numbering.number(of: contest) == nil
      {
        records.refuse(PostRow.contest, line: line, .noContest(contest))
      }
      guard let pet = row.pet, pets.isKnown else { continue }
      rows[index].post.pet = pets.numbering.number(of: pet)
      if rows[index].post.pet == nil, !pets.isMissing {
        records.refuse(PostRow.pet, line: line, .noPet(pet))
      }
    }
  }

  /// The author of a post, by the number that the trace gives the author.
  func author(of post: Int) -> Int { rows[post].post.author }

  /// - Precondition: All is resolved without faults.
  func observation(_ post: Int, _ members: TraceMembers) -> PostObservation {
    let row = rows[post].post
    return PostObservation(
      post: PostID(post), author: MemberID(members.numbering.number(of: row.author)!),
      category: CategoryID(categories.number(of: row.category)!), createdAt: row.createdAt,
      quality: row.quality,
      visibility: PostVisibility(Privacy.allCases[row.privacy], isAccountPrivate: false),
      pet: row.pet.map { PetID($0) })
  }
}

extension TraceMembers {
  /// Why a user cannot have done something at a time; `nil` when it could, or when the users are not
  /// known.
  ///
  /// - Parameter what: What was done, such as `this post`.
  func absence(of user: Int, at time: Double, _ what: String) -> LocatedFault.Reason? {
    guard isKnown else { return nil }
    guard let member = numbering.number(of: user) else { return .noUser(user) }
    guard replayedAt[member] > time else { return nil }
    return .contradiction(
      "user \(user) joins at \(replayedAt[member].shortest), after \(what) at \(time.shortest)")
  }
}

extension TracePosts {
  /// Why nothing can have been done with a post at a time; `nil` when it could, or when the posts are not
  /// known.
  func absence(of post: Int, at time: Double, _ what: String) -> LocatedFault.Reason? {
    guard isKnown else { return nil }
    guard let number = numbering.number(of: post) else { return .noPost(post) }
    guard createdAt[number] > time else { return nil }
    return .contradiction(
      "post \(post) is created at \(createdAt[number].shortest), after \(what) at \(time.shortest)")
  }
}
