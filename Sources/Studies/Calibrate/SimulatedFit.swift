package import Calibration
package import Experiments
internal import FeedMetrics
internal import PortableMath
package import Scenarios
internal import Synchronization
package import SyntheticSociety

/// Solves keys of a fitted community so that its *simulated* figures are the logs' figures, where the inputs that were
/// fitted to the logs one by one do not bring them: people who come unequally often also scroll unequally far, and a
/// ranker that brings what people like raises the rates.
///
/// All keys are solved together by relaxation in logarithms: worlds with the same draws are simulated in rounds, and
/// each key moves by most of its figure's error, divided by how much it moves the figure, roughly
/// (``SimulatedFigure/value(after:error:)``). Slopes that are learnt from the rounds, by key (secants) or for all keys
/// (Broyden), were tried: figures depend on other keys so much that both leave the solution.
///
/// Source: indirect inference, Gouriéroux, Monfort & Renault, Journal of Applied Econometrics 8 (S1), 1993.
package struct SimulatedFit: Sendable {
  /// A figure with its value in the logs.
  private struct Target: Sendable {
    let figure: SimulatedFigure
    let real: Double
    /// The index of its arm.
    let arm: Int
  }

  private let experiment: Experiment
  private let targets: [Target]

  /// The worlds of a round.
  package let worlds: Int
  /// Fewer members differ much from world to world, so that two worlds are simulated.
  private static let enoughMembers = 2_000.0
  /// The rounds at most, the one with the fitted inputs included.
  package static let mostRounds = 12
  /// The largest relative distance of a figure that was reached, where its standard error is not larger.
  package static let tolerance = 0.02
  /// Rounds that bring no figure nearer, after which the others are not simulated.
  private let patience: Int
  /// The part of their distance by which a round has to bring figures nearer. In a small community chance moves them as
  /// much, and a figure that no value reaches would otherwise have all rounds.
  private let leastProgress: Double

  /// - Parameters:
  ///   - scenario: The fitted community as it will be written; its first arm has the ranker that ordered the logged
  ///     pages, its second, where the logs have it, a random order.
  ///   - society: The values fitted to the inputs.
  ///   - real: The statistics of the logs.
  package init(_ scenario: Scenario, _ society: FittedSociety, _ real: RealCommunity) {
    let targets = SimulatedFigure.all.compactMap { figure -> Target? in
      let arm = figure.order == .random ? 1 : 0
      guard scenario.arms.indices.contains(arm), let value = figure.real(society, real), value > 0,
        scenario.parameters[keyPath: figure.parameter.path] > 0
      else { return nil }
      return Target(figure: figure, real: value, arm: arm)
    }
    let isSmall = scenario.parameters.world.members < Self.enoughMembers
    (worlds, patience, leastProgress) = isSmall ? (2, 2, 0.05) : (1, 4, 0)
    let arms = (targets.map(\.arm).max() ?? 0) + 1
    experiment = Experiment(
      measuring: scenario, arms: scenario.arms[..<arms].map(\.name), worlds: worlds)
    self.targets = targets
  }

  /// Whether no key needs solving.
  package var isEmpty: Bool { targets.isEmpty }

  /// Simulates worlds until each figure is reached, or cannot be.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds are simulated at the same time.
  ///   - monitor: Receives the progress, and can cancel it.
  /// - Returns: The solved keys, in the order of the figures.
  /// - Throws: `cancelled`.
  package func solve(
    jobs: Int, monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> [SolvedFigure] {
    guard !targets.isEmpty else { return [] }
    let (seconds, runs) = (
      experiment.design.days * 86_400, Self.mostRounds * worlds * experiment.design.arms.count
    )
    monitor.expect(runs: runs, allSeconds: Double(runs) * seconds)
    let parameters = experiment.scenario.parameters
    var values = targets.map { parameters[keyPath: $0.figure.parameter.path] }
    var first: [SimulatedFigure.Measure?] = []
    var best: (distance: Double, values: [Double], simulated: [SimulatedFigure.Measure?])?
    // The last round that made progress, and the distance after it.
    var progress = (distance: Double.infinity, round: 0)
    for round in 1...Self.mostRounds {
      let simulated = try simulated(with: values, jobs, monitor)
      if round == 1 { first = simulated }
      let errors = zip(simulated, targets).map { simulated, target in
        simulated.flatMap { $0.value > 0 ? Portable.log($0.value / target.real) : nil }
      }
      let tolerances = simulated.map { Self.tolerance(of: $0) }
      // A figure that no value reaches does not decide for all others.
      let distance = zip(errors, tolerances).reduce(0) { sum, figure in
        sum + min(max(0, (figure.0?.magnitude ?? .infinity) - figure.1), 1)
      }
      if distance < best?.distance ?? .infinity { best = (distance, values, simulated) }
      if distance < progress.distance * (1 - leastProgress) { progress = (distance, round) }
      monitor.report("round \(round) of at most \(Self.mostRounds)")
      guard distance > 0, round < Self.mostRounds, round - progress.round < patience
      else { break }
      let next = targets.indices.map { index in
        let error = errors[index] ?? 0
        return error.magnitude > tolerances[index]
          ? targets[index].figure.value(after: values[index], error: error) : values[index]
      }
      if next == values { break }
      values = next
    }
    guard let best else { return [] }
    return targets.indices.map { index in
      let target = targets[index]
      return SolvedFigure(
        name: target.figure.name, key: target.figure.key, real: target.real,
        input: parameters[keyPath: target.figure.parameter.path], before: first[index]?.value,
        value: best.values[index], simulated: best.simulated[index]?.value,
        tolerance: Self.tolerance(of: best.simulated[index]))
    }
  }

  /// Two in a hundred, or the standard error of what was counted.
  private static func tolerance(of measure: SimulatedFigure.Measure?) -> Double {
    guard let events = measure?.events, events > 0 else { return tolerance }
    return max(tolerance, 1 / Double(events).squareRoot())
  }

  /// The worlds that are simulated for values of the keys: the pilot for solving the intercepts, and each arm
  /// in each world.
  ///
  /// - Parameter values: One for each key that is solved; `nil` for the scenario's.
  package func runs(with values: [Double]? = nil) -> (pilot: WorldRun, worlds: [WorldRun]) {
    var parameters = experiment.scenario.parameters
    for (target, value) in zip(targets, values ?? []) {
      parameters[keyPath: target.figure.parameter.path] = value
    }
    var pilot = experiment.run(world: 0, arm: 0, SolvedIntercepts())
    pilot.parameters = parameters
    let worlds = (0..<worlds).flatMap { world in
      experiment.design.arms.indices.map { arm in
        var run = experiment.run(world: world, arm: arm, SolvedIntercepts())
        run.parameters = parameters
        return run
      }
    }
    return (pilot, worlds)
  }

  /// The figures, each its mean over the worlds that define it.
  private func simulated(
    with values: [Double], _ jobs: Int, _ monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> [SimulatedFigure.Measure?] {
    let (pilot, worlds) = runs(with: values)
    let intercepts = SolvedIntercepts(for: pilot)
    let runs = worlds.map { world in
      var run = world
      run.intercepts = intercepts
      return run
    }
    let (targets, arms) = (targets, experiment.design.arms.count)
    let found = Mutex([[SimulatedFigure.Measure?]?](repeating: nil, count: runs.count))
    let next = Atomic(0)
    WorkerThreads.run(min(jobs, runs.count)) {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < runs.count, let columns = runs[index].columns(monitor) else { return }
        let row = targets.map { target in
          target.arm == index % arms ? target.figure.simulated(columns) : nil
        }
        found.withLock { $0[index] = row }
      }
    }
    let rows = found.withLock { $0.compactMap(\.self) }
    guard rows.count == runs.count else { throw .cancelled(finishedWorlds: 0, worlds: self.worlds) }
    return targets.indices.map { index in
      let measures = rows.compactMap { $0[index] }
      guard !measures.isEmpty else { return nil }
      let events = measures.compactMap(\.events)
      return SimulatedFigure.Measure(
        value: measures.reduce(0) { $0 + $1.value } / Double(measures.count),
        events: events.isEmpty ? nil : events.reduce(0, +))
    }
  }
}

extension WorldRun {
  /// What a log of the run would hold; `nil` when it was cancelled.
  fileprivate func columns(_ monitor: ExperimentMonitor) -> RunColumns? {
    let sink = RunColumnsSink()
    var reported = (time: 0.0, impressions: 0)
    let summary = simulate(sinks: [sink]) { progress in
      monitor.advance(
        seconds: progress.time - reported.time,
        impressions: progress.impressions - reported.impressions)
      reported = (progress.time, progress.impressions)
      return !monitor.isCancelled
    }
    guard summary != nil else { return nil }
    monitor.finishRun()
    return sink.columns
  }
}
