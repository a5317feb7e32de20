import SocialFeed
import TestSupport
import Testing

/// What holds of a refresh whatever the ranker.
@Suite struct RefreshTests {
  /// A relevance that is a hash of viewer and post.
  private final class Hashed: LatentRelevance {
    func relevance(of post: PostID, for viewer: MemberID, isFriend: Bool, now: Double) -> Double {
      var generator = SeededGenerator(seed: UInt64(viewer.rawValue) << 32 | UInt64(post.rawValue))
      return generator.unit()
    }
  }

  /// A ranker with small pools and windows, and with any other inside if it takes one.
  private func settings(
    _ descriptor: RankerDescriptor, on surface: Surface, isInside: Bool = false,
    using generator: inout SeededGenerator
  ) throws -> RankerSettings {
    var chosen: [String: Double] = [:]
    for parameter in descriptor.parameters where parameter.isWhole {
      chosen[parameter.name] = [1, 3, 7, 20, 1000].randomElement(using: &generator)!
    }
    guard descriptor.takesRanker else {
      let any = try RankerSettings(ofAny: descriptor)
      return RankerSettings(
        descriptor, chosen, formula: any.formula, scores: any.scores, host: any.host)
    }
    let others = RankerCatalogue.standard.descriptors.filter {
      $0.surfaces.contains(surface) && $0.name != descriptor.name && !(isInside && $0.takesRanker)
    }
    let inner = try settings(
      others.randomElement(using: &generator)!, on: surface, isInside: true, using: &generator)
    return RankerSettings(descriptor, chosen, of: inner)
  }

  @Test(arguments: RankerCatalogue.standard.descriptors.map(\.name))
  func `pages show once what one long page shows, while others join, publish and enter`(
    name: String
  ) throws {
    let descriptor = try #require(RankerCatalogue.standard[name])
    var arrivals = Habits()
    arrivals.weights = [.join: 1, .publish: 4, .enter: 2]
    arrivals.mostMembers = .max  // Whoever cannot join makes ties instead.
    var pages = 0
    forEachSeed(80) { seed, generator in
      var twins = Twins()
      let calls = [10, 60, 250].randomElement(using: &generator)!
      for _ in 0..<calls { try twins.makeRandomCall(.staying, using: &generator) }
      guard let viewer = twins.slow.allMembers.randomElement(using: &generator) else { return }
      let surface = descriptor.surfaces.randomElement(using: &generator)!
      let settings = try settings(descriptor, on: surface, using: &generator)
      let ranker = settings.makeRanker()
      var request = FeedRequest(
        viewer: viewer, surface: surface, now: twins.now, pageSize: FeedRequest.pageSizeLimit,
        refresh: 3,
        noise: CountingNoise(seed: seed))
      let latent = Hashed()
      request.latent = latent
      let expected = twins.community.page(request, by: ranker).posts
      var candidates: [PostID] = []
      twins.community.forEachCandidate(for: request, bound: twins.community.postCount) {
        candidates.append($0)
      }
      try agree(
        expected.sorted(), candidates.sorted(), "what a page of all shows by \(settings.name)")
      var shown: [PostID] = []
      repeat {
        request.now = twins.now
        request.pageSize = [1, 2, 5, 20].randomElement(using: &generator)!
        let page = twins.community.page(request, by: ranker)
        shown += page.posts
        request.cursor = page.next
        pages += 1
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
          try twins.makeRandomCall(arrivals, using: &generator)
        }
      } while request.cursor != nil
      try agree(shown, expected, "pages of \(surface) by \(settings.name)")
    }
    #expect(pages > 5)
  }

  @Test(arguments: ["diversity", "author-discount", "seen-discount"])
  func `a window that changes meanwhile shows nothing twice`(name: String) throws {
    let descriptor = try #require(RankerCatalogue.standard[name])
    var pages = 0
    forEachSeed(80) { _, generator in
      var twins = Twins()
      for _ in 0..<100 { try twins.makeRandomCall(.staying, using: &generator) }
      guard let viewer = twins.slow.allMembers.randomElement(using: &generator) else { return }
      let inner = RankerSettings(PopularityRanker.descriptor)
      let ranker = RankerSettings(descriptor, ["window": 1000], of: inner).makeRanker()
      var request = FeedRequest(viewer, .latest, now: twins.now, pageSize: 3)
      var shown: [PostID] = []
      repeat {
        let page = twins.community.page(request, by: ranker)
        shown += page.posts
        request.cursor = page.next
        pages += 1
        for _ in 0..<5 { try twins.makeRandomCall(.staying, using: &generator) }
      } while request.cursor != nil
      try agree(Set(shown).count, shown.count, "posts shown once by \(name)")
    }
    #expect(pages > 10)
  }
}
