internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// Randomised promotion: a ranking by popularity shuts new pages out; where unvisited pages come up at random, good
/// ones are found, and what is shown becomes better.
///
/// In the study, an analysis and simulations of web search have the visits' mean quality; and in a live study jokes
/// stood in the order of votes as funny, without or with unseen ones at random positions, and 60 % more of
/// the votes were for funny ones. Here a contest of a week has 400 entries from the start and as many that come later, in the
/// order of votes. Entries with fewer than 20 looks, the number that brings a vote on average, are
/// promoted at random, one in twenty at each refresh. Compared are, in the second half of the week, the latent quality of
/// entries that are looked at, and the votes that members' first looks at entries bring.
struct PromotionStudy: PublishedStudy {
  let name = "randomised promotion"
  let source = "Pandey et al., VLDB 2005 (arXiv cs/0503011); size from memory"

  let results = [
    StudyResult("quality of looks, promoted ÷ not", .above(1)),
    StudyResult(
      "votes a first look, promoted ÷ not", .value(1.6, within: 0.05, noEffect: 1),
      basis: "as printed, to a tenth"),
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 300 : 1000, days: 7)
    parameters.openOnly(.contest)
    parameters.entering.atStart = 0.4 * parameters.world.members
    parameters.entering.entriesPerMember = 0.4
    let run = WorldRun(study: parameters, seed: 87, replication: number, setting)
    let (strict, promoted) = (LooksOfEntries(), LooksOfEntries())
    run.under(.votes, strict)
    run.under(
      .ordering(
        .contest, byFormula: "if(looks < 20 and uniform(0, 1) < 0.05, 1e9 + uniform(0, 1), votes)"),
      promoted)
    return [
      relativeChange(from: strict.quality, to: promoted.quality).map { 1 + $0 },
      relativeChange(from: strict.votesPerLook, to: promoted.votesPerLook).map { 1 + $0 },
    ]
  }
}

/// The quality of the entries that are looked at, and the votes that members' first looks at them bring, in the second half
/// of a run.
private final class LooksOfEntries: ObservationSink {
  private var start = 0.0
  private var qualities: [Double] = []
  private var looks = Summary()
  /// Viewers and the posts that they looked at, at any time.
  private var pairs = PairSet()
  /// The requests and posts of the first looks of the second half.
  private var firstLooks = PairSet()
  private var votes = 0.0

  func begin(_ run: RunObservation) { start = run.duration / 2 }

  func observe(_ post: PostObservation) { qualities.append(post.quality) }

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices where page.examined[index] {
      let post = page.posts[index]
      let isFirst = pairs.insert(page.viewer.rawValue, post.rawValue)
      guard page.time >= start else { continue }
      looks.add(qualities[post.index])
      if isFirst { firstLooks.insert(page.request, post.rawValue) }
    }
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .vote, let request = interaction.request else { return }
    votes += firstLooks.contains(request, interaction.post.rawValue) ? 1 : 0
  }

  var quality: Double? { looks.count > 0 ? looks.mean : nil }
  var votesPerLook: Double? {
    firstLooks.count > 0 ? votes / Double(firstLooks.count) : nil
  }
}
