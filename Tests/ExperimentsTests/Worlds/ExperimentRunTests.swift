import Experiments
import FeedMetrics
internal import Scenarios
import Synchronization
internal import SyntheticSociety
import TestSupport
import Testing

/// The threads and the order of runs, with worlds that are made up.
@Suite struct ExperimentRunTests {
  @Test(arguments: [1, 2, 3, 64])
  func `results do not depend on the number of threads`(jobs: Int) throws {
    let experiment = try experiment(worlds: 5)
    let one = try experiment.run(jobs: 1, monitor: ExperimentMonitor(), simulate: madeUp)
    try expectEqual(experiment.run(jobs: jobs, monitor: ExperimentMonitor(), simulate: madeUp), one)
  }

  @Test func `outcomes are in order of arm and world, whatever the order of finishing`() throws {
    let experiment = try experiment(worlds: 3)
    // The first run waits until the last one has been simulated.
    let last = Mutex(false)
    let results = try experiment.run(jobs: 2, monitor: ExperimentMonitor()) { run, shouldContinue in
      if run.arm.name == "random", run.world == 2 { last.withLock { $0 = true } }
      while run.arm.name == "newest", run.world == 0, !last.withLock({ $0 }) {
        _ = shouldContinue(0, 0)
      }
      return madeUp(run, shouldContinue)
    }
    expectEqual(
      results.outcomes.map { "\($0.arm) \($0.world)" },
      [
        "newest 0", "newest 1", "newest 2", "affinity 0", "affinity 1", "affinity 2", "random 0",
        "random 1", "random 2",
      ])
    expectEqual(
      results.comparisons.map(\.candidate),
      Array(repeating: "affinity", count: results.design.metrics.count)
        + Array(repeating: "random", count: results.design.metrics.count))
  }

  @Test(arguments: [1, 2, 3])
  func `a value that is no number ends the experiment and names the first run that has one`(
    jobs: Int
  ) throws {
    let experiment = try experiment(worlds: 8)
    let id = MetricCatalogue.all[0].id
    let failure = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: jobs, monitor: ExperimentMonitor()) { run, shouldContinue in
        let outcome = madeUp(run, shouldContinue)
        let isBroken = run.world >= 3 && run.arm.name == "affinity"
        return isBroken ? outcome?.replacing(id, with: .nan) : outcome
      }
    }
    expectEqual(
      failure?.description, "world 3 of arm 'affinity': \(id) is nan, which is not a finite number")
  }

  @Test func `an infinite value of a metric that is not reported ends the experiment too`() throws {
    let experiment = Experiment(try scenario(), metrics: [MetricCatalogue.all[0]])
    let id = MetricCatalogue.all[1].id
    let failure = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 2, monitor: ExperimentMonitor()) { run, shouldContinue in
        madeUp(run, shouldContinue)?.replacing(id, with: -.infinity)
      }
    }
    expectEqual(
      failure?.description, "world 0 of arm 'newest': \(id) is -inf, which is not a finite number")
  }

  @Test func `cancelling ends worlds under way and counts the whole ones`() throws {
    let experiment = try experiment(worlds: 4)
    let monitor = ExperimentMonitor()
    let failure = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 1, monitor: monitor) { run, shouldContinue in
        // Two whole worlds, and an arm of the third.
        if run.world == 2, run.arm.name == "affinity" { monitor.cancel() }
        return madeUp(run, shouldContinue)
      }
    }
    expectEqual(failure?.description, "interrupted after 2 of 4 worlds")
    expectEqual(monitor.progress.finishedRuns, 7)
  }

  @Test func `an experiment that is cancelled before it begins simulates no world`() throws {
    let experiment = try experiment(worlds: 2)
    let monitor = ExperimentMonitor()
    monitor.cancel()
    let failure = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 3, monitor: monitor) { _, _ in fatalError("a world began") }
    }
    expectEqual(failure?.description, "interrupted after 0 of 2 worlds")
  }

  @Test func `progress adds up to all that there was to do`() throws {
    let experiment = try experiment(worlds: 3)
    let monitor = ExperimentMonitor()
    expectEqual(monitor.progress.share, 0)
    _ = try experiment.run(jobs: 2, monitor: monitor, simulate: madeUp)
    let progress = monitor.progress
    expectEqual(progress.finishedRuns, 9)
    expectEqual(progress.runs, 9)
    // 9 runs of 2 days.
    expectEqual(progress.allSeconds, 9 * 2 * 86_400)
    expectEqual(progress.simulatedSeconds, progress.allSeconds)
    expectEqual(progress.impressions, 9 * 48 * 5)
    expectEqual(progress.share, 1)
  }

  @Test func `a thread knows the run that it simulates`() throws {
    let experiment = try experiment(worlds: 2)
    let runs = Mutex<Set<String>>([])
    _ = try experiment.run(jobs: 2, monitor: ExperimentMonitor()) { run, shouldContinue in
      let current = RunInProgress.current?.description ?? "none"
      runs.withLock { _ = $0.insert(current) }
      return madeUp(run, shouldContinue)
    }
    let expected = ["newest", "affinity", "random"].flatMap { arm in
      (0..<2).map { "world \($0) of arm '\(arm)'" }
    }
    expectEqual(runs.withLock { $0 }, Set(expected))
    expectEqual(RunInProgress.current, nil)
  }

  private func experiment(worlds: Int) throws -> Experiment {
    Experiment(try scenario(), worlds: worlds)
  }
}

/// Which arms are compared.
@Suite struct ExperimentDesignTests {
  @Test func `the scenario's comparison is the default`() throws {
    let design = Experiment(try scenario()).design
    expectEqual(design.arms, ["newest", "affinity", "random"])
    expectEqual(design.worlds, 8)
    expectEqual(design.metrics, MetricCatalogue.core)
  }

  @Test func `another baseline is compared with the other arms`() throws {
    let design = Experiment(try scenario(), baseline: "affinity").design
    expectEqual(design.baseline, "affinity")
    expectEqual(design.candidates, ["newest", "random"])
  }

  @Test func `chosen candidates keep the order of the choice`() throws {
    let design = Experiment(try scenario(), candidates: ["random", "affinity"], worlds: 3).design
    expectEqual(design.arms, ["newest", "random", "affinity"])
    expectEqual(design.worlds, 3)
  }

  @Test func `margins come from the scenario`() throws {
    expectEqual(Experiment(try scenario()).design.margins, ["relevance@10": .relative(0.01)])
  }
}
