internal import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// What holds of every run, whatever the arm.
@Suite struct TraceInvariantTests {
  private static let arms = [
    Arm.ordering(.home, by: "recency"), .ordering(.home, by: "affinity"),
    .ordering(.home, by: "random"), .ordering(.home, by: "ideal"),
    .ordering(.contest, by: "recency"), .ordering(.contest, by: "random"),
    .ordering(.contest, by: "ideal"),
  ]

  @Test(arguments: arms) func `invariants hold`(arm: Arm) {
    #if InternalChecks
      let parameters = SocietyParameters.small(members: 25, days: 1.5)
    #else
      let parameters = SocietyParameters.small(members: 150, days: 9)
    #endif
    let (sink, summary) = simulate(parameters, arm, seed: 21)
    checkSlates(sink)
    checkInteractions(sink)
    checkContests(sink)
    expectEqual(summary.pages, sink.pages.count)
    expectEqual(summary.impressions, sink.pages.reduce(0) { $0 + $1.posts.count })
    expectEqual(summary.examined, sink.pages.reduce(0) { $0 + $1.examined.count { $0 } })
    expectEqual(summary.interactions, sink.interactions.count)
    expectEqual(sink.members.map(\.member), (0..<sink.members.count).map { MemberID($0) })
    expectEqual(sink.posts.map(\.post), (0..<sink.posts.count).map { PostID($0) })
  }

  private func checkSlates(_ sink: RecordingSink) {
    var shown: [UInt32: [PostID]] = [:]
    var lastTime = 0.0
    for page in sink.pages {
      #expect(page.time >= lastTime && page.time == page.time.rounded())
      lastTime = page.time
      expectEqual(page.offset, shown[page.request, default: []].count, "positions without gaps")
      #expect(page.posts.count <= 20)
      shown[page.request, default: []] += page.posts
      for (index, post) in page.posts.enumerated() {
        let fact = sink.posts[post.index]
        #expect(fact.createdAt <= page.time, "a post before its creation")
        if page.surface == .home { #expect(fact.author != page.viewer, "a self-impression") }
        if fact.author == page.viewer { #expect(!page.examined[index]) }
        #expect((0...1).contains(page.relevance[index]))
      }
    }
    for slate in shown.values { expectEqual(Set(slate).count, slate.count, "a post twice") }
  }

  private func checkInteractions(_ sink: RecordingSink) {
    var looks: [[UInt32]: Double] = [:]
    for page in sink.pages {
      for (index, post) in page.posts.enumerated() where page.examined[index] {
        looks[[page.request, post.rawValue]] = page.time
      }
    }
    var liked: Set<[UInt32]> = []
    var saved: Set<[UInt32]> = []
    var voted: Set<[UInt32]> = []
    var lastTime = 0.0
    for interaction in sink.interactions {
      #expect(interaction.time >= lastTime)
      lastTime = interaction.time
      let look = interaction.request.flatMap { looks[[$0, interaction.post.rawValue]] }
      #expect(look.map { $0 <= interaction.time } ?? false, "after and on an examined impression")
      let pair = [interaction.member.rawValue, interaction.post.rawValue]
      switch interaction.kind {
      case .like: #expect(liked.insert(pair).inserted)
      case .unlike: #expect(liked.remove(pair) != nil)
      case .save: #expect(saved.insert(pair).inserted)
      case .unsave: #expect(saved.remove(pair) != nil)
      case .vote:
        #expect(voted.insert(pair).inserted, "a double vote")
        #expect(sink.posts[interaction.post.index].author != interaction.member, "a self-vote")
      case .view, .comment: break
      }
    }
  }

  private func checkContests(_ sink: RecordingSink) {
    for (one, next) in zip(sink.contests, sink.contests.dropFirst()) {
      #expect(one.endsAt == next.startsAt && one.endsAt - one.startsAt == 7 * 86_400)
    }
    let contestOf = Dictionary(uniqueKeysWithValues: sink.entries.map { ($0.post, $0.contest) })
    expectEqual(contestOf.count, sink.entries.count)
    for entry in sink.entries {
      let contest = sink.contests[entry.contest.index]
      #expect(contest.startsAt <= entry.submittedAt && entry.submittedAt < contest.endsAt)
    }
    for vote in sink.interactions where vote.kind == .vote {
      guard let contest = contestOf[vote.post] else {
        Issue.record("a vote for \(vote.post), which is no entry")
        continue
      }
      #expect(vote.time < sink.contests[contest.index].endsAt)
    }
  }
}
