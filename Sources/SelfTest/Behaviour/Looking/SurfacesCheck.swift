internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// B26: which feeds people open.
///
/// A session opens a feed with its weight ÷ the sum of the weights, whoever comes: 55, 8, 10 and 5 % of all
/// sessions begin with a page of home, contest, latest and global, binomial. (The other two feeds are empty for people
/// without friends or without followees, and show no page.)
///
/// Wrong rules that it catches: weights in another order, that count for all feeds alike or are drawn once for
/// a member.
struct SurfacesCheck: SelfCheck {
  let id = "B26"
  let suites = [SelfTestSuite.behaviour]
  let source = "categorical choice"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 4000, atLeast: 400)
    var parameters = SocietyParameters.quiet(members: members.count, days: 5)
    parameters.surfaces = SocietyParameters().surfaces
    // From the start there is something to see in contests.
    parameters.entering.atStart = 20
    parameters.switchOffInitialTies()
    parameters.fixScrolling(at: 1)
    let openings = OpeningSink()
    let sessions = WorldRun(
      inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(58)
    ).observed(by: [openings]).sessions
    let weights = parameters.surfaces
    let sum =
      weights.home + weights.contest + weights.friends + weights.latest + weights.following
      + weights.global
    return [
      (Surface.home, weights.home), (.contest, weights.contest), (.latest, weights.latest),
      (.global, weights.global),
    ].map { surface, weight in
      Finding(
        "sessions that open \(surface)", size: "\(sessions.grouped) sessions",
        expectShare: weight / sum, successes: openings.counts[Int(surface.rawValue)], of: sessions)
    }
  }
}

/// Counts first pages by feed.
private final class OpeningSink: ObservationSink {
  private(set) var counts = Surface.allCases.map { _ in 0 }

  func observe(_ page: borrowing PageObservation) {
    if page.offset == 0 { counts[Int(page.surface.rawValue)] += 1 }
  }
}
