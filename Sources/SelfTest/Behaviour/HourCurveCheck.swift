internal import DataFiles
internal import FeedMetrics
internal import Scenarios
internal import SocialFeed
internal import SyntheticSociety

/// R2: the hours at which people look at a feed, compared with 322,278,385 impressions of a real feed.
///
/// The check observes the total variation distance, ½ Σ |simulated − real share|, of the impressions of
/// seven days. Sampling adds less than 0.01 at 10⁶ impressions; the rest is the spread of people's phases,
/// which flattens the curve.
struct HourCurveCheck: SelfCheck {
  let id = "R2"
  let suites = [SelfTestSuite.behaviour]
  let source = "KuaiRand-27K, scenarios/data/hourly.csv"
  let seconds = 15.0

  private static let worlds = 4

  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let scenario = try Scenario.shipped("real-graph.yml", setting)
    let real = scenario.parameters.sessions.hours
    let members = setting.sample(of: 2000, atLeast: 200)
    var parameters = SocietyParameters.society(members: members.count, days: 7)
    parameters.sessions.hours = real
    var run = WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "recency"), seed: setting.seed(6),
      world: 0)
    run.intercepts = SolvedIntercepts(for: run)
    let runs = (0..<UInt32(Self.worlds)).map { world in
      run.world = world
      let hours = HourlyImpressions()
      run.observed(by: [hours])
      return hours.counts
    }
    let impressions = runs.joined().reduce(0, +)
    return [
      Finding(
        "impressions by hour: TV from KuaiRand's",
        size: "\(impressions.grouped) impressions",
        expect: .atMost(0.05 * members.widening),
        replications: runs.map { Self.totalVariation($0, real) })
    ]
  }

  private static func totalVariation(_ counts: [Int], _ shares: [Double]) -> Double {
    let total = Double(counts.reduce(0, +))
    return zip(counts, shares).reduce(0) { $0 + (Double($1.0) / total - $1.1).magnitude } / 2
  }
}

/// Impressions by hour of the day.
private final class HourlyImpressions: ObservationSink {
  private(set) var counts = Array(repeating: 0, count: 24)

  func observe(_ page: borrowing PageObservation) {
    counts[Int(page.time / 3600) % 24] += page.posts.count
  }
}
