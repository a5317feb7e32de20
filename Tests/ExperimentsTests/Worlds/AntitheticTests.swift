import Experiments
import FeedMetrics
internal import Scenarios
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

/// Worlds that are pairs of antithetic twins.
@Suite struct AntitheticTests {
  @Test func `a twin has 1 − u for every u, exactly`() {
    let stream = KeyedStream(seed: 5, world: 3, name: StreamName("attention"))
    let twin = KeyedStream(seed: 5, world: 3, name: StreamName("attention"), isMirrored: true)
    for a in 0..<1000 as Range<UInt32> {
      expectEqual(twin.uniform(a, 7), 1 - stream.uniform(a, 7))
      expectEqual(twin.uniforms(a, 7), SIMD4(repeating: 1) - stream.uniforms(a, 7))
      expectEqual(twin.bits(a), ~stream.bits(a))
    }
  }

  @Test func `a world's values are the means of its twins'`() throws {
    let scenario = try scenario("ab: {antithetic: true, primary: none}")
    let experiment = Experiment(
      scenario, candidates: ["random"], worlds: 1, metrics: MetricCatalogue.core)
    #expect(experiment.design.isAntithetic)
    let results = try experiment.run(jobs: 1)
    let outcome = results.outcomes[0]
    let intercepts = results.intercepts
    let twins = [false, true].map { isMirrored in
      var run = WorldRun(
        parameters: scenario.parameters, arm: scenario.arms[0], seed: scenario.seed, world: 0)
      run.intercepts = intercepts
      run.isMirrored = isMirrored
      let sink = MetricSink(options: results.design.metricOptions)
      let digest = DigestSink()
      let summary = run.simulate(sinks: [sink, digest])!
      return (
        values: Dictionary(uniqueKeysWithValues: sink.values().map { ($0.id, $0.value) }),
        digest: digest.hexDigest, summary: summary
      )
    }
    #expect(twins[0].digest != twins[1].digest)
    expectEqual(outcome.digest, "\(twins[0].digest)+\(twins[1].digest)")
    expectEqual(
      outcome.summary.impressions, twins[0].summary.impressions + twins[1].summary.impressions)
    for metric in results.design.metrics {
      let values = twins.map { $0.values[metric.id]?.value }
      let mean = values[0].flatMap { one in values[1].map { one / 2 + $0 / 2 } }
      expectEqual(outcome.value(of: metric).value, mean, "\(metric.id)")
    }
    #expect(outcome.curves != nil)
    #expect(!outcome.scopes.isEmpty)
  }

  @Test func `threads change nothing, and a scenario without twins has none`() throws {
    let experiment = Experiment(try scenario("ab: {antithetic: true, primary: none}"), worlds: 2)
    try expectEqual(experiment.run(jobs: 1), experiment.run(jobs: 3))
    #expect(!Experiment(try scenario()).design.isAntithetic)
  }

  /// Rates rise with the uniform numbers that they are made of, so that those of twins are negatively
  /// correlated: the sum of twins varies less between 40 pairs than that of independent worlds. With a true
  /// ratio of variances of ½ or less, the observed one is above 1 for 2 % of seeds at most.
  @Test func `the activity of twins cancels`() throws {
    let parameters = try scenario().parameters
    func activity(_ world: UInt32, _ isMirrored: Bool) -> Double {
      let source = TraitSource(
        parameters, SocietyStreams(seed: 9, world: world, isMirrored: isMirrored),
        Behaviours(parameters))
      return (0..<60).reduce(0) { $0 + Double(source.member(.initial($1)).sessionRate) }
    }
    let twins = (0..<40 as Range<UInt32>).map { activity($0, false) + activity($0, true) }
    let others = (0..<40 as Range<UInt32>).map { activity($0, false) + activity($0 + 40, false) }
    let variances = try [twins, others].map { try #require(Summary($0).variance) }
    #expect(variances[0] < variances[1])
  }
}
