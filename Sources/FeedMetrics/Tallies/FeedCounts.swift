import SocialFeed

/// What of a feed's pages adds up: counts and sums, which two feeds or two days may have together.
///
/// Columns have an element a post or member, those of categories a row of them a member; columns of the
/// extended metrics are empty where these are not measured.
struct FeedCounts: Sendable {
  /// Position-weighted mean relevance of one member's slates.
  struct Utility: Sendable {
    var sum = 0.0
    var requests: UInt32 = 0
  }

  /// What extended metrics need of each post.
  struct PostDetail: Sendable {
    /// Exposure with γ^(position − 1) as weight.
    var geometricExposure = 0.0
    /// Σ *w* · relevance.
    var relevance = 0.0
    var impressions: UInt32 = 0
    var examined: UInt32 = 0
  }

  let keepsExtended: Bool
  private let categoryCount: Int

  /// Sum of the position weights of each post's impressions.
  private(set) var exposure: [Double] = []
  private(set) var detail: [PostDetail] = []
  /// Impressions of each category.
  private(set) var shown: [UInt32] = []
  /// Impressions of each category that led to something.
  private(set) var engaged: [UInt32] = []
  private(set) var utility: [Utility] = []
  private(set) var impressions = 0
  private(set) var places = PlaceTally()
  private(set) var slates: SlateTally
  private(set) var actions = ActionTally()
  /// Σ relevance of what was examined.
  private(set) var examinedRelevance = CompensatedSum()
  /// Posts that pages brought, and those among them that the slate had already.
  private(set) var received = 0
  private(set) var duplicates = 0
  private let emptySlates: SlateTally

  /// - Parameters:
  ///   - members: How many have joined.
  ///   - posts: How many have been published.
  init(run: RunObservation, keepsExtended: Bool, members: Int, posts: Int) {
    self.keepsExtended = keepsExtended
    categoryCount = run.categoryCount
    emptySlates = SlateTally(run: run, keepsExtended: keepsExtended)
    slates = emptySlates
    exposure = Array(repeating: 0, count: posts)
    utility = Array(repeating: Utility(), count: members)
    shown = Array(repeating: 0, count: members * categoryCount)
    guard keepsExtended else { return }
    detail = Array(repeating: PostDetail(), count: posts)
    engaged = shown
  }

  mutating func addMember() {
    utility.append(Utility())
    for _ in 0..<categoryCount {
      shown.append(0)
      if keepsExtended { engaged.append(0) }
    }
  }

  mutating func addPost() {
    exposure.append(0)
    if keepsExtended { detail.append(PostDetail()) }
  }

  mutating func receive(_ page: borrowing PageObservation) {
    received += page.posts.count + page.duplicates
    duplicates += page.duplicates
  }

  mutating func add(_ page: borrowing CountedPage) {
    Self.addExposure(of: page, to: &exposure)
    Self.addCategories(of: page, categoryCount: categoryCount, to: &shown)
    impressions += page.count
    places.add(page)
    actions.add(page)
    guard keepsExtended else { return }
    Self.addDetail(of: page, to: &detail)
    for row in 0..<page.count where page.rows[row].examined {
      examinedRelevance.add(page.rows[row].relevance)
    }
  }

  mutating func add(
    _ head: SlateHead, of viewer: Int, posts: PostColumns, members: MemberColumns
  ) {
    slates.add(head, posts: posts, members: members)
    utility[viewer].sum += head.gain / head.weight
    utility[viewer].requests += 1
  }

  /// Counts an interaction whose impression counts.
  mutating func add(_ kind: InteractionKind, by member: Int, category: Int, isFirst: Bool) {
    actions.add(kind, isFirst: isFirst)
    if keepsExtended && isFirst { engaged[member * categoryCount + category] += 1 }
  }

  private static func addExposure(of page: borrowing CountedPage, to exposure: inout [Double]) {
    let rows = page.rows.span
    var exposure = exposure.mutableSpan
    for row in 0..<page.count { exposure[Int(rows[row].post)] += rows[row].weight }
  }

  private static func addCategories(
    of page: borrowing CountedPage, categoryCount: Int, to shown: inout [UInt32]
  ) {
    let rows = page.rows.span
    let first = page.viewer * categoryCount
    var shown = shown.mutableSpan
    for row in 0..<page.count { shown[first + Int(rows[row].category)] += 1 }
  }

  private static func addDetail(of page: borrowing CountedPage, to detail: inout [PostDetail]) {
    let rows = page.rows.span
    var detail = detail.mutableSpan
    for row in 0..<page.count {
      let post = Int(rows[row].post)
      detail[post].geometricExposure += page.geometricWeight(at: rows[row].position)
      detail[post].relevance += rows[row].weight * rows[row].relevance
      detail[post].impressions += 1
      detail[post].examined += rows[row].examined ? 1 : 0
    }
  }
}

extension FeedCounts {
  /// Adds the counts of another feed or day, with as many members and posts.
  mutating func add(_ other: FeedCounts) {
    for post in exposure.indices { exposure[post] += other.exposure[post] }
    for post in detail.indices {
      detail[post].geometricExposure += other.detail[post].geometricExposure
      detail[post].relevance += other.detail[post].relevance
      detail[post].impressions += other.detail[post].impressions
      detail[post].examined += other.detail[post].examined
    }
    for place in shown.indices { shown[place] += other.shown[place] }
    for place in engaged.indices { engaged[place] += other.engaged[place] }
    for member in utility.indices {
      utility[member].sum += other.utility[member].sum
      utility[member].requests += other.utility[member].requests
    }
    impressions += other.impressions
    places.add(other.places)
    slates.add(other.slates)
    actions.add(other.actions)
    examinedRelevance.add(other.examinedRelevance)
    received += other.received
    duplicates += other.duplicates
  }

  /// Back to nothing, with the room kept.
  mutating func removeAll() {
    for post in exposure.indices { exposure[post] = 0 }
    for post in detail.indices { detail[post] = PostDetail() }
    for place in shown.indices { shown[place] = 0 }
    for place in engaged.indices { engaged[place] = 0 }
    for member in utility.indices { utility[member] = Utility() }
    impressions = 0
    places.removeAll()
    slates = emptySlates
    actions = ActionTally()
    examinedRelevance = CompensatedSum()
    received = 0
    duplicates = 0
  }
}
