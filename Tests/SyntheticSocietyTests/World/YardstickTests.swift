import FeedMetrics
import Foundation
import SocialFeed
import SyntheticSociety
import Testing

@Suite struct YardstickTests {
  /// The ideal ranker reaches the ideal gain exactly, since nothing better was left out.
  @Test(arguments: [Surface.home, .contest])
  func `no slate gains more than the ideal one`(surface: Surface) {
    var parameters = SocietyParameters.small(members: 150, days: 5)
    parameters.openOnly(surface)
    for name in ["ideal", "random", "recency"] {
      let (sink, _) = live(parameters, .ordering(surface, by: name))
      let sampled = sink.pages.filter { $0.idealGain != nil }
      #expect(!sampled.isEmpty)
      for page in sampled {
        // Own entries keep their places but gain nothing, so that only slates without them compare.
        guard !page.posts.contains(where: { sink.posts[$0.index].author == page.viewer }) else {
          continue
        }
        let gain = page.relevance.prefix(10).enumerated().reduce(0.0) {
          $0 + $1.element / log2(Double($1.offset + 2))
        }
        let ideal = page.idealGain!
        #expect(gain <= ideal * (1 + 1e-12))
        if name == "ideal" { #expect(gain >= ideal * (1 - 1e-12)) }
      }
    }
  }

  /// An ideal ranker's open rate is above one and a half of a random one's, repeats apart: it shows
  /// the same best posts again, which would cost it what repeats cost. How far above depends on how
  /// many posts there are to choose from.
  @Test func `ranking is worth something`() {
    #if DEBUG
      let members = 500
    #else
      let members = 2000
    #endif
    var parameters = SocietyParameters.small(members: members, days: 4)
    parameters.openOnly(.home)
    parameters.fixScrolling(at: 20)
    parameters.utility.seen = 0
    let rates = ["ideal", "random"].map { name in
      let counts = ExaminationCounts()
      var run = WorldRun(
        parameters: parameters, arm: .ordering(.home, by: name), seed: 2, world: 0)
      run.intercepts = .usual
      #expect(run.live(sinks: [counts]) != nil)
      return counts.rate(of: .view)
    }
    #expect(rates[0] / rates[1] > 1.5, "\(rates[0]) against \(rates[1])")
  }
}
