import FeedMetrics
import SelfTest
import SocialFeed

/// A run that is written down event by event, for statistics worked by hand.
struct HandmadeRun {
  static let hour = 3600.0
  static let day = 86_400.0

  private let sinks: CommunitySinks
  private var posts = 0
  private var requests: UInt32 = 0

  /// - Parameters:
  ///   - members: All of them were there before the start, unless `joining` has the time at which they joined.
  ///   - joining: Days, by member.
  init(
    members: Int, days: Double, warmUp: Double = 0, categories: Int = 4,
    joining: [Int: Double] = [:]
  ) {
    sinks = CommunitySinks(duration: days * Self.day)
    let run = RunObservation(
      duration: days * Self.day, windowStart: warmUp * Self.day, categoryCount: categories,
      groupNames: ["all"], rankerNames: ["ranker"])
    each { $0.begin(run) }
    for member in 0..<members {
      let joinedAt = (joining[member] ?? -1) * Self.day
      each {
        $0.observe(
          MemberObservation(member: MemberID(member), group: 0, joinedAt: joinedAt, taste: []))
      }
    }
  }

  private func each(_ observe: (any ObservationSink) -> Void) { sinks.all.forEach(observe) }

  var record: CommunityRecord { sinks.record() }

  /// Publishes a post.
  ///
  /// - Parameter time: Seconds.
  /// - Returns: Its number.
  @discardableResult mutating func publish(
    by author: Int, at time: Double, category: Int = 0
  ) -> Int {
    each {
      $0.observe(
        PostObservation(
          post: PostID(posts), author: MemberID(author), category: CategoryID(category),
          createdAt: time, quality: 0.5))
    }
    posts += 1
    return posts - 1
  }

  /// Shows a page of posts, all of which are looked at unless they are `passed`.
  mutating func show(
    _ posts: [Int], to viewer: Int, at time: Double, passed: Set<Int> = [],
    on surface: Surface = .home
  ) {
    each {
      $0.observe(
        PageObservation(
          time: time, request: requests, viewer: MemberID(viewer), surface: surface, ranker: 0,
          offset: 0, posts: posts.map { PostID($0) }, examined: posts.map { !passed.contains($0) },
          relevance: posts.map { _ in 0.5 }))
    }
    requests += 1
  }

  func act(_ kind: InteractionKind, by member: Int, on post: Int, at time: Double) {
    each {
      $0.observe(
        InteractionObservation(
          time: time, member: MemberID(member), post: PostID(post), kind: kind, request: 0))
    }
  }

  func tie(
    _ kind: TieOutcome, _ from: Int, _ to: Int, at time: Double = -1,
    returned: Bool = false
  ) {
    each {
      $0.observe(
        TieObservation(
          time: time, kind: kind, from: MemberID(from), to: MemberID(to), isReturned: returned))
    }
  }

  func leave(_ member: Int, at time: Double) {
    each { $0.observe(DepartureObservation(time: time, member: MemberID(member))) }
  }

  func contest(from start: Double, to end: Double, entries: [(post: Int, time: Double)]) {
    each {
      $0.observe(ContestObservation(contest: ContestID(0), startsAt: start, endsAt: end))
    }
    for entry in entries {
      each {
        $0.observe(
          EntryObservation(
            contest: ContestID(0), post: PostID(entry.post), submittedAt: entry.time))
      }
    }
  }
}

extension CommunityRecord {
  /// The value of the statistic of a published figure.
  func value(of id: String) -> Double? {
    guard let figure = PublishedFigures.all.first(where: { $0.id == id }) else { return .nan }
    return figure.statistic.value(self)
  }
}

/// Whether two numbers agree but for rounding.
func agree(_ value: Double?, _ expected: Double) -> Bool {
  value.map { ($0 - expected).magnitude <= 1e-9 * max(1, expected.magnitude) } ?? false
}
