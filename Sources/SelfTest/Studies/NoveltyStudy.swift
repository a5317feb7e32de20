internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// Novelty: the attention that a story gets fades with time, with a half-life of 69 minutes on the front page of a
/// news site.
///
/// Here it is the time in which half of the openings come of a post on home in order of time: the median over posts
/// of the first days with ten openings or more.
struct NoveltyStudy: PublishedStudy {
  let name = "half-life of novelty"
  let source = "Wu & Huberman, PNAS 104(45), 2007"

  let results = [
    StudyResult("half of a post's openings, minutes", .value(69, within: 17, noEffect: 0))
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 200 : 1000, days: 7)
    parameters.openOnly(.home)
    let run = WorldRun(study: parameters, seed: 78, replication: number, setting)
    let sink = OpeningTimes()
    run.under(.ordering(.home, by: "recency"), sink)
    return [sink.halfLife.map { $0 / 60 }]
  }
}

/// The ages at which posts of the first three days are opened.
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
