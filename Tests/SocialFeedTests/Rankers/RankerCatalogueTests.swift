import SocialFeed
import Testing

@Suite struct RankerCatalogueTests {
  @Test func `it has the rankers that scenarios can name`() {
    #expect(
      RankerCatalogue.all.map(\.name) == [
        "recency", "affinity", "contest-score", "random", "ideal",
      ])
    #expect(RankerCatalogue.all.filter(\.isYardstick).map(\.name) == ["random", "ideal"])
    #expect(RankerCatalogue.descriptor(named: "affinity")?.surfaces == [.home])
    #expect(RankerCatalogue.descriptor(named: "afinity") == nil)
  }

  @Test func `every default is in its range, and every name is said once and explained`() {
    for descriptor in RankerCatalogue.all {
      #expect(!descriptor.summary.isEmpty && !descriptor.order.isEmpty)
      #expect(!descriptor.surfaces.isEmpty)
      #expect(Set(descriptor.parameters.map(\.name)).count == descriptor.parameters.count)
      for parameter in descriptor.parameters {
        #expect(parameter.range.contains(parameter.defaultValue), "\(parameter.name)")
        #expect(!parameter.summary.isEmpty)
      }
    }
  }

  @Test func `the defaults are the figures of the domain`() {
    #expect(RankerSettings("affinity").values == [1, 3, 4, 5, 604_800, 0.05])
    #expect(RankerSettings("contest-score").values == [3, 10, 0.1, 5])
    #expect(AffinityRanker().threshold == 0.05)
    let contest = ContestScoreRanker()
    #expect([contest.vote, contest.fresh, contest.decay, contest.noise] == [3, 10, 0.1, 5])
    #expect(AffinityRule() == AffinityRanker.rule(for: RankerSettings("affinity")))
  }

  @Test func `every ranker can be made, each value in its place`() throws {
    for descriptor in RankerCatalogue.all { _ = RankerSettings(descriptor.name).makeRanker() }
    let settings = RankerSettings(
      "contest-score", ["noise": 4, "vote": 1, "decay": 3, "fresh": 2])
    #expect(settings.values == [1, 2, 3, 4])
    let ranker = try #require(settings.makeRanker() as? ContestScoreRanker)
    #expect([ranker.vote, ranker.fresh, ranker.decay, ranker.noise] == [1, 2, 3, 4])
    let affinity = RankerSettings("affinity", ["threshold": 7]).makeRanker() as? AffinityRanker
    #expect(affinity?.threshold == 7)
  }

  @Test func `each feed has a default that can order it`() {
    let defaults = Surface.allCases.map { RankerCatalogue.defaultRanker(of: $0).name }
    #expect(
      defaults == ["affinity", "contest-score", "recency", "recency", "recency", "recency"])
    for surface in Surface.allCases {
      let name = RankerCatalogue.defaultRanker(of: surface).name
      #expect(RankerCatalogue.descriptor(named: name)!.surfaces.contains(surface))
    }
  }

  @Test func `settings for no ranker or with too few values are programming errors`() async {
    await #expect(processExitsWith: .failure) { _ = RankerSettings("afinity") }
    await #expect(processExitsWith: .failure) { _ = RankerSettings(name: "affinity", values: [1]) }
    await #expect(processExitsWith: .failure) { _ = RankerSettings(name: "best", values: []) }
  }
}
