internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// Novelty: the attention that a story gets fades with time, with a half-life of 69 minutes on the front page of a
/// news site.
///
/// Here it is the time in which half of the openings come of a post on home in order of time: the median over posts
/// of the first days with ten openings or more. As on the front page, all stories by everybody are candidates until they are
/// seen, and come one by one, 3.4 an hour: the source's are the 29,684 of 2006.
///
/// News is worth most while it is new, unlike photos of friends: the odds of opening a new story are exp(4) = 55 times
/// the odds of an old one, and fall with a half-life of 40 minutes. It was chosen in worlds of other seeds so that half
/// of the openings come within 69 minutes: with one of a day, the default, they take some two hours.
struct NoveltyStudy: PublishedStudy {
  let name = "half-life of novelty"
  let source = "Wu & Huberman, PNAS 104(45), 2007"

  let results = [
    StudyResult(
      "half of a post's openings, minutes", .value(69, within: 1, noEffect: 0),
      basis: "as printed; no error is")
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    let isQuick = setting.share < 1
    var parameters = SocietyParameters.society(members: isQuick ? 400 : 800, days: 4)
    parameters.openOnly(.home)
    parameters.posting.share = isQuick ? 0.54 : 0.27
    parameters.posting.largestBatch = 1
    parameters.utility.freshness = 4
    parameters.freshness.halfLifeHours = 2.0 / 3
    var pool = FeedPool()
    (pool.without, pool.exclusionTime) = (.seen, 30 * 86_400)
    let run = WorldRun(study: parameters, seed: 78, replication: number, setting)
    let sink = OpeningTimes()
    run.under(.ordering(.home, by: "recency", pool: pool), sink)
    return [sink.halfLife.map { $0 / 60 }]
  }
}

/// The ages of posts of the first three days when they are opened.
private final class OpeningTimes: ObservationSink {
  private var createdAt: [Double] = []
  private var ages: [[Double]] = []

  func observe(_ post: PostObservation) {
    createdAt.append(post.createdAt)
    ages.append([])
  }

  func observe(_ interaction: InteractionObservation) {
    let post = interaction.post.index
    guard interaction.kind == .view, (0..<3 * 86_400).contains(createdAt[post]) else { return }
    ages[post].append(interaction.time - createdAt[post])
  }

  /// In seconds; `nil` where no post has ten openings.
  var halfLife: Double? {
    let medians = ages.filter { $0.count >= 10 }.map { $0.sorted()[$0.count / 2] }.sorted()
    return medians.isEmpty ? nil : medians[medians.count / 2]
  }
}
