import SocialFeed

/// All that metrics need of a run: a tally for each thing that several of them read.
///
/// The statistics' window is from the end of the warm-up to the end of the run, the latter excluded.
/// A page counts when its time lies in it, an interaction when the impression that led to it does; in
/// both, a member's own posts never count. A page costs one call of each tally of its feed, which loops
/// over the page's columns. No tally keeps impressions: room is for members, posts, contests, the ages
/// that occur, two days of interactions, a byte a request, and the slates and posts shown of a sample of
/// members. Metrics do not depend on how impressions of one request and second are cut into pages.
struct RunTallies: Sendable {
  private let run: RunObservation
  private let keepsExtended: Bool
  private let metrics: [Metric]
  private let scopes: ScopeNumbers
  private var members: MemberColumns
  private var posts: PostColumns
  private var feeds: [FeedTally] = []
  /// The surfaces and rankers of the feeds.
  private var keys: [FeedKey] = []
  private var countedToday = 0
  private var contests: ContestTally
  private var sample: MemberSample
  private var reach: ReachTally
  private var sessions: SessionTally
  private var weeks: WeekTally
  private var buttons = ButtonTally()
  private var ties: TieTally
  /// The values of the days that are over and had pages.
  private(set) var days: [(day: Int, values: [MetricValue?])] = []

  private var requests = CountedRequests()
  /// Of sampled requests whose first page does not count.
  private var idealOfRequest: [UInt32: IdealSlate] = [:]
  private var engaged = RecentImpressions()
  /// `nil` where no metric reads them.
  private var firstLooks: FirstLooks?
  private var counted = CountedPage()
  private var comparison = SlateComparison()
  /// The time of the latest page, of any member.
  private var latest = -Double.infinity
  /// When the next day, week or contest begins or ends.
  private var nextChange = -Double.infinity
  private var nextMidnight: Double

  private static let dayLength = 86_400.0

  init(run: RunObservation, options: MetricOptions) {
    precondition(
      run.windowStart >= 0 && run.windowStart < run.duration && run.duration.isFinite,
      "a window from \(run.windowStart) to \(run.duration)")
    self.run = run
    metrics = options.metrics
    // Breaches are counted anyway.
    keepsExtended = metrics.contains {
      $0.definition.tier == .extended && $0.definition.family != .service
    }
    let ids = metrics.map { MetricCatalogue.wholeID(of: $0.definition.id) }
    if ids.contains(Metric.firstLookEngagement.definition.id) { firstLooks = FirstLooks() }
    members = MemberColumns(run: run)
    posts = PostColumns(run: run)
    contests = ContestTally(run: run)
    sample = MemberSample(options: options)
    scopes = ScopeNumbers(run: run, metrics: metrics)
    reach = ReachTally(scopes: scopes)
    sessions = SessionTally(run: run, scopes: scopes)
    weeks = WeekTally(run: run, scopes: scopes)
    ties = TieTally(run: run)
    nextMidnight =
      ((run.windowStart / Self.dayLength).rounded(.down) + 1) * Self.dayLength
  }

  mutating func add(_ member: MemberObservation) {
    members.add(member)
    sessions.addMember()
    let slot = sample.addMember()
    for feed in feeds.indices {
      feeds[feed].addMember()
      if let slot { feeds[feed].begin(slot: slot) }
    }
  }

  mutating func add(_ assignment: AssignmentObservation) {
    if let member = assignment.member { members.assign(member) }
  }

  mutating func add(_ post: PostObservation) {
    posts.add(post, memberCount: members.count)
    reach.addPost()
    contests.addPost()
    comparison.addPost()
    for feed in feeds.indices { feeds[feed].addPost() }
  }

  mutating func add(_ page: borrowing PageObservation) {
    precondition(page.time >= latest, "a page of \(page.time) came after one of \(latest)")
    precondition(page.ranker < run.rankerNames.count, "ranker \(page.ranker) has no name")
    latest = page.time
    let firsts = firstLooks?.add(page, origin: posts.origin) ?? 0
    guard page.time >= run.windowStart else {
      keepIdeal(of: page)
      return requests.exclude(page)
    }
    guard page.time < run.duration else { return requests.excludeAtEnd(page) }
    advance(to: page.time)
    let feed = feed(of: page)
    let isEmptyRequest = feeds[feed].receive(page)
    feeds[feed].add(firstLooks: firsts)
    guard !page.posts.isEmpty else {
      if isEmptyRequest { addEmptyRequest(page) }
      return
    }
    requests.count(page, feed: feed)
    counted.fill(from: page, origin: posts.origin)
    guard counted.count > 0 else {
      feeds[feed].skip(counted, posts: posts, members: members)
      return keepIdeal(of: page)
    }
    counted.ideal = ideal(of: page)
    if counted.ideal == nil, page.offset > 0 { counted.ideal = idealOfRequest[page.request] }
    addCounted(to: feed)
  }

  /// A member who finds no post has come all the same.
  private mutating func addEmptyRequest(_ page: borrowing PageObservation) {
    counted.fill(from: page, origin: posts.origin)
    sessions.add(counted)
  }

  private func ideal(of page: borrowing PageObservation) -> IdealSlate? {
    page.pool.map {
      IdealSlate($0, at: wholeSeconds(page.time, of: "page"), posts: posts, members: members)
    }
  }

  /// Keeps the ideal of a request whose page does not count, for its later pages.
  private mutating func keepIdeal(of page: borrowing PageObservation) {
    if let ideal = ideal(of: page) { idealOfRequest[page.request] = ideal }
  }

  private mutating func addCounted(to feed: Int) {
    reach.add(counted)
    countedToday += counted.count
    let isNew = feeds[feed].add(
      counted, slot: sample.slot(of: counted.viewer), posts: posts, members: members, &comparison)
    if isNew { sessions.add(counted) }
  }

  /// The index of a page's feed, which is made where none exists.
  private mutating func feed(of page: borrowing PageObservation) -> Int {
    let key = FeedKey(surface: page.surface, ranker: page.ranker)
    if let index = keys.firstIndex(of: key) { return index }
    precondition(feeds.count < CountedRequests.mostFeeds, "more than \(feeds.count) feeds")
    keys.append(key)
    feeds.append(
      FeedTally(
        run: run, keepsExtended: keepsExtended,
        members: members.count, posts: posts.count, slots: sample.count))
    if weeks.endedWeeks < weeks.completeWeeks { feeds[feeds.count - 1].beginWeek() }
    return feeds.count - 1
  }

  mutating func add(_ interaction: InteractionObservation) {
    if interaction.kind == .vote { contests.addVote(for: interaction.post, at: interaction.time) }
    guard let request = interaction.request else { return }
    let post = interaction.post
    let origin = posts.origin[post.index]
    guard
      origin.author != interaction.member.rawValue,
      let feed = requests.feed(ofRequest: request, post: post.rawValue)
    else { return }
    let isEngagement =
      switch interaction.kind {
      case .like, .comment, .save, .vote: true
      case .view, .unlike, .unsave: false
      }
    feeds[feed].add(
      interaction.kind, by: interaction.member.index, category: Int(origin.category),
      isFirst: isEngagement
        && engaged.insert(request: request, post: post.rawValue, at: interaction.time),
      isAtFirstLook: firstLooks?.contains(request: request, post: post.rawValue) ?? false)
  }

  mutating func add(_ contest: ContestObservation) {
    contests.add(contest, pagesUntil: latest)
    nextChange = min(nextChange, contests.nextChange)
  }

  mutating func add(_ entry: EntryObservation) { contests.add(entry) }

  mutating func add(_ tie: TieObservation) { ties.add(tie) }

  mutating func add(_ buttons: ButtonsObservation) {
    guard buttons.time >= run.windowStart && buttons.time < run.duration else { return }
    self.buttons.add(buttons)
  }

  mutating func add(_ episode: StaleButtonObservation) {
    buttons.add(episode, from: run.windowStart, until: run.duration)
  }

  /// Ends the days, weeks, contests and slates that the end of the run ends.
  mutating func finish() {
    latest = run.duration
    for feed in feeds.indices {
      feeds[feed].finish(posts: posts, members: members, &comparison)
    }
    advance(to: run.duration)
    endDay(at: run.duration)
  }

  /// Ends what ends up to `time`, before any page of that time is counted.
  private mutating func advance(to time: Double) {
    guard time >= nextChange else { return }
    contests.advance(to: time, feeds: feeds)
    while time >= weeks.nextEnd { endWeek() }
    if time >= nextMidnight {
      endDay(at: nextMidnight)
      nextMidnight = ((time / Self.dayLength).rounded(.down) + 1) * Self.dayLength
    }
    nextChange = min(contests.nextChange, weeks.nextEnd, nextMidnight)
  }

  private mutating func endWeek() {
    let shown =
      [(ScopeNumbers.all, Array(feeds.indices))]
      + scopesOfFeeds.map { scope in
        (Self.number(of: scope), feedIndices(in: scope))
      } + scopes.sets.map { (scopes.of($0), feedIndices(on: $0)) }
    weeks.endWeek(shown, of: feeds, members: members.count)
    for feed in feeds.indices { feeds[feed].beginWeek() }
  }

  /// Takes the day's values and puts its counts to the others.
  private mutating func endDay(at time: Double) {
    let counts = feeds.indices.map { feeds[$0].endDay(posts: posts, members: members) }
    if countedToday > 0 {
      let start = ((time / Self.dayLength).rounded(.up) - 1) * Self.dayLength
      let sessions = sessions.endDay()
      func tallies(on surfaces: SurfaceSet?) -> ScopeTallies {
        let indices = surfaces.map(feedIndices(on:)) ?? feedIndices(in: .all)
        let number = surfaces.map(scopes.of) ?? ScopeNumbers.all
        var tallies = self.tallies(
          from: max(start, run.windowStart), to: min(time, run.duration),
          counts: indices.map { counts[$0] }, feeds: indices.map { feeds[$0] }, scope: number)
        tallies.sessions = sessions[number]
        return tallies
      }
      let measured = metrics.filter { $0.breakdown.contains(.days) }
      let found = Dictionary(
        uniqueKeysWithValues: Set(measured.map(\.surfaces)).map { ($0, tallies(on: $0)) })
      days.append(
        (
          Int(start / Self.dayLength),
          metrics.map {
            $0.breakdown.contains(.days) ? $0.value(found[$0.surfaces]!) : nil
          }
        ))
    }
    countedToday = 0
  }
}

/// The scopes.
extension RunTallies {
  /// The surfaces with pages in the window, then the rankers, each in order.
  var scopesOfFeeds: [MetricScope] {
    let surfaces = Surface.allCases.filter { surface in keys.contains { $0.surface == surface } }
    let rankers = run.rankerNames.indices.filter { ranker in
      keys.contains { $0.ranker == ranker }
    }
    return surfaces.map(MetricScope.surface) + rankers.map(MetricScope.ranker)
  }

  private static func number(of scope: MetricScope) -> Int {
    switch scope {
    case .all, .day: ScopeNumbers.all
    case .surface(let surface): ScopeNumbers.of(surface)
    case .ranker(let ranker): ScopeNumbers.of(ranker: ranker)
    }
  }

  /// The indices of the scope's feeds, in order of surface and ranker.
  private func feedIndices(in scope: MetricScope) -> [Int] {
    keys.indices.filter { index in
      switch scope {
      case .all, .day: true
      case .surface(let surface): keys[index].surface == surface
      case .ranker(let ranker): keys[index].ranker == ranker
      }
    }.sorted { keys[$0] < keys[$1] }
  }

  /// The indices of the feeds of some surfaces, in order of surface and ranker.
  private func feedIndices(on surfaces: SurfaceSet) -> [Int] {
    feedIndices(in: .all).filter { surfaces.surfaces.contains(keys[$0].surface) }
  }

  /// Whether two scopes are made of the same feeds, and so have the same values.
  func areSame(_ one: MetricScope, _ other: MetricScope) -> Bool {
    feedIndices(in: one) == feedIndices(in: other)
  }

  /// The tallies of a scope in the whole window, after the end of the run.
  func tallies(of scope: MetricScope) -> ScopeTallies {
    tallies(of: feedIndices(in: scope), number: Self.number(of: scope))
  }

  /// The tallies of the pages of some surfaces that a metric names, likewise.
  func tallies(on surfaces: SurfaceSet) -> ScopeTallies {
    tallies(of: feedIndices(on: surfaces), number: scopes.of(surfaces))
  }

  private func tallies(of indices: [Int], number: Int) -> ScopeTallies {
    let chosen = indices.map { feeds[$0] }
    var tallies = tallies(
      from: run.windowStart, to: run.duration, counts: chosen.map(\.before), feeds: chosen,
      scope: number)
    tallies.ages = Self.sum(of: chosen.map(\.ages)) { $0.add($1) } ?? AgeTally()
    tallies.contests = contests.contests(in: indices)
    tallies.sampled = SampledPosts(
      chosen.map(\.shownPosts), sample: sample, posts: posts, members: members,
      countsAuthors: keepsExtended)
    let records = chosen.map(\.turnover.records)
    tallies.turnover = sample.slotsByMember.map { slot in
      var sum = TurnoverTally.Record()
      // Most members open few feeds twice.
      for feed in records where feed[slot].slates > 0 {
        sum.sum.add(feed[slot].sum)
        sum.slates += feed[slot].slates
      }
      return sum
    }.filter { $0.slates > 0 }
    tallies.completeWeeks = weeks.completeWeeks
    tallies.weeks = weeks.scopes[number]
    tallies.sessions = sessions.sums[number]
    tallies.buttons = buttons
    tallies.ties = ties
    return tallies
  }

  /// What the tallies of several feeds come to; `nil` of none. One feed's are not copied.
  private static func sum<Tally>(
    of tallies: [Tally], _ add: (inout Tally, Tally) -> Void
  ) -> Tally? {
    guard var sum = tallies.first else { return nil }
    for other in tallies.dropFirst() { add(&sum, other) }
    return sum
  }

  private func tallies(
    from start: Double, to end: Double, counts: [FeedCounts], feeds: [FeedTally], scope: Int
  ) -> ScopeTallies {
    let sum =
      Self.sum(of: counts) { $0.add($1) }
      ?? FeedCounts(
        run: run, keepsExtended: keepsExtended, members: members.count, posts: posts.count)
    var ageAtFirst = [Int32](repeating: FeedTally.never, count: posts.count)
    for feed in feeds {
      for post in ageAtFirst.indices {
        ageAtFirst[post] = min(ageAtFirst[post], feed.ageAtFirst[post])
      }
    }
    let population = posts.count(createdBefore: end)
    var tallies = ScopeTallies(
      run: run, start: start, end: end, members: members, posts: posts, population: population,
      createdInWindow: min(population, posts.count(createdBefore: start))..<population,
      counts: sum, ageAtFirst: ageAtFirst,
      ageAtEnough: reach.ages(scope: scope, posts: posts.count), ties: TieTally(run: run))
    tallies.summarise()
    return tallies
  }
}
