import Experiments
internal import FeedMetrics
import Stochastics
internal import Studies
import TestSupport
import Testing

/// What is made of the worlds, with gains that are known.
@Suite struct SensitivityResultsTests {
  private let results: SensitivityResults

  init() throws {
    results = try analysis().run(jobs: 1, monitor: ExperimentMonitor(), simulate: gainingWorld)
  }

  private func finding(_ metric: String) throws -> SensitivityFinding {
    try #require(results.findings.first { $0.metric.id == metric })
  }

  @Test func `findings are in the order of the metrics`() {
    expectEqual(results.findings.map(\.metric), results.design.experiment.metrics)
    expectEqual(results.findings(of: "affinity"), results.findings)
    expectEqual(results.findings(of: "newest"), [])
  }

  @Test func `what is better everywhere is better in all societies`() throws {
    let finding = try finding("relevance@10")
    expectEqual(finding.verdicts[.better], 16)
    expectEqual(finding.verdicts.share(of: .better), 1)
    expectEqual(results.shareError(of: finding, .better), 0)
    expectEqual(finding.mostInfluential, [])
    #expect(!finding.isContested)
    #expect(finding.influences.allSatisfy { $0.changes.isEmpty })
  }

  @Test func `a verdict that one parameter decides turns in each of its steps and no other`() throws
  {
    let finding = try finding("creator_exposure_gini")
    let slopes = (0..<16).map { results.design.values(of: $0)[0] }
    expectEqual(finding.comparisons.map(\.verdict), slopes.map { $0 < 0.65 ? .better : .worse })
    expectEqual(finding.verdicts[.better], slopes.count { $0 < 0.65 })
    #expect(finding.isContested)
    let slope = finding.influences[0]
    expectEqual(slope.changes.map(\.trajectory), [0, 1, 2, 3])
    #expect(slope.changes.allSatisfy { $0.isReversal && $0.low == .better && $0.high == .worse })
    #expect(slope.changes.allSatisfy { $0.highLevel == $0.lowLevel + 2 })
    #expect(finding.influences[1...].allSatisfy { $0.changes.isEmpty })
    for setting in [0.2, 0.5, 0.8, 1.1] {
      let counts = results.verdicts(of: finding, parameter: 0, at: setting)
      expectEqual(counts.share(of: .better), (setting < 0.65 ? 1 : 0))
      expectEqual(counts.judged, slopes.count { $0 == setting })
    }
  }

  @Test func `an influence is the gain for the whole range of the parameter`() throws {
    let influence = try finding("creator_exposure_gini").influences[0]
    let effects = try #require(influence.effects)
    // From 0.2 to 1.1.
    #expect(abs(effects.mean - 0.9) < 1e-12)
    #expect(abs(effects.meanMagnitude - 0.9) < 1e-12)
    expectEqual(effects.count, 4)
    #expect(influence.isMeasurable)
    expectEqual(influence.trend, .up)
    try expectEqual(finding("creator_exposure_gini").mostInfluential, [influence])
  }

  @Test func `a parameter that acts both ways is mixed, and which matters most comes first`() throws
  {
    let finding = try finding("engagement_rate")
    // η (f − ½) / 10: f gains η/10 and only up, between 0.02 and 0.11; η gains 0.09 (f − ½), from
    // −0.045 to 0.045.
    expectEqual(finding.mostInfluential.map(\.parameter), [1, 0])
    expectEqual(finding.influences[1].trend, .up)
    for step in results.design.screening.steps(of: 0) {
      let feedback = results.design.values(of: step.low)[1]
      let gain = 0.6 * (feedback - 0.5) / 10
      let low = try #require(finding.comparisons[step.low].difference).mean
      let high = try #require(finding.comparisons[step.high].difference).mean
      #expect(abs(high - low - gain) < 1e-12)
    }
  }

  @Test func `a target's influence is that of the distance from it`() throws {
    // 0.2 nearer to 1 in every society.
    let finding = try finding("group_exposure_ratio")
    expectEqual(finding.verdicts[.better], 16)
    #expect(finding.influences.allSatisfy { ($0.effects?.meanMagnitude ?? 1) < 1e-12 })
  }

  @Test func `societies without a value are left out of shares and effects`() throws {
    let finding = try finding("rank_quality_tau")
    let undefined = (0..<16).count { results.design.values(of: $0)[0] == 1.1 }
    #expect(undefined > 0)
    expectEqual(finding.verdicts[.undefined], undefined)
    expectEqual(finding.verdicts.judged, 16 - undefined)
    expectEqual(finding.verdicts.share(of: .better), 1)
    // Steps from 0.5 to 1.1 have no value on one side.
    let steps = results.design.screening.steps(of: 0)
    let defined = steps.count { results.design.values(of: $0.high)[0] < 1 }
    expectEqual(finding.influences[0].effects?.count, defined)
  }

  @Test func `a parameter without any effect is idle`() {
    expectEqual(results.idleParameters, [2])
  }

  @Test func `the error of a share comes from its spread between trajectories`() throws {
    let finding = try finding("creator_exposure_gini")
    let shares = (0..<4).map { trajectory in
      Double(
        finding.comparisons[trajectory * 4..<trajectory * 4 + 4].count { $0.verdict == .worse })
        / 4
    }
    expectEqual(results.shareError(of: finding, .worse), Summary(shares).standardError)
  }

  @Test func `other societies are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let design = try analysis().design
      _ = SensitivityResults(design: design, outcomes: [])
    }
  }
}

@Suite struct VerdictCountsTests {
  @Test func `what is undefined is no part of a share`() {
    let counts = VerdictCounts([.better, .worse, .undefined, .better, .equivalent])
    expectEqual(counts[.better], 2)
    expectEqual(counts[.lower], 0)
    expectEqual(counts.judged, 4)
    expectEqual(counts.share(of: .better), 0.5)
    expectEqual(counts.share(of: .better, .equivalent), 0.75)
    expectEqual(VerdictCounts([.undefined]).share(of: .better), nil)
    expectEqual(VerdictCounts([]).judged, 0)
  }

  @Test(arguments: [
    (Verdict.better, Verdict.worse, true), (.worse, .better, true), (.higher, .lower, true),
    (.lower, .higher, true), (.better, .undecided, false), (.equivalent, .worse, false),
    (.better, .lower, false),
  ])
  func `only opposite verdicts are a reversal`(low: Verdict, high: Verdict, isReversal: Bool) {
    let change = VerdictChange(trajectory: 0, lowLevel: 0, highLevel: 2, low: low, high: high)
    expectEqual(change.isReversal, isReversal)
  }
}
