internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The posts of a trace, by number: the newer of two has the larger one.
struct TracePosts {
  /// A post as its row has it.
  struct Row {
    var identifier: Int
    var author: Int
    var category: Int
    var createdAt: Double
    var quality: Double
    var contest: Int?
    var line: Int
  }

  private(set) var numbering = Numbering([])
  private(set) var isKnown = true
  private(set) var createdAt: [Double] = []
  /// By number.
  private var rows: [Row] = []
  private var categories = TraceCategories(count: nil, found: [])

  /// The categories met, with repetitions.
  var categoriesMet: [Int] { rows.map(\.category) }

  var count: Int { numbering.count }

  init(_ records: inout TableRecords) {
    var lines: [Int: Int] = [:]
    while records.next() {
      let identifier = records.identifier(0)
      let author = records.identifier(1)
      let category = records.identifier(2)
      let time = records.wholeSeconds(3)
      let quality = records.number(4, in: 0...Double.infinity)
      let contest = records.optionalIdentifier(5)
      guard let identifier, let author, let category, let time, let quality, records.isRowGood
      else { continue }
      if let line = lines.updateValue(records.line, forKey: identifier) {
        records.refuse(0, .repeated("post \(identifier) is there", firstLine: line))
      }
      rows.append(
        Row(
          identifier: identifier, author: author, category: category, createdAt: time,
          quality: quality, contest: contest, line: records.line))
    }
    isKnown = !records.hasFaults
    guard isKnown else { return }
    let times = rows.map(\.createdAt)
    let order = Numbering.order(rows.map(\.identifier), times: times, mustAscend: true)
    rows = order.map { rows[$0] }
    numbering = Numbering(rows.map(\.identifier))
    createdAt = rows.map(\.createdAt)
  }

  /// Finds the authors, categories and contests of the posts, once these are known.
  mutating func resolve(
    _ members: TraceMembers, _ categories: TraceCategories, _ contests: TraceContests,
    faults records: inout TableRecords
  ) {
    self.categories = categories
    guard isKnown else { return }
    for row in rows {
      if let reason = members.absence(of: row.author, at: row.createdAt, "this post") {
        records.refuse(1, line: row.line, reason)
      }
      if categories.number(of: row.category) == nil {
        records.refuse(2, line: row.line, categories.expected(row.category))
      }
      if let contest = row.contest, contests.isKnown, !contests.isMissing,
        contests.numbering.number(of: contest) == nil
      {
        records.refuse(5, line: row.line, .noContest(contest))
      }
    }
  }

  /// The author of a post by the trace's own number.
  func author(of post: Int) -> Int { rows[post].author }

  /// - Precondition: All is resolved without faults.
  func observation(_ post: Int, _ members: TraceMembers) -> PostObservation {
    let row = rows[post]
    return PostObservation(
      post: PostID(post), author: MemberID(members.numbering.number(of: row.author)!),
      category: CategoryID(categories.number(of: row.category)!), createdAt: row.createdAt,
      quality: row.quality)
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
    guard toldAt[member] > time else { return nil }
    return .contradiction(
      "user \(user) joins at \(toldAt[member].shortest), after \(what) at \(time.shortest)")
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
