import FeedMetrics
import Foundation
import SocialFeed
import Testing

@Suite struct MetricIdentityTests {
  private func isSame(_ one: MetricValue, _ other: MetricValue) -> Bool {
    one.isAbout(other.value, support: other.support, within: 1e-9)
  }

  @Test func `other numbers for the categories change nothing`() {
    for seed in 0..<60 as Range<UInt64> {
      let trace = Trace(seed: seed)
      var relabelled = trace
      let count = trace.run.categoryCount
      for index in relabelled.posts.indices {
        let category = relabelled.posts[index].category.index
        relabelled.posts[index].category = CategoryID((category + 1) % count)
      }
      for index in relabelled.members.indices where !relabelled.members[index].taste.isEmpty {
        let taste = relabelled.members[index].taste
        relabelled.members[index].taste = [taste[count - 1]] + taste.dropLast()
      }
      for (one, other) in zip(trace.metrics(), relabelled.metrics()) {
        #expect(isSame(one.value, other.value), "seed \(seed): \(one.id)")
      }
    }
  }

  @Test func `other numbers for the members change nothing`() {
    for seed in 0..<60 as Range<UInt64> {
      var trace = Trace(seed: seed)
      for index in trace.members.indices { trace.members[index].joinedAt = -20 * Trace.day }
      let numbers = Array(trace.members.indices.reversed())
      var renumbered = trace
      renumbered.members = trace.members.reversed()
      for index in numbers { renumbered.members[index].member = MemberID(index) }
      for index in trace.posts.indices {
        renumbered.posts[index].author = MemberID(numbers[trace.posts[index].author.index])
      }
      for index in trace.pages.indices {
        renumbered.pages[index].viewer = MemberID(numbers[trace.pages[index].viewer.index])
      }
      for index in trace.interactions.indices {
        let member = trace.interactions[index].member.index
        renumbered.interactions[index].member = MemberID(numbers[member])
      }
      for (one, other) in zip(trace.metrics(), renumbered.metrics()) {
        #expect(isSame(one.value, other.value), "seed \(seed): \(one.id)")
      }
    }
  }

  @Test func `showing every slate twice raises the share of repeats`() throws {
    for seed in 0..<100 as Range<UInt64> {
      let trace = Trace(seed: seed)
      guard let once = trace.metric("repeat_impression_share").value else { continue }
      var doubled = trace
      doubled.interactions = []
      doubled.pages = trace.pages.flatMap { page in
        var (first, second) = (page, page)
        first.request = 2 * page.request
        second.request = 2 * page.request + 1
        // one ranker each, so that the two slates are of different feeds
        (first.ranker, second.ranker) = (0, 1)
        return [first, second]
      }
      let twice = try #require(doubled.metric("repeat_impression_share").value)
      // pairs stay, impressions double: 1 − pairs / 2n
      #expect(abs(twice - (1 + once) / 2) < 1e-12, "seed \(seed)")
    }
  }

  @Test func `alpha times beta is gamma`() throws {
    // members (3, 1) and (1, 3) of 4: α = exp(H(¾, ¼)), γ = 2
    var trace = Trace(members: 3)
    for index in 0..<8 { trace.publish(by: 2, category: index / 4) }
    trace.show([0, 1, 2, 4], to: 0)
    trace.show([0, 4, 5, 6], to: 1)
    let alpha = exp(-0.75 * log(0.75) - 0.25 * log(0.25))
    let beta = try #require(trace.metric("category_beta_diversity").value)
    #expect(abs(alpha * beta - 2) < 1e-12)
  }

  @Test func `alpha times beta is gamma on random traces`() throws {
    for seed in 0..<60 as Range<UInt64> {
      let values = Trace(seed: seed).metrics()
      func value(_ id: String) -> Double? { values.first { $0.id == id }?.value.value }
      guard let alpha = value("category_alpha_diversity") else { continue }
      let (beta, gamma) = (
        try #require(value("category_beta_diversity")),
        try #require(value("category_gamma_diversity"))
      )
      #expect(abs(alpha * beta - gamma) < 1e-9, "seed \(seed)")
    }
  }

  @Test func `loss of expected exposure is disparity less twice relevance and the target's square`()
  {
    var compared = 0
    for seed in 0..<60 as Range<UInt64> {
      // where one's own posts move, other requests may have impressions that count
      let trace = Trace(seed: seed).withoutOwnPosts
      var turned = trace
      for index in trace.pages.indices { turned.pages[index].posts.reverse() }
      // the square of the target does not depend on the slates
      let squares = [trace, turned].map { trace in
        let values = trace.metrics()
        let parts = ["group_ee_l", "group_ee_d", "group_ee_r"].map { id in
          values.first { $0.id == id }!.value.value
        }
        return parts[0].map { $0 - parts[1]! + 2 * parts[2]! }
      }
      guard let one = squares[0], let other = squares[1] else { continue }
      #expect(abs(one - other) < 1e-9, "seed \(seed)")
      #expect(one >= -1e-9, "seed \(seed)")
      compared += 1
    }
    #expect(compared > 5)
  }

  @Test func `twice the exposure for everybody leaves inequality as it is`() {
    let ids = [
      "creator_exposure_gini", "creator_theil_t", "creator_theil_l", "creator_atkinson",
      "creator_atkinson(epsilon=1)", "creator_palma", "creator_hoover", "creator_top10_share",
      "creator_bottom50_share", "creator_jain", "creator_cv", "post_exposure_gini",
      "post_effective_number", "author_effective_number", "distributional_coverage_bits",
    ]
    for seed in 0..<60 as Range<UInt64> {
      let trace = Trace(seed: seed)
      var doubled = trace
      doubled.pages = trace.pages.flatMap { page in
        var (first, second) = (page, page)
        (first.request, second.request) = (2 * page.request, 2 * page.request + 1)
        (first.ranker, second.ranker) = (0, 1)
        return [first, second]
      }
      let (once, twice) = (trace.metrics(), doubled.metrics())
      for (one, other) in zip(once, twice) where ids.contains(one.id) {
        #expect(isSame(one.value, other.value), "seed \(seed): \(one.id)")
      }
    }
  }
}

extension Trace {
  /// The same with nobody shown a post of its own.
  fileprivate var withoutOwnPosts: Trace {
    var trace = self
    for index in pages.indices {
      let kept = pages[index].posts.indices.filter {
        posts[pages[index].posts[$0].index].author != pages[index].viewer
      }
      trace.pages[index].posts = kept.map { pages[index].posts[$0] }
      trace.pages[index].examined = kept.map { pages[index].examined[$0] }
      trace.pages[index].relevance = kept.map { pages[index].relevance[$0] }
    }
    return trace
  }
}
