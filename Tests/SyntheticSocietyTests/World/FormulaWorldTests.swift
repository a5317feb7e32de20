internal import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct FormulaWorldTests {
  private func arm(_ surface: Surface, _ text: String) throws -> Arm {
    let settings = RankerSettings(FormulaRanker.descriptor, formula: try ScoreFormula(text))
    return Arm(name: "formula", choices: [(surface, settings)])
  }

  /// The contest's score draws its noise entry by entry, a formula for all of them together.
  @Test func `a contest's score written as a formula makes the same world`() throws {
    let text = "3 * votes + max(0, 10 - 0.1 * age_hours) + uniform(0, 5)"
    var parameters = SocietyParameters.small(members: 300, days: 5)
    parameters.openOnly(.contest)
    parameters.entering.entriesPerMember = 0.5
    let (written, _) = try simulate(parameters, arm(.contest, text), seed: 6)
    let (built, _) = simulate(parameters, .ordering(.contest, by: "contest-score"), seed: 6)
    expectEqual(written.pages.map(\.posts), built.pages.map(\.posts))
    #expect(written.pages.filter { $0.posts.count > 4 }.count > 100)
  }

  @Test func `a second uniform changes the order`() throws {
    let texts = ["uniform(0, 1)", "uniform(0, 1) * uniform(0, 1)"]
    let pages = try texts.map { try simulate(.small(), arm(.home, $0)).0.pages.map(\.posts) }
    #expect(pages[0] != pages[1])
  }

  @Test func `an affinity ranker inside another is what the community learns by`() {
    func pages(_ like: Double) -> [[PostID]] {
      let affinity = RankerSettings(AffinityRanker.descriptor, ["like": like, "view": 0])
      let around = RankerSettings(DiversityRanker.descriptor, ["lambda": 1], of: affinity)
      return simulate(.small(), Arm(name: "a", choices: [(.home, around)])).0.pages.map(\.posts)
    }
    func plain(_ like: Double) -> [[PostID]] {
      let affinity = RankerSettings(AffinityRanker.descriptor, ["like": like, "view": 0])
      return simulate(.small(), Arm(name: "a", choices: [(.home, affinity)])).0.pages.map(\.posts)
    }
    #expect(pages(3) != pages(0))
    // With nothing to pay for being alike, the order within a page is that of the ranker inside.
    expectEqual(pages(3).prefix(50), plain(3).prefix(50))
  }
}
