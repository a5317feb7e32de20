import Experiments
import FeedMetrics
internal import SyntheticSociety
import TestSupport
import Testing

/// Metrics that are brought along from outside.
@Suite struct CustomMetricTests {
  @Test func `it stands beside the others in values, estimates and comparisons`() throws {
    var experiment = Experiment(try scenario(), worlds: 2, metrics: [MetricCatalogue.all[0]])
    experiment.measure(ImpressionCount.self)
    expectEqual(experiment.design.metrics.map(\.id), [MetricCatalogue.all[0].id, "impressions"])
    let results = try experiment.run(jobs: 2)
    for outcome in results.outcomes {
      let value = outcome.value(of: ImpressionCount.definition)
      expectEqual(
        value,
        MetricValue(
          Double(outcome.summary.impressions), support: outcome.summary.members))
    }
    expectEqual(results.comparisons(of: "affinity").last?.metric.id, "impressions")
    expectEqual(results.estimates(of: "random").last?.metric, ImpressionCount.definition)
  }

  @Test func `it leaves the worlds as they are`() throws {
    var experiment = Experiment(try scenario(), worlds: 1)
    let without = try experiment.run(jobs: 1).outcomes
    experiment.measure(ImpressionCount.self)
    let with = try experiment.run(jobs: 1).outcomes
    expectEqual(with.map(\.digest), without.map(\.digest))
  }

  @Test func `a value that is no number ends the experiment`() throws {
    var experiment = Experiment(try scenario(), worlds: 1)
    experiment.measure(Broken.self)
    let failure = #expect(throws: ExperimentFailure.self) { try experiment.run(jobs: 1) }
    expectEqual(
      failure?.description, "world 0 of arm 'newest': broken is inf, which is not a finite number")
  }

  @Test func `an id that another metric has is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var experiment = Experiment(try scenario())
      experiment.measure(SecondGini.self)
    }
    await #expect(processExitsWith: .failure) {
      var experiment = Experiment(try scenario(), metrics: [])
      experiment.measure(ImpressionCount.self)
      experiment.measure(ImpressionCount.self)
    }
  }
}

private func definition(_ id: String) -> MetricDefinition {
  MetricDefinition(
    id: id, family: .utility, name: "Posts shown", formula: "impressions of all pages",
    unit: "posts", direction: .describes, range: "[0, ∞)", undefined: "never", source: "none")
}

private final class ImpressionCount: CustomMetric {
  static let definition = ExperimentsTests.definition("impressions")
  private var (impressions, members) = (0, 0)

  func observe(_ member: MemberObservation) { members += 1 }
  func observe(_ page: borrowing PageObservation) { impressions += page.posts.count }
  var value: MetricValue { MetricValue(Double(impressions), support: members) }
}

private final class Broken: CustomMetric {
  static let definition = ExperimentsTests.definition("broken")
  var value: MetricValue { MetricValue(.infinity, support: 0) }
}

private final class SecondGini: CustomMetric {
  static let definition = ExperimentsTests.definition("creator_exposure_gini")
  var value: MetricValue { MetricValue(nil, support: 0) }
}
