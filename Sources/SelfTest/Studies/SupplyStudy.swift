internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// Supply: creators who get no attention stop, so that a ranker that spreads attention keeps more of them.
///
/// Here `author-discount`, which shows each author less the more of a page the author has, is compared with
/// `popularity` over four weeks, the first of which is left out. As in the study, everybody's posts are candidates again and
/// again, and do not age.
struct SupplyStudy: PublishedStudy {
  let name = "supply response"
  let source = "Mladenov et al. 2021 (RecSim NG, arXiv 2103.08057)"

  let results = [
    StudyResult("authors who stop, attention spread − not", .below(0)),
    StudyResult("posts, attention spread ÷ not", .above(1)),
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 200 : 300, days: 28)
    parameters.world.warmUpDays = 7
    parameters.openOnly(.home)
    parameters.switchOff("freshness")
    let run = WorldRun(study: parameters, seed: 77, replication: number, setting)
    let outcomes = ["author-discount", "popularity"].map { ranker in
      let metrics = MetricSink(
        options: MetricOptions(set: .named, named: ["creators_stopped_share"]))
      let posts = PostCounter()
      run.under(.ordering(.home, by: ranker, pool: FeedPool()), metrics, posts)
      return (stopped: metrics.values()[0].value.value, posts: posts.count)
    }
    return [
      outcomes[0].stopped.flatMap { spread in outcomes[1].stopped.map { spread - $0 } },
      outcomes[0].posts / outcomes[1].posts,
    ]
  }
}

/// Counts the posts of a run.
private final class PostCounter: ObservationSink {
  private(set) var count = 0.0

  func observe(_ post: PostObservation) { count += post.createdAt >= 0 ? 1 : 0 }
}
