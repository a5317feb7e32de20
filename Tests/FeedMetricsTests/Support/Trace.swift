import FeedMetrics
import SocialFeed

/// A run in plain arrays, to be written by hand or at random, and replayed to sinks in order of time.
struct Trace {
  var run: RunObservation
  var members: [MemberObservation] = []
  var posts: [PostObservation] = []
  var pages: [PageObservation] = []
  var interactions: [InteractionObservation] = []
  var contests: [ContestObservation] = []
  var entries: [EntryObservation] = []
  var ties: [TieObservation] = []
  var buttons: [ButtonsObservation] = []
  var staleButtons: [StaleButtonObservation] = []

  static let day = 86_400.0
  static let week = 7 * day

  /// A run of `days`, the first `warmUp` of them left out, with groups `a` and `b` and rankers `x` and
  /// `y`.
  init(days: Double = 10, warmUp: Double = 0, categories: Int = 3) {
    run = RunObservation(
      duration: days * Self.day, windowStart: warmUp * Self.day, categoryCount: categories,
      groupNames: ["a", "b"], rankerNames: ["x", "y"])
  }

  /// A run with `count` members of group 0 who joined 100 days before.
  init(
    days: Double = 10, warmUp: Double = 0, categories: Int = 3, members count: Int
  ) {
    self.init(days: days, warmUp: warmUp, categories: categories)
    for _ in 0..<count { join() }
  }

  mutating func join(group: Int = 0, at time: Double = -100 * day, taste: [Float] = []) {
    members.append(
      MemberObservation(
        member: MemberID(members.count), group: group, joinedAt: time, taste: taste))
  }

  @discardableResult
  mutating func publish(
    by author: Int, category: Int = 0, at time: Double = 0, quality: Double = 0.5
  ) -> Int {
    posts.append(
      PostObservation(
        post: PostID(posts.count), author: MemberID(author), category: CategoryID(category),
        createdAt: time, quality: quality))
    return posts.count - 1
  }

  /// Shows one page, by default as a request of its own with all of its posts examined.
  ///
  /// - Returns: The request.
  @discardableResult
  mutating func show(
    _ shown: [Int], to viewer: Int, at time: Double = 0, surface: Surface = .home, ranker: Int = 0,
    request: UInt32? = nil, offset: Int = 0, examined: [Bool]? = nil, relevance: [Double]? = nil,
    pool: [CandidateObservation]? = nil, duplicates: Int = 0, breaches: [ServeBreach: Int] = [:],
    isShort: Bool = false, isUnderfilled: Bool = false
  ) -> UInt32 {
    let next = pages.map { $0.request + 1 }.max() ?? 0
    pages.append(
      PageObservation(
        time: time, request: request ?? next, viewer: MemberID(viewer), surface: surface,
        ranker: ranker, offset: offset, posts: shown.map { PostID($0) },
        examined: examined ?? shown.map { _ in true },
        relevance: relevance ?? shown.map { _ in 0.5 }, pool: pool,
        duplicates: duplicates, breaches: ServeBreaches(breaches), isShort: isShort,
        isUnderfilled: isUnderfilled))
    return request ?? next
  }

  mutating func act(
    _ kind: InteractionKind, by member: Int, on post: Int, at time: Double, request: UInt32?
  ) {
    interactions.append(
      InteractionObservation(
        time: time, member: MemberID(member), post: PostID(post), kind: kind, request: request))
  }

  /// Opens a contest, from `start` to `end`, in days.
  mutating func open(_ start: Double, _ end: Double) {
    contests.append(
      ContestObservation(
        contest: ContestID(contests.count), startsAt: start * Self.day, endsAt: end * Self.day))
  }

  /// Begins or ends a tie; whether it is returned follows from the follows before.
  mutating func tie(_ kind: TieOutcome, _ one: Int, _ other: Int, at time: Double = 0) {
    let opposite = ties.last {
      ($0.kind == .follow || $0.kind == .unfollow) && $0.from.index == other
        && $0.to.index == one
    }
    ties.append(
      TieObservation(
        time: time, kind: kind, from: MemberID(one), to: MemberID(other),
        isReturned: (kind == .follow || kind == .unfollow) && opposite?.kind == .follow))
  }

  mutating func look(_ buttons: Int, stale: Int, at time: Double) {
    self.buttons.append(
      ButtonsObservation(time: time, member: MemberID(0), device: 0, buttons: buttons, stale: stale)
    )
  }

  mutating func addStaleButton(from: Double, until: Double) {
    staleButtons.append(
      StaleButtonObservation(
        member: MemberID(0), device: 1, post: PostID(0), isSaveButton: false, from: from,
        until: until))
  }

  mutating func enter(_ post: Int, into contest: Int, at time: Double) {
    entries.append(
      EntryObservation(contest: ContestID(contest), post: PostID(post), submittedAt: time))
  }
}

extension Trace {
  /// A contest from day 1 to day 5 that member 0 looks at, with entries of authors 1… with these qualities,
  /// submitted an hour apart from its start.
  static func contest(qualities: [Double]) -> Trace {
    var trace = Trace(days: 10, members: qualities.count + 1)
    trace.open(1, 5)
    for (index, quality) in qualities.enumerated() {
      let time = day + Double(index) * 3600
      trace.enter(trace.publish(by: index + 1, at: time, quality: quality), into: 0, at: time)
    }
    return trace
  }

  /// Member 0 votes so many times for each post.
  mutating func vote(_ votes: [Int], at time: Double) {
    for (post, count) in votes.enumerated() {
      for _ in 0..<count { act(.vote, by: 0, on: post, at: time, request: nil) }
    }
  }

  /// Replays everything to a sink in order of time; at one instant in the order of the properties above.
  func replay(to sink: some ObservationSink) {
    sink.begin(run)
    let instants =
      members.map(\.joinedAt).indexed(kind: 0) + posts.map(\.createdAt).indexed(kind: 1)
      + contests.map(\.startsAt).indexed(kind: 2) + entries.map(\.submittedAt).indexed(kind: 3)
      + pages.map(\.time).indexed(kind: 4) + interactions.map(\.time).indexed(kind: 5)
      + ties.map(\.time).indexed(kind: 6) + buttons.map(\.time).indexed(kind: 7)
      + staleButtons.map(\.until).indexed(kind: 8)
    for (_, kind, index) in instants.sorted(by: <) {
      switch kind {
      case 0: sink.observe(members[index])
      case 1: sink.observe(posts[index])
      case 2: sink.observe(contests[index])
      case 3: sink.observe(entries[index])
      case 4: sink.observe(pages[index])
      case 5: sink.observe(interactions[index])
      case 6: sink.observe(ties[index])
      case 7: sink.observe(buttons[index])
      default: sink.observe(staleButtons[index])
      }
    }
  }

  /// All metrics of the run.
  func metrics(options: MetricOptions = MetricOptions()) -> [(id: String, value: MetricValue)] {
    let sink = MetricSink(options: options)
    replay(to: sink)
    return sink.values()
  }

  /// One metric of the run.
  func metric(_ id: String, options: MetricOptions = MetricOptions()) -> MetricValue {
    guard let found = metrics(options: options).first(where: { $0.id == id }) else {
      fatalError("no metric \(id)")
    }
    return found.value
  }
}

extension [Double] {
  fileprivate func indexed(kind: Int) -> [(Double, Int, Int)] {
    indices.map { (self[$0], kind, $0) }
  }
}

extension MetricValue {
  /// Whether the value is this close to `expected` and supported by as many.
  func isAbout(_ expected: Double?, support: Int, within tolerance: Double = 1e-12) -> Bool {
    guard self.support == support else { return false }
    guard let value, let expected else { return value == nil && expected == nil }
    return abs(value - expected) <= tolerance * max(1, abs(expected))
  }
}

extension ServeBreaches {
  init(_ counts: [ServeBreach: Int]) {
    self.init()
    for (breach, count) in counts { self[breach] = count }
  }
}
