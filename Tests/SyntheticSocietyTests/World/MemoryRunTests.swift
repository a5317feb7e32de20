import FeedMetrics
import SocialFeed
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// What people remember, and what goes together, in a world.
@Suite struct MemoryRunTests {
  private struct Pair: Hashable {
    let one: UInt32
    let other: UInt32
  }

  @Test func `nobody opens a post again where what was opened is never opened again`() {
    var parameters = SocietyParameters.small(members: 120, days: 5)
    parameters.openOnly(.home)
    func twice(reopening: Double) -> (views: Int, twice: Int) {
      parameters.memory.reopening = reopening
      let (sink, _) = simulate(parameters, .ordering(.home, by: "popularity", pool: FeedPool()))
      var opened: Set<Pair> = []
      let views = sink.interactions.filter { $0.kind == .view }
      let repeated = views.count {
        !opened.insert(Pair(one: $0.member.rawValue, other: $0.post.rawValue)).inserted
      }
      return (views.count, repeated)
    }
    let never = twice(reopening: 0)
    #expect(never.twice == 0 && never.views > 100)
    #expect(twice(reopening: 1).twice > 0)
  }

  @Test func `what nobody does without opening comes with a view of the same request`() {
    var parameters = SocietyParameters.small(members: 120, days: 5)
    func alone(unopened: Double) -> (actions: Int, alone: Int) {
      parameters.actions.unopened = unopened
      var eager = SolvedIntercepts.usual
      (eager.like, eager.save, eager.comment) = (-1, -1, -1)
      let (sink, _) = simulate(parameters, .ordering(.home, by: "recency"), intercepts: eager)
      var opened: Set<Pair> = []
      var (actions, alone) = (0, 0)
      for interaction in sink.interactions {
        let request = interaction.request ?? .max
        let pair = Pair(one: request, other: interaction.post.rawValue)
        switch interaction.kind {
        case .view: opened.insert(pair)
        case .like, .save, .comment:
          actions += 1
          alone += opened.contains(pair) ? 0 : 1
        case .unlike, .unsave, .vote: break
        }
      }
      return (actions, alone)
    }
    let never = alone(unopened: 0)
    #expect(never.alone == 0 && never.actions > 100)
    #expect(alone(unopened: 1).alone > 0)
  }

  @Test func `posts that are uploaded at once are of one category and no more than allowed`() {
    var parameters = SocietyParameters.small(members: 150, days: 5)
    parameters.posting.share = 1
    parameters.entering.entriesPerMember = 0
    func batches(largest: Double) -> [[PostObservation]] {
      parameters.posting.largestBatch = largest
      let posts = simulate(parameters, .ordering(.home, by: "recency")).0.posts
      var batches: [[PostObservation]] = []
      for post in posts {
        if let last = batches.last?.last, last.author == post.author,
          last.createdAt == post.createdAt
        {
          batches[batches.count - 1].append(post)
        } else {
          batches.append([post])
        }
      }
      return batches
    }
    let few = batches(largest: 4)
    #expect(few.contains { $0.count == 4 } && few.allSatisfy { $0.count <= 4 })
    #expect(few.allSatisfy { batch in batch.allSatisfy { $0.category == batch[0].category } })
    let single = batches(largest: 1)
    #expect(single.count > 100 && single.allSatisfy { $0.count == 1 })
  }

  @Test func `no two looks have the same keys of draws`() {
    struct Keys: Hashable {
      let viewer: UInt32
      let author: UInt32
      let occurrence: UInt32
    }
    let parameters = SocietyParameters()
    let source = TraitSource(
      parameters, SocietyStreams(seed: 1, world: 0), Behaviours(parameters))
    // Neighbours, the largest key that a world has room for, and those who join.
    let viewers: [MemberKey] = [
      .initial(0), .initial(1), .initial(20_000_000), .joined(0), .joined(1), .joined(20_000_000),
    ]
    // The first and the last of a batch, one of a later batch, and a contest entry.
    let posts = [MemberKey.initial(0), .initial(1), .joined(3)].flatMap { author in
      [0, 1, 127, 128, 0x80_0000].map {
        source.post(by: source.member(author), opportunity: $0)
      }
    }
    var keys: Set<Keys> = []
    for viewer in viewers {
      for post in posts {
        for look in 0...Looks.most {
          let (first, third) = SocietyStreams.keys(ofLook: look, by: viewer.rawValue, at: post)
          keys.insert(Keys(viewer: first, author: post.authorKey, occurrence: third))
        }
      }
    }
    expectEqual(keys.count, viewers.count * posts.count * (Looks.most + 1))
  }
}
