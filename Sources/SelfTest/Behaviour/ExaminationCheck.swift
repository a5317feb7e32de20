internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B1: the position-based model of examination, read back from a run under random ranking.
///
/// The slope of ln(share examined) on ln(position) is −η. Over 10⁶ impressions its standard error is
/// about 0.003: false alarms below 10⁻⁶.
///
/// Where people scroll through three pages the share of the third page that is examined is the mean of
/// *i*^−η over its impressions, at the positions *i* = 41…60 of the feed, binomial.
///
/// Wrong rules that it catches: another slope, positions that a page counts anew.
struct ExaminationCheck: SelfCheck {
  let id = "B1"
  let suites = [SelfTestSuite.behaviour]
  let source = "position-based model (Craswell et al. 2008)"
  let seconds = 30.0

  private static let slopes = [0.2, 0.5, 1.1]
  private static let positions = 20
  private static let members = 350

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    slopes(setting) + [thirdPage(setting)]
  }

  private func slopes(_ setting: SelfTestSetting) -> [Finding] {
    Self.slopes.map { eta in
      let worlds = setting.sample(of: 20, atLeast: 3)
      let intercepts = SolvedIntercepts(for: Self.run(eta, world: 0, setting))
      let runs = (0..<UInt32(worlds.count)).map { world in
        var run = Self.run(eta, world: world, setting)
        run.intercepts = intercepts
        return slope(in: run)
      }
      let impressions = runs.reduce(0) { $0 + $1.impressions }
      return Finding(
        "examination slope at η = \(eta)", size: "\(impressions.grouped) impressions",
        expect: .near(-eta, within: 0.05).widened(by: worlds.widening),
        replications: runs.map(\.slope))
    }
  }

  /// About 50,000 impressions.
  private static func run(_ eta: Double, world: UInt32, _ setting: SelfTestSetting) -> WorldRun {
    var parameters = SocietyParameters.society(members: members, days: 6)
    parameters.openOnly(.home)
    parameters.fixScrolling(at: positions)
    parameters.examination.eta = eta
    return WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "random"), seed: setting.seed(7),
      world: world)
  }

  private func slope(in run: WorldRun) -> (slope: Double, impressions: Int) {
    let counts = EngagementSink(positions: Self.positions)
    run.observed(by: [counts])
    let shares = zip(counts.examined, counts.shown).map { Double($0) / Double($1) }
    let slope = Self.slope(
      shares.enumerated().filter { $0.element > 0 }.map {
        (Portable.log(Double($0.offset + 1)), Portable.log($0.element))
      })
    return (slope, counts.shown.reduce(0, +))
  }

  private func thirdPage(_ setting: SelfTestSetting) -> Finding {
    let members = setting.sample(of: 3000, atLeast: 300)
    var parameters = SocietyParameters.quiet(members: members.count, days: 2)
    parameters.switchOffInitialTies()
    parameters.fixScrolling(at: 3 * Self.positions)
    let looks = LaterPageSink(from: 2 * Self.positions, eta: parameters.examination.eta)
    WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(7))
      .observed(by: [looks])
    return looks.examined.shareFinding(
      "examined on the third page at η = \(parameters.examination.eta)",
      size: "\(looks.examined.trials.grouped) impressions")
  }

  /// Least-squares slope of the second number on the first.
  private static func slope(_ points: [(Double, Double)]) -> Double {
    let meanX = Summary(points.map(\.0)).mean
    let meanY = Summary(points.map(\.1)).mean
    return points.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
      / points.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
  }
}

/// Compares examinations at positions beyond the first page with the position-based model.
private final class LaterPageSink: ObservationSink {
  private(set) var examined = ExpectedSuccesses()
  private let start: Int
  private let eta: Double
  private var authors: [MemberID] = []

  /// - Parameter start: The first position that counts, from 0.
  init(from start: Int, eta: Double) {
    self.start = start
    self.eta = eta
  }

  func observe(_ post: PostObservation) { authors.append(post.author) }

  /// Viewers do not look at their own posts.
  func observe(_ page: borrowing PageObservation) {
    guard page.offset >= start else { return }
    for index in page.posts.indices where authors[page.posts[index].index] != page.viewer {
      let position = Double(page.offset + index + 1)
      examined.add(page.examined[index], chance: naturalExp(-eta * naturalLog(position)))
    }
  }
}
