internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// Homogenisation: what is recommended makes people with like interests consume more of the same than they would
/// if they knew everything.
///
/// In the study, users are paired with the most similar one, and the Jaccard index of the items that a pair has
/// consumed is compared with that under an ideal ranker, at its step 100. Here a member is paired with the one of the
/// nearest interests, by cosine, and their openings on home in two weeks are compared. The most opened posts stand for
/// popularity, `blended-affinity` for the content filter, `friends-first` for the social filter. As in the study,
/// everything by everybody is a candidate until it is consumed, items do not age, and people neither follow the crowd
/// nor become satiated.
struct HomogenisationStudy: PublishedStudy {
  let name = "homogenisation"
  let source = "Chaney, Stewart & Engelhardt, RecSys 2018; Lucherini et al. 2021"

  private static let rankers = [
    ("most opened", 0.22), ("blended-affinity", 0.15), ("friends-first", 0.095), ("random", 0.015),
  ]

  var results: [StudyResult] {
    Self.rankers.map { ranker, published in
      StudyResult(
        "overlap of like-minded members, \(ranker) − ideal",
        .value(published, within: 0.02, noEffect: 0),
        basis: "reading of a figure")
    }
  }

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 120 : 150, days: 14)
    parameters.openOnly(.home)
    parameters.switchOff("freshness", "satiation", "herding")
    let run = WorldRun(study: parameters, seed: 71, replication: number, setting)
    let overlaps = (["ideal"] + Self.rankers.map(\.0)).map { ranker in
      let sink = OpenedPosts()
      run.under(
        ranker == "most opened"
          ? .mostOpened(pool: .consumedOnce)
          : .ordering(.home, by: ranker, pool: .consumedOnce), sink)
      return sink.overlapOfNeighbours
    }
    return overlaps.dropFirst().map { $0 - overlaps[0] }
  }
}

/// The interests of members, and what they opened.
private final class OpenedPosts: ObservationSink {
  private var interests: [[Float]] = []
  private var opened: [Set<PostID>] = []

  func observe(_ member: MemberObservation) {
    interests.append(member.taste)
    opened.append([])
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .view else { return }
    opened[interaction.member.index].insert(interaction.post)
  }

  /// The mean Jaccard index of the posts opened by a member and by the member of the nearest interests, over those
  /// who opened any.
  var overlapOfNeighbours: Double {
    let members = interests.indices.filter { !opened[$0].isEmpty }
    let lengths = interests.map { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }
    var sum = 0.0
    for one in members {
      var nearest: (member: Int, cosine: Float)?
      for other in members where other != one {
        let product = zip(interests[one], interests[other]).reduce(0) { $0 + $1.0 * $1.1 }
        let cosine = product / (lengths[one] * lengths[other])
        if nearest.map({ cosine > $0.cosine }) ?? true { nearest = (other, cosine) }
      }
      guard let nearest else { continue }
      let common = opened[one].intersection(opened[nearest.member]).count
      sum += Double(common) / Double(opened[one].union(opened[nearest.member]).count)
    }
    return sum / Double(max(1, members.count))
  }
}
