import SocialFeed
import TestSupport
import Testing

@Suite struct RankerCatalogueTests {
  private let catalogue = RankerCatalogue.standard

  @Test func `it has the rankers that scenarios can name`() {
    expectEqual(
      catalogue.descriptors.map(\.name),
      [
        "recency", "affinity", "blended-affinity", "contest-score", "popularity", "trending", "hot",
        "gravity", "friends-first", "round-robin", "linear", "formula", "external",
        "command", "library", "url", "diversity", "author-discount", "seen-discount", "random",
        "ideal",
      ])
    let names = { (isMeant: (RankerDescriptor) -> Bool) in
      catalogue.descriptors.filter(isMeant).map(\.name)
    }
    expectEqual(names { $0.isReference }, ["random", "ideal"])
    expectEqual(names { $0.takesFormula }, ["formula"])
    expectEqual(names { $0.takesScores }, ["external"])
    expectEqual(names { $0.takesHost }, ["command", "library", "url"])
    expectEqual(names { $0.takesRanker }, ["diversity", "author-discount", "seen-discount"])
    expectEqual(catalogue["affinity"]?.surfaces, [.home])
    #expect(catalogue["afinity"] == nil)
  }

  @Test func `every default is in its range, and every name is said once and explained`() {
    for descriptor in catalogue.descriptors {
      #expect(!descriptor.summary.isEmpty && !descriptor.order.isEmpty)
      #expect(!descriptor.surfaces.isEmpty)
      expectEqual(Set(descriptor.parameters.map(\.name)).count, descriptor.parameters.count)
      for parameter in descriptor.parameters {
        #expect(parameter.range.contains(parameter.defaultValue), "\(parameter.name)")
        #expect(!parameter.summary.isEmpty)
      }
    }
  }

  @Test
  func `every ranker with a score but the reference ranker has a pool, for feeds without contest`()
    throws
  {
    for descriptor in catalogue.descriptors {
      let ranker = try RankerSettings(ofAny: descriptor).makeRanker()
      let hasPool = descriptor.parameters.contains(.pool)
      expectEqual(hasPool, (ranker is any ScoringRanker && !descriptor.isReference))
      if let scoring = ranker as? any ScoringRanker {
        expectEqual(scoring.pool, (hasPool ? 1000 : .max))
      }
    }
    #expect(RankerParameter.pool.range == 20...10_000_000 && RankerParameter.pool.isWhole)
    #expect(!RankerParameter.pool.surfaces.contains(.contest))
  }

  @Test func `a catalogue takes in rankers from elsewhere`() {
    let warm = RankerDescriptor(
      name: "warm", summary: "Warm.", order: "likes", surfaces: [.home],
      make: { _ in PopularityRanker() })
    let wider = catalogue.adding([warm])
    expectEqual(wider.descriptors.count, catalogue.descriptors.count + 1)
    #expect(wider["warm"]?.summary == "Warm." && catalogue["warm"] == nil)
  }

  @Test func `a name twice is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = RankerCatalogue.standard.adding([HotRanker.descriptor])
    }
    await #expect(processExitsWith: .failure) {
      _ = RankerDescriptor(
        name: "a", summary: "", order: "", surfaces: [.home],
        parameters: [.pool, .pool], make: { _ in HotRanker() })
    }
    await #expect(processExitsWith: .failure) {
      _ = RankerDescriptor(
        name: "a", summary: "", order: "", surfaces: [], make: { _ in HotRanker() })
    }
  }
}
