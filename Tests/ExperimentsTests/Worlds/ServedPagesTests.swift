import Experiments
import FeedMetrics
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Worlds whose home is served by a ranker with pages of its own. The hosts here start no process.
@Suite struct ServedPagesTests {
  /// A host that serves pages by their numbers: post 0 twice and a post that there is not, or nothing but the latter.
  private struct PageHost: RankerHost {
    var isEmpty = false

    var name: String { "pages.py" }
    var digest: String { "pages \(isEmpty)" }
    var features: FeatureSet { [] }
    var kind: RankerKind { .serve }

    func open(world: RankerWorld) -> any RankerLane { Lane(isEmpty: isEmpty) }

    private final class Lane: RankerLane {
      let isEmpty: Bool

      init(isEmpty: Bool) { self.isEmpty = isEmpty }

      func serve(_ request: ServeRequest) -> ServedPage {
        let unknown = PostID(rawValue: .max)
        return isEmpty
          ? ServedPage([unknown], cursor: "more")
          : ServedPage([PostID(0), unknown, PostID(0)])
      }
    }
  }

  /// A host that serves the newest posts, which it knows by events: those alone that the viewer may see, or all.
  private struct NewestHost: RankerHost {
    var looksWhoMaySee = true

    var name: String { "newest.py" }
    var digest: String { "newest \(looksWhoMaySee)" }
    var features: FeatureSet { [] }
    var kind: RankerKind { .serve }
    var learns: Bool { true }

    func open(world: RankerWorld) -> any RankerLane { Lane(looksWhoMaySee) }

    /// What a host that learns keeps; its lane is asked for one thing after the other.
    private final class Lane: RankerLane, @unchecked Sendable {
      private struct Tie: Hashable {
        let from, to: MemberID
      }

      private let looksWhoMaySee: Bool
      private var posts: [(post: PostID, author: MemberID, visibility: PostVisibility)] = []
      private var (friends, follows, blocks): (Set<Tie>, Set<Tie>, Set<Tie>) = ([], [], [])

      init(_ looksWhoMaySee: Bool) { self.looksWhoMaySee = looksWhoMaySee }

      func learn(_ events: [RankerEvent]) {
        for event in events {
          switch event.content {
          case .post(let post, let author, _, let visibility):
            posts.append((post, author, visibility))
          case .delete(let post, _): posts.removeAll { $0.post == post }
          case .tie(let kind, let from, let to):
            let (tie, back) = (Tie(from: from, to: to), Tie(from: to, to: from))
            switch kind {
            case .follow: follows.insert(tie)
            case .unfollow: follows.remove(tie)
            case .friend: friends.formUnion([tie, back])
            case .unfriend: friends.subtract([tie, back])
            case .block: blocks.formUnion([tie, back])
            }
          case .join, .enter, .impression, .interaction: break
          }
        }
      }

      func serve(_ request: ServeRequest) -> ServedPage {
        let served = posts.reversed().lazy.filter {
          $0.author != request.viewer && (!self.looksWhoMaySee || self.maySee($0, request.viewer))
        }
        return ServedPage(served.prefix(request.limit).map(\.post))
      }

      private func maySee(
        _ post: (post: PostID, author: MemberID, visibility: PostVisibility), _ viewer: MemberID
      ) -> Bool {
        let tie = Tie(from: viewer, to: post.author)
        if blocks.contains(tie) { return false }
        return switch post.visibility {
        case .everyone: true
        case .followers: follows.contains(tie) || friends.contains(tie)
        case .friends: friends.contains(tie)
        case .author: false
        }
      }
    }
  }

  @Test func `a ranker that keeps to the events shows nobody what is hidden from them`() throws {
    let arms = [true, false].map { looks in
      Arm(
        name: "\(looks)",
        choices: [
          (.home, RankerSettings(HostedRanker.command, host: NewestHost(looksWhoMaySee: looks)))
        ])
    }
    let town = try scenario(
      "behaviour: {privacy: {friends-only: 0.3, only-me: 0.1}, accounts: {private: 0.3}, blocking: {hazard: 0.02}}"
    ).replacingArms(arms)
    let outcomes = try Experiment(town, worlds: 1).run(jobs: 1).outcomes
    let hidden = outcomes.map { $0.values["serve_hidden_per_1000"]?.value }
    expectEqual(hidden[0], 0)
    // The community has much that is hidden: a host that does not look shows it.
    #expect(try #require(hidden[1]) > 100)
    expectEqual(outcomes[0].values["serve_breaches_per_1000"]?.value, 0)
  }

  private func arm(_ name: String, by host: PageHost) -> Arm {
    Arm(name: name, choices: [(.home, RankerSettings(HostedRanker.command, host: host))])
  }

  private func town(_ arms: Arm...) throws -> Scenario { try scenario().replacingArms(arms) }

  @Test func `breaches are metrics of every arm where one serves pages`() throws {
    let newest = Arm(name: "newest", choices: [])
    let plain = try town(newest)
    let serving = try town(newest, arm("pages", by: PageHost()))
    let breaches = MetricCatalogue.occasional.map(\.id)
    expectEqual(
      MetricSet.core.metrics(for: serving).map(\.id),
      MetricSet.core.metrics(for: plain).map(\.id) + breaches.sorted())
    expectEqual(
      Set(MetricSet.all.metrics(for: serving).map(\.id)),
      Set(MetricSet.all.metrics(for: plain).map(\.id)).union(breaches))
    expectEqual(MetricSet.named.metrics(for: serving), MetricSet.named.metrics(for: plain))
    let outcomes = try Experiment(serving, worlds: 1).run(jobs: 1).outcomes
    let values = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.arm, $0.values) })
    expectEqual(values["newest"]?["serve_breaches_per_1000"]?.value, 0)
    let served = try #require(values["pages"])
    #expect(try #require(served["serve_unknown_per_1000"]?.value) > 0)
    // The author of post 0 is not shown it; it comes twice to all others.
    let (own, again) = (
      try #require(served["serve_own_per_1000"]?.value),
      try #require(served["serve_duplicates_per_1000"]?.value)
    )
    #expect(own >= 0 && again > 0 && served["serve_excess_per_1000"]?.value == 0)
  }

  @Test func `a page of which nothing is left counts, and a world is the same twice`() throws {
    let town = try town(arm("pages", by: PageHost(isEmpty: true)))
    let outcomes = try (1...2).map { jobs in
      try Experiment(town, worlds: 1).run(jobs: jobs).outcomes[0]
    }
    let values = outcomes[0].values
    #expect(try #require(values["serve_unknown_per_1000"]?.value) > 0)
    expectEqual(values["serve_unknown_per_1000"], values["serve_breaches_per_1000"])
    #expect(outcomes[0].digest == outcomes[1].digest && values == outcomes[1].values)
  }
}
