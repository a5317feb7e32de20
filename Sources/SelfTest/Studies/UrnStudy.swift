internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import SyntheticSociety

/// The urn of two products: a buyer follows the recommendation of the better-selling one with the probability *r*, and
/// otherwise chooses either with ½, so that the leader's share of sales becomes ½ (1 − *r*) + *r*.
///
/// Here two entries of equal worth are in the order of votes, everybody scrolls past both, and a position *k* is examined with *k*^−η. The leader is
/// opened 1 and the other 2^−η times for each look at the feed, which is *r* = (1 − 2^−η) ÷ (1 + 2^−η), and the leader's
/// share is 1 ÷ (1 + 2^−η): 0.586 at η ½. A share of some 5,000 openings has a standard error of 0.007, and the mean
/// of eight one of 0.0025.
struct UrnStudy: PublishedStudy {
  let name = "urn of two products"
  let source = "Fleder & Hosanagar, Management Science 55(5), 2009; closed form"

  private static let eta = 0.5

  var results: [StudyResult] {
    [
      StudyResult(
        "the leader's share of openings",
        .value(1 / (1 + Portable.exp(-Self.eta * Portable.log(2))), within: 0.01, noEffect: 0.5),
        basis: "closed form; four standard errors of the run")
    ]
  }

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.quiet(members: setting.share < 1 ? 300 : 1000, days: 7)
    parameters.openOnly(.contest)
    parameters.switchOff("memory")
    parameters.entering.atStart = 2
    parameters.examination.eta = Self.eta
    parameters.fixScrolling(at: 2)
    var run = WorldRun(
      parameters: parameters, arm: .votes, seed: setting.seed(75),
      world: number)
    run.intercepts = .chances(open: 0.3, vote: 0.05)
    run.adjustBehaviours = { $0.utility = Constant(decision: 0) }
    let sink = LeaderOpenings()
    run.observed(by: [sink])
    return [sink.share]
  }
}

/// The openings of the entry that stands first, and of the other, by readers who are not their authors.
private final class LeaderOpenings: ObservationSink {
  private var first = PairSet()
  private var pages = PairSet()
  private var openings = (first: 0, all: 0)

  func observe(_ page: borrowing PageObservation) {
    guard page.offset == 0, page.posts.count == 2 else { return }
    for post in page.posts { pages.insert(page.request, post.rawValue) }
    first.insert(page.request, page.posts[0].rawValue)
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .view, let request = interaction.request,
      pages.contains(request, interaction.post.rawValue)
    else { return }
    openings.all += 1
    if first.contains(request, interaction.post.rawValue) { openings.first += 1 }
  }

  var share: Double? {
    openings.all > 0 ? Double(openings.first) / Double(openings.all) : nil
  }
}
