internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// Diversity and staying: generalists, whose listening is diverse, leave less often than specialists who listen as much,
/// and gain less from personalised recommendations.
///
/// Here home of the default community is in the order of a ranker for engagement for four weeks. A member is the more
/// of a specialist the likelier two posts that the member opened in the first two weeks are of one category. Members
/// with ten openings or more are split into four by the number of openings, each of these into halves by that
/// chance, and the shares who leave in the third and fourth week are compared. That diversity goes with staying is in the
/// abstract; the ten to twenty points are quoted from memory.
///
/// The gain is in openings over the openings with the most opened posts in front, of members whose interests are less
/// and more narrow than the median. The published gain is in streams in a week, with a playlist's songs in the
/// order of their relevance or popularity: 10.03 and 25.66 % as a book on the paper quotes them.
struct DiverseMembersStudy: PublishedStudy {
  let name = "diversity and staying"
  let source = "Anderson et al., WWW 2020; size of leaving from memory"

  let results = [
    StudyResult(
      "share who leave, generalists − specialists", .range(-0.2...(-0.1), noEffect: 0),
      basis: "ten to twenty points"),
    StudyResult(
      "openings, personalised ÷ popular − 1, generalists",
      .value(0.1003, within: 0.005, noEffect: 0), basis: "as printed; no error is"),
    StudyResult(
      "openings, personalised ÷ popular − 1, specialists",
      .value(0.2566, within: 0.005, noEffect: 0), basis: "as printed; no error is"),
  ]

  private static let fortnight = 14 * 86_400.0
  private static let leastOpenings = 10.0

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 200 : 300, days: 28)
    parameters.openOnly(.home)
    let run = WorldRun(study: parameters, seed: 86, replication: number, setting)
    let (popular, personal) = (
      OpenedCategories(during: 0..<Self.fortnight), OpenedCategories(during: 0..<Self.fortnight)
    )
    run.under(.engaging, personal)
    var short = run
    short.parameters.world.days = 14
    short.under(.mostOpened(), popular)

    let members = Array(0..<Int(parameters.world.members))
    let halves = Self.halves(of: members, by: personal.narrowness)
    return [Self.churnDifference(personal)]
      + halves.map {
        relativeChange(from: popular.count(of: $0), to: personal.count(of: $0))
      }
  }

  /// The members of lower values, and the members of higher ones.
  private static func halves(of members: [Int], by values: [Double]) -> [[Int]] {
    let order = members.sorted { (values[$0], $0) < (values[$1], $1) }
    return [Array(order.prefix(order.count / 2)), Array(order.suffix(order.count / 2))]
  }

  /// Generalists' share of leaving less specialists' share, the mean over quarters of equal activity.
  private static func churnDifference(_ sink: OpenedCategories) -> Double? {
    let counts = sink.opened.map { $0.reduce(0, +) }
    let sameCategory = zip(sink.opened, counts).map { opened, count in
      opened.reduce(0) { $0 + $1 * ($1 - 1) } / max(1, count * (count - 1))
    }
    let members = counts.indices
      .filter { counts[$0] >= leastOpenings && sink.leftAt[$0] >= fortnight }
      .sorted { (counts[$0], $0) < (counts[$1], $1) }
    guard members.count >= 8 else { return nil }
    func leavingShare(_ members: [Int]) -> Double {
      Double(members.count { sink.leftAt[$0] < 2 * fortnight }) / Double(members.count)
    }
    let differences = (0..<4).map { quarter in
      let quarter =
        members[members.count * quarter / 4..<members.count * (quarter + 1) / 4]
      let halves = halves(of: Array(quarter), by: sameCategory)
      return leavingShare(halves[0]) - leavingShare(halves[1])
    }
    return Summary(differences).mean
  }
}
