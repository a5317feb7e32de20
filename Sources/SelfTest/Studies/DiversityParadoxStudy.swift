internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// The paradox of diversity: a recommender shows each person something new and all people the same, so that what a
/// person consumes may become more varied while sales as a whole become more concentrated.
///
/// Here the most opened posts in front stand for the recommender and `friends-first` for what people see without one. As in
/// the study, everything can be consumed again and does not age. A member's
/// variety is the effective number of authors whose posts the member opened; concentration is the Gini coefficient
/// of the openings of posts that anybody opened.
struct DiversityParadoxStudy: PublishedStudy {
  let name = "diversity paradox"
  let source = "Fleder & Hosanagar, Management Science 55(5), 2009"

  let results = [
    StudyResult("Gini of openings of posts, recommended − not", .above(0)),
    StudyResult("authors opened by a member, recommended − not", .above(0)),
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 200 : 400, days: 10)
    parameters.openOnly(.home)
    parameters.switchOff("freshness")
    let run = WorldRun(study: parameters, seed: 74, replication: number, setting)
    let (without, with) = (Openings(), Openings())
    run.under(.ordering(.home, by: "friends-first", pool: FeedPool()), without)
    run.under(.mostOpened(pool: FeedPool()), with)
    return [
      with.concentration.flatMap { a in without.concentration.map { a - $0 } },
      with.authorsOfMember - without.authorsOfMember,
    ]
  }
}

/// Who opened what.
private final class Openings: ObservationSink {
  private var authors: [MemberID] = []
  private var counts: [Double] = []
  private var openedAuthors: [[Int: Double]] = []

  func observe(_ member: MemberObservation) { openedAuthors.append([:]) }

  func observe(_ post: PostObservation) {
    authors.append(post.author)
    counts.append(0)
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .view else { return }
    counts[interaction.post.index] += 1
    let author = authors[interaction.post.index].index
    openedAuthors[interaction.member.index][author, default: 0] += 1
  }

  var concentration: Double? { giniCoefficient(counts.filter { $0 > 0 }) }

  /// The mean over members who opened anything of 1 ÷ Σ share², in the order of members and authors.
  var authorsOfMember: Double {
    let numbers = openedAuthors.filter { !$0.isEmpty }.map { counts in
      let total = counts.values.reduce(0, +)
      let squares = counts.sorted { $0.key < $1.key }.reduce(0) {
        $0 + ($1.value / total) * ($1.value / total)
      }
      return 1 / squares
    }
    return numbers.reduce(0, +) / Double(max(1, numbers.count))
  }
}
