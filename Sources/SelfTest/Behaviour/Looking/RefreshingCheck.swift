internal import DataFiles
internal import FeedMetrics
internal import SyntheticSociety

/// B19: pulls to refresh.
///
/// After each page that was looked through to its end, and has another behind it, the viewer pulls with the
/// probability 0.05, or scrolls on: a new request of the session, or the next page of the same. Pulls are the
/// requests beyond one a session.
///
/// Wrong rules that it catches: a pull a session in place of a page, pulls after the walk has ended, a
/// refresh that goes on where the old page ended.
struct RefreshingCheck: SelfCheck {
  let id = "B19"
  let suites = [SelfTestSuite.behaviour]
  let source = "the app's rules"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 3000, atLeast: 300)
    var parameters = SocietyParameters.quiet(members: members.count, days: 4)
    parameters.refreshing.pull = SocietyParameters().refreshing.pull
    parameters.switchOffInitialTies()
    parameters.fixScrolling(at: 100)
    parameters.dwell.viewedMedian = 0.01
    let pages = PageSink()
    let summary = WorldRun(
      inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(36)
    ).observed(by: [pages])
    let pulls = pages.first - summary.sessions
    let ends = pulls + pages.further
    return [
      Finding(
        "pulls ÷ ends of pages", size: "\(ends.grouped) ends",
        expectShare: parameters.refreshing.pull, successes: pulls, of: ends)
    ]
  }
}

/// Counts the first pages of requests, and the others.
private final class PageSink: ObservationSink {
  private(set) var first = 0
  private(set) var further = 0

  func observe(_ page: borrowing PageObservation) {
    guard !page.posts.isEmpty else { return }
    if page.offset == 0 { first += 1 } else { further += 1 }
  }
}
