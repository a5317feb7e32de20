package import Experiments
package import SocialFeed
package import SyntheticSociety

/// The first page of a member's feed at an instant of one world, under the baseline and under a candidate.
package struct MemberFeeds: Sendable {
  package struct Feed: Sendable {
    package let arm: String
    package let ranker: RankerSettings
    package let page: PeekedFeed

    package init(arm: Arm, surface: Surface, page: PeekedFeed) {
      self.arm = arm.name
      ranker = arm.ranker(of: surface)
      self.page = page
    }
  }

  package let results: ExperimentResults
  package let world: Int
  package let member: MemberID
  package let surface: Surface
  /// Seconds from the start of the world.
  package let time: Double
  package let baseline: Feed
  package let candidate: Feed

  package init(
    _ results: ExperimentResults, world: Int, member: MemberID, surface: Surface, time: Double,
    baseline: Feed, candidate: Feed
  ) {
    self.results = results
    self.world = world
    self.member = member
    self.surface = surface
    self.time = time
    self.baseline = baseline
    self.candidate = candidate
  }
}

extension MemberFeeds {
  /// The posts of a feed, in order.
  func entries(of feed: Feed) -> [FeedEntry] {
    let other = feed.arm == baseline.arm ? candidate : baseline
    return feed.page.entries.map { entry in
      var entry = entry
      entry.otherPosition = other.page.posts.firstIndex { $0.isSame(as: entry.post) }.map { $0 + 1 }
      return entry
    }
  }

  /// How many posts are on both pages, and how many of them at the same position.
  var common: (posts: Int, samePosition: Int) {
    let shared = entries(of: baseline).filter { $0.otherPosition != nil }
    return (shared.count, shared.count { $0.otherPosition == $0.position })
  }
}

extension PeekedFeed.Post {
  /// Whether it is the same post in another arm's world.
  fileprivate func isSame(as other: PeekedFeed.Post) -> Bool {
    author == other.author && opportunity == other.opportunity
  }
}
