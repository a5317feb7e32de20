internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import Synchronization
internal import SyntheticSociety

/// B29: that better rankers win on the default home feed, by measures that rankers are chosen by.
///
/// Over the twelve rankers that can order home without further inputs, nDCG@10 and engagement there agree: Spearman's
/// correlation is at least 0.5. A logistic regression, fitted to what people did with a feed in random order, brings
/// more engagement than random order, the newest and `hot`. `hot` with a decade of ten days brings more than the newest,
/// since likes predict engagement beyond age.
///
/// The bound of each ratio is no effect.
///
/// Wrong rules that it catches: worth that rankers do not see, features of another viewer or post,
/// an order that is reversed.
struct RankersCheck: SelfCheck {
  let id = "B29"
  let suites = [SelfTestSuite.behaviour]
  let source = "offline against online (Krauth et al. 2020); Reddit's ranking, 2008"
  let seconds = 120.0

  private static let (engagement, gain) = (
    "engagement_per_member_day(surface=home)", "ndcg@10(surface=home)"
  )

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let worlds = DefaultWorlds(
      setting.sample(of: 8, atLeast: 2).count, setting, [Self.engagement, Self.gain])
    let rankers = RankerCatalogue.standard.descriptors.filter {
      $0.surfaces.contains(.home) && !$0.needsMore && !$0.takesRanker
    }
    let values = Dictionary(
      uniqueKeysWithValues: rankers.map {
        ($0.name, worlds.values(.ordering(.home, by: $0.name)))
      })
    func engagement(_ values: [DefaultWorlds.Values]) -> [Double] {
      values.map { $0[Self.engagement] ?? .nan }
    }
    func engagement(by name: String) -> [Double] { engagement(values[name] ?? []) }
    func engagement(_ settings: RankerSettings) -> [Double] {
      engagement(worlds.values(Arm(name: settings.name, choices: [(.home, settings)])))
    }
    func finding(_ result: String, _ ones: [Double], _ others: [Double]) -> Finding {
      Finding(
        result, size: worlds.size, expect: .atLeast(1), replications: zip(ones, others).map(/))
    }
    let learned = engagement(Self.learned(from: worlds))
    let slowly = RankerSettings(HotRanker.descriptor, ["decade": 10 * 86_400])
    return [
      Finding(
        "home: nDCG@10 and engagement: Spearman",
        size: "\(rankers.count) rankers, \(worlds.size)", expect: .atLeast(0.5),
        replications: (0..<worlds.count).map { world in
          let pairs = rankers.compactMap { values[$0.name]?[world] }
          return spearman(
            pairs.map { $0[Self.gain] ?? .nan }, pairs.map { $0[Self.engagement] ?? .nan }) ?? .nan
        })
    ]
      + ["random", "recency", "hot"].map {
        finding("home: engagement, learned ÷ \($0)", learned, engagement(by: $0))
      } + [
        finding(
          "home: engagement, hot by 10 days ÷ newest", engagement(slowly),
          engagement(by: "recency"))
      ]
  }

  /// A logistic regression of what people did at a look, fitted to two worlds whose home is in random order.
  private static func learned(from worlds: DefaultWorlds) -> RankerSettings {
    let lessons = (0..<2 as Range<UInt32>).map { world in
      let lesson = Lesson()
      worlds.observe(
        Arm(name: "lesson", choices: [(.home, LogisticRanker.settings(lesson: lesson))]),
        inWorld: .max - 1 - world, by: [lesson])
      return lesson.rows
    }
    return LogisticRanker.settings(weights: LogisticFit(lessons.flatMap { $0 }).weights)
  }
}

/// What a ranker knows of a post, and whether its viewer opened it, or did more, at a look.
private typealias LessonRow = (features: [Double], acted: Bool)

/// Looks at posts in random order: what a ranker knew of each, and what came of it.
private final class Lesson: ObservationSink, Sendable {
  private struct State {
    /// By viewer and post, of the last refresh.
    var features: [UInt64: [Double]] = [:]
    var rows: [LessonRow] = []
    /// By request and post.
    var rowOfLook: [UInt64: Int] = [:]
  }

  private let state = Mutex(State())

  var rows: [LessonRow] { state.withLock(\.rows) }

  private static func key(_ one: UInt32, _ post: PostID) -> UInt64 {
    UInt64(one) << 32 | UInt64(post.rawValue)
  }

  func keep(_ features: [Double], of post: PostID, for viewer: MemberID) {
    state.withLock { $0.features[Self.key(viewer.rawValue, post)] = features }
  }

  func observe(_ page: borrowing PageObservation) {
    guard page.surface == .home else { return }
    for index in page.posts.indices where page.examined[index] {
      let post = page.posts[index]
      let (viewer, look) = (
        Self.key(page.viewer.rawValue, post), Self.key(page.request, post)
      )
      state.withLock { state in
        guard let features = state.features[viewer] else { return }
        state.rowOfLook[look] = state.rows.count
        state.rows.append((features, false))
      }
    }
  }

  func observe(_ interaction: InteractionObservation) {
    guard let request = interaction.request, interaction.kind != .unlike else { return }
    state.withLock { state in
      guard let row = state.rowOfLook[Self.key(request, interaction.post)] else { return }
      state.rows[row].acted = true
    }
  }
}

/// Posts by a weighted sum of what is known of them; with a lesson in random order.
private struct LogisticRanker: ScoringRanker {
  static func settings(weights: [Double] = [], lesson: Lesson? = nil) -> RankerSettings {
    RankerSettings(
      RankerDescriptor(
        name: "learned", summary: "By a logistic regression.", order: "weights x features",
        surfaces: [.home], parameters: [],
        make: { _ in LogisticRanker(weights: weights, lesson: lesson) }))
  }

  let weights: [Double]
  let lesson: Lesson?

  var features: FeatureSet {
    [
      .ageHours, .likes, .comments, .likesPerLook, .opensPerLook, .isFriend, .isFollowee,
      .affinityShare, .categoryShare,
    ]
  }
  var fingerprint: RankerFingerprint {
    weights.reduce(RankerFingerprint("learned")) { $0.with($1) }
  }

  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let columns = [
      candidates[.ageHours].map { Portable.exp(-$0 / 24) },
      candidates[.likes].map { Portable.log(1 + $0) },
      candidates[.comments].map { Portable.log(1 + $0) }, candidates[.likesPerLook],
      candidates[.opensPerLook], candidates[.isFriend], candidates[.isFollowee],
      candidates[.affinityShare], candidates[.categoryShare],
    ]
    for index in scores.indices {
      let row = columns.map { $0[index] }
      guard let lesson else {
        scores[index] = zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 }
        continue
      }
      lesson.keep(row, of: candidates.posts[index], for: candidates.viewer)
      scores[index] = candidates.noise(index)
    }
  }
}

/// Logistic regression by gradient descent on standardised columns, with steps that cannot overshoot: the curvature of
/// the mean loss is at most a quarter of the number of columns.
private struct LogisticFit {
  /// One a column; without the intercept, which no order depends on.
  private(set) var weights: [Double] = []

  private static let steps = 300

  init(_ rows: [LessonRow]) {
    guard let width = rows.first?.features.count else { return }
    let columns = (0..<width).map { column in Summary(rows.map { $0.features[column] }) }
    let scales = columns.map { column in
      column.standardDeviation.flatMap { $0 > 0 ? 1 / $0 : nil } ?? 0
    }
    let standardised = rows.map { row in
      (0..<width).map { (row.features[$0] - columns[$0].mean) * scales[$0] } + [1]
    }
    var slopes = [Double](repeating: 0, count: width + 1)
    for _ in 0..<Self.steps {
      var gradient = [Double](repeating: 0, count: width + 1)
      for (row, values) in zip(rows, standardised) {
        let chance = logistic(zip(slopes, values).reduce(0) { $0 + $1.0 * $1.1 })
        let error = (row.acted ? 1 : 0) - chance
        for column in gradient.indices { gradient[column] += error * values[column] }
      }
      for column in slopes.indices {
        slopes[column] += 4 / Double(width + 1) * gradient[column] / Double(rows.count)
      }
    }
    weights = zip(slopes, scales).map(*)
  }
}
