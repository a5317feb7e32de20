import SocialFeed

/// Counts and sums of a feed's pages that can be added over feeds and days.
///
/// Columns have an element a post; tables have a row a member who was shown something. The parts of extended metrics
/// are empty where these are not measured.
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
  private(set) var shown: MemberRows<UInt32>
  /// Impressions of each category that led to something.
  private(set) var engaged: MemberRows<UInt32>
  private(set) var utility: MemberRows<Utility>
  private(set) var impressions = 0
  private(set) var positions = PositionTally()
  private(set) var slates: SlateTally
  private(set) var actions = ActionTally()
  /// Σ relevance of what was examined.
  private(set) var examinedRelevance = CompensatedSum()
  /// Posts that pages brought, and those among them that the slate had already.
  private(set) var received = 0
  private(set) var duplicates = 0
  /// Requests, those that found fewer posts than a page has, and those that found none.
  private(set) var requests = 0
  private(set) var shortRequests = 0
  private(set) var emptyRequests = 0
  /// Posts that were left out of the pages of rankers that serve their own.
  private(set) var breaches = ServeBreaches()
  /// Pages, empty ones included, and those that the ranker left short or empty.
  private(set) var pages = 0
  private(set) var underfilledPages = 0
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
    utility = MemberRows(width: 1, initial: Utility(), members: members)
    shown = MemberRows(width: categoryCount, initial: 0, members: members)
    engaged = MemberRows(
      width: categoryCount, initial: 0, members: keepsExtended ? members : 0)
    if keepsExtended { detail = Array(repeating: PostDetail(), count: posts) }
  }

  mutating func addMember() {
    utility.addMember()
    shown.addMember()
    if keepsExtended { engaged.addMember() }
  }

  mutating func addPost() {
    exposure.append(0)
    if keepsExtended { detail.append(PostDetail()) }
  }

  /// - Parameter isFirst: Whether a request begins with the page.
  mutating func receive(_ page: borrowing PageObservation, isFirst: Bool) {
    if isFirst {
      requests += 1
      shortRequests += page.isShort ? 1 : 0
      emptyRequests += page.posts.isEmpty ? 1 : 0
    }
    received += page.posts.count + page.duplicates
    duplicates += page.duplicates
    breaches += page.breaches
    pages += 1
    underfilledPages += page.isUnderfilled ? 1 : 0
  }

  mutating func add(firstLooks count: Int) { actions.add(firstLooks: count) }

  mutating func add(_ page: borrowing CountedPage) {
    Self.addExposure(of: page, to: &exposure)
    let first = shown.firstIndex(of: page.viewer)
    Self.addCategories(of: page, from: first, to: &shown.elements)
    impressions += page.count
    positions.add(page)
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
    let index = utility.firstIndex(of: viewer)
    utility.elements[index].sum += head.gain / head.weight
    utility.elements[index].requests += 1
  }

  /// Counts an interaction whose impression counts.
  mutating func add(
    _ kind: InteractionKind, by member: Int, category: Int, isFirst: Bool, isAtFirstLook: Bool
  ) {
    actions.add(kind, isFirst: isFirst, isAtFirstLook: isAtFirstLook)
    guard keepsExtended && isFirst else { return }
    let first = engaged.firstIndex(of: member)
    engaged.elements[first + category] += 1
  }

  private static func addExposure(of page: borrowing CountedPage, to exposure: inout [Double]) {
    let rows = page.rows.span
    var exposure = exposure.mutableSpan
    for row in 0..<page.count { exposure[Int(rows[row].post)] += rows[row].weight }
  }

  private static func addCategories(
    of page: borrowing CountedPage, from first: Int, to shown: inout [UInt32]
  ) {
    let rows = page.rows.span
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
    shown.add(other.shown) { $0 += $1 }
    engaged.add(other.engaged) { $0 += $1 }
    utility.add(other.utility) {
      $0.sum += $1.sum
      $0.requests += $1.requests
    }
    impressions += other.impressions
    positions.add(other.positions)
    slates.add(other.slates)
    actions.add(other.actions)
    examinedRelevance.add(other.examinedRelevance)
    received += other.received
    duplicates += other.duplicates
    breaches += other.breaches
    pages += other.pages
    underfilledPages += other.underfilledPages
    requests += other.requests
    shortRequests += other.shortRequests
    emptyRequests += other.emptyRequests
  }

  /// Empties the counts and keeps the room.
  mutating func removeAll() {
    for post in exposure.indices { exposure[post] = 0 }
    for post in detail.indices { detail[post] = PostDetail() }
    shown.removeAll()
    engaged.removeAll()
    utility.removeAll()
    impressions = 0
    positions.removeAll()
    slates = emptySlates
    actions = ActionTally()
    examinedRelevance = CompensatedSum()
    received = 0
    duplicates = 0
    breaches = ServeBreaches()
    (pages, underfilledPages) = (0, 0)
    (requests, shortRequests, emptyRequests) = (0, 0, 0)
  }
}
