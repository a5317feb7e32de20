import Experiments
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct RunProfileTests {
  @Test func `a profile changes no result and counts what all worlds did`() throws {
    var experiment = Experiment(measuring: try scenario(), arms: ["newest", "random"], worlds: 1)
    let plain = try experiment.run(jobs: 1)
    let profiler = RunProfiler()
    experiment.profiler = profiler
    let results = try experiment.run(jobs: 2)
    expectEqual(results, plain)
    let profile = profiler.profile
    expectEqual(profile.worlds, 2)
    let summaries = results.outcomes.map(\.summary)
    expectEqual(
      profile.events.reduce(0) { $0 + ($1.count ?? 0) }, summaries.reduce(0) { $0 + $1.events })
    let pages = profile.parts.filter { $0.name.hasPrefix("pages of ") }
    expectEqual(pages.reduce(0) { $0 + ($1.count ?? 0) }, summaries.reduce(0) { $0 + $1.pages })
    expectEqual(
      Set(profile.stages.map(\.name)),
      [
        "solving the intercepts", "growing communities", "simulating events",
        "values of the metrics", "all else",
      ])
    let stages = profile.stages.reduce(0) { $0 + $1.seconds }
    #expect(profile.seconds > 0 && abs(stages / profile.seconds - 1) < 1e-9)
    let simulated = try #require(profile.stages.first { $0.name == "simulating events" }).seconds
    let parts = profile.parts.reduce(0) { $0 + $1.seconds }
    #expect(abs(parts / simulated - 1) < 1e-9)
    #expect(profile.parts.map(\.name).contains("digest"))
    #expect(zip(profile.parts, profile.parts.dropFirst()).allSatisfy { $0.seconds >= $1.seconds })
  }

  @Test func `known worlds are simulated again for a profile`() throws {
    var experiment = Experiment(measuring: try scenario(), arms: ["newest"], worlds: 1)
    let store = MemoryStore()
    _ = try experiment.run(jobs: 1, store: store)
    let profiler = RunProfiler()
    experiment.profiler = profiler
    _ = try experiment.run(jobs: 1, store: store)
    expectEqual(profiler.profile.worlds, 1)
    // The intercepts are known too, and not solved again.
    #expect(!profiler.profile.stages.map(\.name).contains("solving the intercepts"))
  }
}
