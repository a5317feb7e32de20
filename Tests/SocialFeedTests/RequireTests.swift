import SocialFeed
import Testing

/// The sentences are looked for in release builds, too, where a `precondition` is silent: CI runs all tests so.
@Suite struct RequireTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `a programmer's fault says its sentence and where it was found`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = Community(categoryCount: 65) }
    let text = text(result)
    #expect(text.contains("Fatal error: a community has 65 categories, not 1 to 64"))
    #expect(text.contains("SocialFeed/Community.swift:"))
  }

  @Test func `settings that no ranker can have say what is wrong`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = RankerSettings(HotRanker.descriptor, ["decades": 1]) }
    #expect(text(result).contains("Fatal error: the ranker hot has no parameter 'decades'"))
  }

  @Test func `a ranker that reads a feature which it does not declare is stopped by the name`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      struct Careless: ScoringRanker {
        var features: FeatureSet { [.likes] }

        func score(
          _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
        ) { _ = candidates[.views] }
      }
      var community = Community(categoryCount: 1)
      let author = try community.join(now: 0)
      let viewer = try community.join(now: 0)
      try community.publish(author: author, category: CategoryID(0), now: 0)
      _ = try community.page(.home, for: viewer, now: 9, by: Careless())
    }
    #expect(
      text(result).contains(
        "Fatal error: the feature views is not among those that the ranker reads"))
  }
}
