internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// Offline against online: rankers that order relevant items well, as measured offline, are those that people engage
/// with, but not in the same order.
///
/// Here every ranker that can order home, and takes no formula, is run in the same community, and Spearman's
/// correlation over rankers is between nDCG@10 and openings for each first look at a post. (Likes are too few to
/// compare rankers in a small world.) As in the study, everything is a candidate until it is consumed, and does not
/// age.
struct OfflineOnlineStudy: PublishedStudy {
  let name = "offline against online"
  let source = "Krauth et al. 2020 (arXiv 2011.07931)"

  let results = [
    StudyResult("nDCG and openings of first looks: Spearman", .above(0.5))
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 150 : 200, days: 7)
    parameters.openOnly(.home)
    parameters.switchOff("freshness")
    let run = WorldRun(study: parameters, seed: 76, replication: number, setting)
    let rankers = RankerCatalogue.standard.descriptors.filter {
      $0.surfaces.contains(.home) && !$0.needsMore
    }
    let pairs = rankers.map { ranker in
      let (looks, metrics) = (
        FirstLookSink(), MetricSink(options: MetricOptions(set: .named, named: ["ndcg@10"]))
      )
      run.under(.ordering(.home, by: ranker.name, pool: .consumedOnce), looks, metrics)
      return (metrics.values()[0].value.value ?? 0, looks.openRate)
    }
    return [spearman(pairs.map(\.0), pairs.map(\.1))]
  }
}
