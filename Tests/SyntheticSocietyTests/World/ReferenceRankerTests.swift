import FeedMetrics
import Foundation
import SocialFeed
import SyntheticSociety
import Testing

@Suite struct ReferenceRankerTests {
  /// The ideal ranker reaches the ideal gain exactly, since its pool has every better post.
  @Test(arguments: [Surface.home, .contest])
  func `no slate gains more than the ideal one`(surface: Surface) {
    var parameters = SocietyParameters.small(members: 150, days: 5)
    parameters.openOnly(surface)
    for name in ["ideal", "random", "recency"] {
      let (sink, _) = simulate(parameters, .ordering(surface, by: name))
      let sampled = sink.pages.filter { $0.pool != nil }
      #expect(!sampled.isEmpty)
      for page in sampled {
        // Own entries keep their positions but gain nothing, so that only slates without them compare.
        guard !page.posts.contains(where: { sink.posts[$0.index].author == page.viewer }) else {
          continue
        }
        let gain = page.relevance.prefix(10).enumerated().reduce(0.0) {
          $0 + $1.element / log2(Double($1.offset + 2))
        }
        let ideal = PositionDiscount.gain(of: page.pool!.map(\.relevance).sorted(by: >))
        #expect(gain <= ideal * (1 + 1e-12))
        if name == "ideal" { #expect(gain >= ideal * (1 - 1e-12)) }
      }
    }
  }
}
