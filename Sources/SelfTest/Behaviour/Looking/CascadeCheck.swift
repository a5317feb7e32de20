internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// B15: examination ends with what is opened.
///
/// With η = 0 a viewer who gets to an item looks at it with probability (1 − *c*)ⁿ, *n* the items opened above
/// it: with *c* = 1 at none behind the first that is opened, with *c* = 0.5 at 0.5ⁿ of them, binomial. Half of
/// the ends of pages are followed by a refresh, behind which the count begins anew.
///
/// Wrong rules that it catches: a cascade that counts looks in place of openings, that continues from the last
/// session or behind a refresh, or that skips only the next item.
struct CascadeCheck: SelfCheck {
  let id = "B15"
  let suites = [SelfTestSuite.behaviour]
  let source = "cascade model (Guo, Liu & Wang 2009)"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 3000, atLeast: 300)
    let certain = looks(cascade: 1, members: members.count, setting)
    let half = looks(cascade: 0.5, members: members.count, setting)
    return [
      Finding(
        never: "cascade 1: looks behind the first open",
        size: "\(certain.dropFirst().reduce(0) { $0 + $1.items }.grouped) items",
        times: certain.dropFirst().reduce(0) { $0 + $1.looks })
    ]
      + (0...3).map { opened in
        let (items, looks) = half[opened]
        return Finding(
          "cascade 0.5: looks behind \(opened) opened", size: "\(items.grouped) items",
          expectShare: [1, 0.5, 0.25, 0.125][opened], successes: looks, of: items)
      }
  }

  /// By the number of items opened above, the items that viewers got to and those that they looked at.
  private func looks(
    cascade: Double, members: Int, _ setting: SelfTestSetting
  ) -> [(items: Int, looks: Int)] {
    var parameters = SocietyParameters.quiet(members: members, days: 3)
    parameters.examination.eta = 0
    parameters.examination.cascade = cascade
    parameters.fixScrolling(at: 2 * CascadeSink.page)
    parameters.refreshing.pull = 0.5
    let sink = CascadeSink(end: parameters.world.days * 86_400 - 6 * 3600)
    WorldRun(inRandomOrder: parameters, .chances(open: 0.06), seed: setting.seed(30))
      .observed(by: [sink])
    return sink.tally
  }
}

/// Records the first pages of requests, and what was opened on them.
private final class CascadeSink: ObservationSink {
  static let page = 20

  private let end: Double
  private var authors: [MemberID] = []
  private var pages: [PageObservation] = []
  private var opened = PairSet()

  /// - Parameter end: The time until which pages are recorded.
  init(end: Double) { self.end = end }

  func observe(_ post: PostObservation) { authors.append(post.author) }

  func observe(_ page: borrowing PageObservation) {
    if page.time < end && page.offset == 0 { pages.append(copy page) }
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .view, let request = interaction.request else { return }
    opened.insert(request, interaction.post.rawValue)
  }

  /// A viewer's own posts, which are not looked at, are excluded.
  var tally: [(items: Int, looks: Int)] {
    var tally = Array(repeating: (items: 0, looks: 0), count: Self.page + 1)
    for page in pages {
      var above = 0
      for (index, post) in page.posts.enumerated() where authors[post.index] != page.viewer {
        tally[above].items += 1
        tally[above].looks += page.examined[index] ? 1 : 0
        above += opened.contains(page.request, post.rawValue) ? 1 : 0
      }
    }
    return tally
  }
}
