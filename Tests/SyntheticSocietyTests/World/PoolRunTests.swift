import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct PoolRunTests {
  private static func pages(
    _ change: (inout FeedPool) -> Void
  ) -> (pages: [PageObservation], sink: RecordingSink) {
    var parameters = SocietyParameters.small(members: 200, days: 4)
    parameters.openOnly(.home)
    parameters.following.attempts = 0
    parameters.following.afterLike = 0
    parameters.following.friendRequests = 0
    parameters.unfollowing.hazard = 0
    var pool = FeedPool()
    change(&pool)
    let recency = RankerSettings(RecencyRanker.descriptor)
    let (sink, _) = simulate(
      parameters, Arm(name: "a", choices: [(.home, recency)], pool: pool))
    return (sink.pages, sink)
  }

  @Test func `a network's pool has posts by friends and followees alone`() {
    let (pages, sink) = Self.pages { $0.audience = .network }
    var ties: Set<SIMD2<UInt32>> = []
    for tie in sink.ties {
      ties.insert(SIMD2(tie.from.rawValue, tie.to.rawValue))
      if tie.kind == .friend { ties.insert(SIMD2(tie.to.rawValue, tie.from.rawValue)) }
    }
    var shown = 0
    for page in pages {
      for post in page.posts {
        shown += 1
        #expect(
          ties.contains(SIMD2(page.viewer.rawValue, sink.posts[post.index].author.rawValue)))
      }
    }
    #expect(shown > 1000)
  }

  /// Each of 150 members comes ten times a day for four days. Of some 600 posts of others 100 are discoveries on
  /// average, with a standard deviation below 10; drawn at each refresh, all of them would come.
  @Test func `discoveries stay the same from refresh to refresh`() {
    var parameters = SocietyParameters.small(members: 150, days: 4)
    parameters.openOnly(.home)
    parameters.posting.share = 1
    parameters.sessions.mean = 10
    (parameters.graph.follows, parameters.graph.friends) = (0, 0)
    (parameters.following.attempts, parameters.following.afterLike) = (0, 0)
    (parameters.following.atJoining, parameters.following.friendRequests) = (0, 0)
    var pool = FeedPool()
    pool.audience = .mixed(discovery: 0.5)
    let random = RankerSettings(RandomRanker.descriptor)
    let (sink, _) = simulate(
      parameters, Arm(name: "random", choices: [(.home, random)], pool: pool))
    var shown: [MemberID: Set<PostID>] = [:]
    for page in sink.pages {
      for post in page.posts where sink.posts[post.index].author != page.viewer {
        shown[page.viewer, default: []].insert(post)
      }
    }
    let most = shown.values.map(\.count).max() ?? 0
    #expect(sink.posts.count > 400 && (60...160).contains(most), "\(most) of \(sink.posts.count)")
  }

  /// Times of looks are known to steps of 320 s, and four days are less than a week: nothing comes back.
  @Test func `what was seen does not come back within a week`() {
    let (pages, _) = Self.pages { $0.without = .seen }
    var seen: Set<SIMD2<UInt32>> = []
    var repeats = 0
    for page in pages {
      for (index, post) in page.posts.enumerated() where page.examined[index] {
        if !seen.insert(SIMD2(page.viewer.rawValue, post.rawValue)).inserted { repeats += 1 }
      }
    }
    #expect(repeats == 0 && seen.count > 1000)
  }

  @Test func `a page at the end of a feed is short, also one without posts`() {
    let (pages, sink) = Self.pages {
      $0.audience = .network
      $0.without = .seen
    }
    #expect(!sink.emptyPages.isEmpty && sink.emptyPages.allSatisfy(\.isShort))
    let full = FeedRequest.usualPageSize
    for page in pages { expectEqual(page.isShort, page.posts.count + page.duplicates < full) }
  }

  /// What was opened before a page was served is not on it, and what was only seen is on some.
  @Test func `what was opened does not come back within a week, and what was only seen does`() {
    let (pages, sink) = Self.pages { $0.without = .opened }
    var opened: [SIMD2<UInt32>: Double] = [:]
    for action in sink.interactions where action.kind == .view {
      let pair = SIMD2(action.member.rawValue, action.post.rawValue)
      opened[pair] = min(action.time, opened[pair] ?? .infinity)
    }
    var seen: Set<SIMD2<UInt32>> = []
    var (reopenable, repeats) = (0, 0)
    for page in pages {
      for (index, post) in page.posts.enumerated() {
        let pair = SIMD2(page.viewer.rawValue, post.rawValue)
        if let time = opened[pair], time < page.time { reopenable += 1 }
        if page.examined[index], !seen.insert(pair).inserted { repeats += 1 }
      }
    }
    #expect(reopenable == 0 && repeats > 100 && opened.count > 100)
  }

  @Test func `without a pool that leaves it out, what was seen does come back`() {
    let (pages, _) = Self.pages { _ in }
    let looks = pages.reduce(0) { $0 + $1.examined.count { $0 } }
    var seen: Set<SIMD2<UInt32>> = []
    for page in pages {
      for (index, post) in page.posts.enumerated() where page.examined[index] {
        seen.insert(SIMD2(page.viewer.rawValue, post.rawValue))
      }
    }
    #expect(seen.count < looks)
  }
}
