internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// Personalised against popular: recommendations by what a person had listened to, instead of what was popular among the
/// person's like, brought more streams of podcasts, which were less diverse for each listener and more diverse for
/// all together.
///
/// Here home of the default community is in the order of a ranker for engagement, or has the most opened posts in
/// front; streams are openings of the second week. Diversity is the Shannon entropy of the categories of what a member
/// opened, the mean over members who opened any; the entropy of all together shows how unlike two members are. The
/// sizes come from the abstract, which has no errors.
struct PersonalisedStudy: PublishedStudy {
  let name = "personalised against popular"
  let source = "Holtz et al. 2020 (arXiv 2003.08203)"

  let results = [
    ("openings", 0.289), ("diversity of a member's openings", -0.1151),
    ("distance between members", 0.0596),
  ].map { name, published in
    StudyResult(
      "\(name), personalised ÷ popular − 1", .value(published, within: 0.005, noEffect: 0),
      basis: "as printed; no error is")
  }

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 200 : 250, days: 14)
    parameters.openOnly(.home)
    let run = WorldRun(study: parameters, seed: 85, replication: number, setting)
    let week = 7 * 86_400.0
    let (popular, personal) = (
      OpenedCategories(during: week..<2 * week), OpenedCategories(during: week..<2 * week)
    )
    run.under(.mostOpened(), popular)
    run.under(.engaging, personal)
    return [
      relativeChange(from: popular.count(), to: personal.count()),
      relativeChange(from: popular.diversityOfMembers, to: personal.diversityOfMembers),
      relativeChange(from: popular.distanceOfMembers, to: personal.distanceOfMembers),
    ]
  }
}

/// How often each member opened posts of each category in a time, the latent interests of members, and who left when.
final class OpenedCategories: ObservationSink {
  private let time: Range<Double>
  private var categoryCount = 0
  private var categories: [Int] = []
  /// By member and category.
  private(set) var opened: [[Double]] = []
  /// How narrow members' interests are: Σ θ², from 1 over the categories to 1.
  private(set) var narrowness: [Double] = []
  /// When members left for good, in seconds from the start.
  private(set) var leftAt: [Double] = []

  init(during time: Range<Double>) { self.time = time }

  func begin(_ run: RunObservation) { categoryCount = run.categoryCount }

  func observe(_ member: MemberObservation) {
    opened.append(Array(repeating: 0, count: categoryCount))
    narrowness.append(member.taste.reduce(0) { $0 + Double($1 * $1) })
    leftAt.append(.infinity)
  }

  func observe(_ post: PostObservation) { categories.append(post.category.index) }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .view, time.contains(interaction.time) else { return }
    let category = categories[interaction.post.index]
    guard category < categoryCount else { return }
    opened[interaction.member.index][category] += 1
  }

  func observe(_ departure: DepartureObservation) {
    leftAt[departure.member.index] = departure.time
  }

  /// The openings of the members, or of some of them.
  func count(of members: [Int]? = nil) -> Double {
    (members ?? Array(opened.indices)).reduce(0) { $0 + opened[$1].reduce(0, +) }
  }

  /// The mean entropy of members who opened anything; `nil` where none did.
  var diversityOfMembers: Double? {
    let diversities = opened.compactMap(Self.diversity)
    return diversities.isEmpty ? nil : diversities.reduce(0, +) / Double(diversities.count)
  }

  /// How unlike the members are: 1 less the cosine of what two of them opened by category, the mean over pairs of those
  /// who opened anything; `nil` without a pair.
  var distanceOfMembers: Double? {
    let lengths = opened.map { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }
    let count = Double(lengths.count { $0 > 0 })
    guard count > 1 else { return nil }
    // The sum of the cosines of all pairs is the square of the sum of vectors of length 1, less those of each with itself.
    let square = (0..<categoryCount).reduce(0) { square, category in
      let sum = zip(opened, lengths).reduce(0) { $1.1 > 0 ? $0 + $1.0[category] / $1.1 : $0 }
      return square + sum * sum
    }
    return 1 - (square - count) / (count * (count - 1))
  }

  private static func diversity(_ counts: [Double]) -> Double? {
    let total = counts.reduce(0, +)
    return total > 0 ? entropy(ofShares: counts.map { $0 / total }) : nil
  }
}
