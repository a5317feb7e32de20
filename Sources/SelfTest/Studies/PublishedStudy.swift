internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// A published study of feeds, or of the people who read them, that is repeated in simulated worlds.
///
/// To add a study: a file with the type in this folder, its doc comment with what was done in the study and what
/// stands for it here; and its line in ``PublishedStudies/all``.
package protocol PublishedStudy: Sendable {
  /// The name, such as `Music Lab`.
  var name: String { get }
  var source: String { get }
  /// What the study found. Those that worlds can express come first.
  var results: [StudyResult] { get }

  /// One replication: the value of each result that worlds can express, `nil` where this replication has none.
  ///
  /// - Parameter number: Of the replication, from 0; each has a community of its own.
  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?]
}

/// All published studies, in the order of the table.
package enum PublishedStudies {
  package static let all: [any PublishedStudy] = [
    HomogenisationStudy(), MusicLabStudy(), OneVoteStudy(), DiversityParadoxStudy(), UrnStudy(),
    OfflineOnlineStudy(), SupplyStudy(), NoveltyStudy(), ChronologicalStudy(),
    PersonalisedStudy(), DiverseMembersStudy(), PromotionStudy(), ClickbaitStudy(),
  ]
}

extension WorldRun {
  /// The run of a study, whose community differs from replication to replication, without a warm-up.
  ///
  /// The intercepts are solved for the default arm, once for all arms of the study.
  init(
    study parameters: SocietyParameters, seed: UInt64, replication: UInt32,
    _ setting: SelfTestSetting
  ) {
    self.init(
      parameters: parameters, arm: Arm(name: "default", choices: []), seed: setting.seed(seed),
      world: replication)
    intercepts = SolvedIntercepts(for: self)
  }

  /// Simulates the run under an arm.
  func under(_ arm: Arm, _ sinks: any ObservationSink...) {
    var run = self
    run.arm = arm
    run.observed(by: sinks)
  }
}

extension FeedPool {
  /// Everything by everybody, until the viewer has opened it: what is consumed, rated or bought once.
  static var consumedOnce: FeedPool {
    var pool = FeedPool()
    (pool.without, pool.exclusionTime) = (.opened, 365 * 86_400)
    return pool
  }
}

extension Arm {
  /// An arm that orders a feed by a formula.
  ///
  /// - Parameter text: Of a study, without a fault.
  static func ordering(
    _ surface: Surface, byFormula text: String, pool: FeedPool = .standard
  ) -> Arm {
    Arm(
      name: text,
      choices: [
        (surface, RankerSettings(FormulaRanker.descriptor, formula: try! ScoreFormula(text)))
      ], pool: pool)
  }

  /// Home in the order of a ranker for engagement: how often a post is opened when looked at, how much the viewer opens its
  /// category, up to a limit so that one category does not fill the page, and friends.
  static let engaging = ordering(
    .home,
    byFormula: "10 * opens_per_look + 5 * min(category_share, 0.15) + 0.5 * is_friend")

  /// Home with what was opened most in front. Likes are too few to say what is popular in a small world.
  static func mostOpened(pool: FeedPool = .standard) -> Arm {
    ordering(.home, byFormula: "views", pool: pool)
  }

  /// A contest in the order of votes.
  static let votes = ordering(.contest, byFormula: "votes")
}
