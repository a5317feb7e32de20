internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// B10: who may see posts.
///
/// Of equally spaced uniform numbers the rule gives friends and the author the declared shares, to a
/// number. In a world whose home is random a public post is seen by strangers some 30 times, so that one
/// that no stranger sees is none with a probability above 1 − 10⁻⁷ on average: the share of these is the
/// sum of both. Privacy is drawn for each post, so that the share is binomial.
///
/// Wrong rules that it catches: the shares exchanged, privacy drawn once for a member, pages that ignore
/// privacy.
struct PrivacyCheck: SelfCheck {
  let id = "B10"
  let suites = [SelfTestSuite.behaviour]
  let source = "categorical choice"
  let seconds = 2.0

  private static let grid = 100_000

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 6000, atLeast: 600)
    var parameters = SocietyParameters.quiet(members: members.count, days: 5)
    parameters.posting.share = 0.2
    parameters.posting.historyDays = 60
    parameters.comeEquallyOften(perDay: 1.5)
    parameters.fixScrolling(at: 20)
    let strangers = StrangerSink()
    WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(24))
      .observed(by: [strangers])
    let rule = PostPrivacy(parameters)
    func share(_ privacy: Privacy) -> Double {
      let hits = (0..<Self.grid).count {
        rule.decide((Double($0) + 0.5) / Double(Self.grid)) == privacy
      }
      return Double(hits) / Double(Self.grid)
    }
    let shares = parameters.privacy
    let size = "\(Self.grid.grouped) numbers"
    return [
      Finding(
        "posts for friends: share by the rule", size: size, expect: shares.friendsOnly,
        computed: share(.friendsOnly)),
      Finding(
        "posts for their author: share by the rule", size: size, expect: shares.onlyMe,
        computed: share(.onlyMe)),
      Finding(
        "posts that no stranger sees", size: "\(strangers.posts.grouped) posts",
        expectShare: shares.friendsOnly + shares.onlyMe, successes: strangers.unseen,
        of: strangers.posts),
    ]
  }
}

/// Counts the initial posts that are shown only to friends of the author.
private final class StrangerSink: ObservationSink {
  private var authors: [MemberID] = []
  private var friends: Set<SIMD2<UInt32>> = []
  private var isSeen: [Bool] = []
  private(set) var posts = 0

  func observe(_ tie: TieObservation) {
    guard tie.kind == .friend else { return }
    friends.insert(SIMD2(tie.from.rawValue, tie.to.rawValue))
    friends.insert(SIMD2(tie.to.rawValue, tie.from.rawValue))
  }

  func observe(_ post: PostObservation) {
    authors.append(post.author)
    isSeen.append(false)
    if post.createdAt < 0 { posts += 1 }
  }

  func observe(_ page: borrowing PageObservation) {
    for post in page.posts {
      let author = authors[post.index]
      guard author != page.viewer,
        !friends.contains(SIMD2(author.rawValue, page.viewer.rawValue))
      else { continue }
      isSeen[post.index] = true
    }
  }

  /// Initial posts have the lowest identifiers.
  var unseen: Int { isSeen.prefix(posts).count { !$0 } }
}
