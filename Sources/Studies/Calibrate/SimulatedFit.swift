package import Calibration
package import Experiments
internal import FeedMetrics
internal import PortableMath
package import Scenarios
internal import Synchronization
internal import SyntheticSociety

/// Solves keys of a fitted community so that its *simulated* figures are those of the logs, where the inputs that were
/// fitted to the logs one by one do not bring them: people who come unequally often also scroll unequally far, and a
/// ranker that brings what people like raises the rates.
///
/// All keys are solved together by the secant method in logarithms: worlds with the same draws are simulated in
/// rounds, and each key moves by what its figure is off, divided by how much it moved the figure in the round before.
///
/// Source: indirect inference, Gouriéroux, Monfort & Renault, Journal of Applied Econometrics 8 (S1), 1993.
package struct SimulatedFit: Sendable {
  /// A figure with its value in the logs.
  private struct Target: Sendable {
    let figure: SimulatedFigure
    let real: Double
  }

  private let experiment: Experiment
  private let targets: [Target]

  /// The worlds of a round.
  package static let worlds = 2
  /// The rounds at most, the one with the fitted inputs included.
  package static let mostRounds = 8
  /// The largest relative distance of a figure that was reached.
  package static let tolerance = 0.02

  /// - Parameters:
  ///   - scenario: The fitted community; its first arm has the ranker that ordered the logged pages.
  ///   - society: What was fitted to the inputs.
  ///   - real: The statistics of the logs.
  package init(_ scenario: Scenario, _ society: FittedSociety, _ real: RealCommunity) {
    experiment = Experiment(
      measuring: scenario, arms: [scenario.arms[0].name], worlds: Self.worlds)
    targets = SimulatedFigure.all.compactMap { figure in
      guard let value = figure.real(society, real), value > 0,
        scenario.parameters[keyPath: figure.parameter.path] > 0
      else { return nil }
      return Target(figure: figure, real: value)
    }
  }

  /// Whether there is nothing to solve.
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
    let seconds = experiment.design.days * 86_400
    monitor.expect(
      runs: Self.mostRounds * Self.worlds,
      allSeconds: Double(Self.mostRounds * Self.worlds) * seconds)
    let parameters = experiment.scenario.parameters
    var secants = targets.map { target in
      Secant(
        value: parameters[keyPath: target.figure.parameter.path],
        range: target.figure.parameter.range, grows: target.figure.grows)
    }
    var first: [Double?] = []
    var best: (distance: Double, values: [Double], simulated: [Double?])?
    for round in 1...Self.mostRounds {
      let values = secants.map(\.value)
      let simulated = try simulated(with: values, jobs, monitor)
      if round == 1 { first = simulated }
      let errors = zip(simulated, targets).map { simulated, target in
        simulated.flatMap { $0 > 0 ? Portable.log($0 / target.real) : nil }
      }
      let distance = errors.reduce(0) { max($0, $1?.magnitude ?? .infinity) }
      if distance < best?.distance ?? .infinity || best == nil {
        best = (distance, values, simulated)
      }
      monitor.report("round \(round) of at most \(Self.mostRounds)")
      guard distance > Self.tolerance, round < Self.mostRounds else { break }
      for index in secants.indices { secants[index].move(by: errors[index]) }
      if secants.map(\.value) == values { break }
    }
    guard let best else { return [] }
    return targets.indices.map { index in
      let target = targets[index]
      return SolvedFigure(
        name: target.figure.name, key: target.figure.key, real: target.real,
        input: parameters[keyPath: target.figure.parameter.path], before: first[index],
        value: best.values[index], simulated: best.simulated[index], tolerance: Self.tolerance)
    }
  }

  /// The figures, each its mean over the worlds in which it is defined.
  private func simulated(
    with values: [Double], _ jobs: Int, _ monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> [Double?] {
    var parameters = experiment.scenario.parameters
    for (target, value) in zip(targets, values) {
      parameters[keyPath: target.figure.parameter.path] = value
    }
    var pilot = experiment.run(world: 0, arm: 0, SolvedIntercepts())
    pilot.parameters = parameters
    let intercepts = SolvedIntercepts(for: pilot)
    let runs = (0..<Self.worlds).map { world in
      var run = experiment.run(world: world, arm: 0, intercepts)
      run.parameters = parameters
      return run
    }
    let figures = targets.map(\.figure)
    let found = Mutex([[Double?]?](repeating: nil, count: runs.count))
    let next = Atomic(0)
    WorkerThreads.run(min(jobs, runs.count)) {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < runs.count, let columns = runs[index].columns(monitor) else { return }
        let row = figures.map { $0.simulated(columns) }
        found.withLock { $0[index] = row }
      }
    }
    let rows = found.withLock { $0.compactMap(\.self) }
    guard rows.count == runs.count else { throw .cancelled(finishedWorlds: 0, worlds: Self.worlds) }
    return figures.indices.map { index in
      let values = rows.compactMap { $0[index] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}

/// The search of one key, in logarithms of value and figure.
private struct Secant {
  private(set) var value: Double
  private let range: ClosedRange<Double>
  /// How much the logarithm of the figure grows with that of the value.
  private var slope: Double
  private var last: (value: Double, error: Double)?

  /// The bounds of a slope's magnitude, and of a step: a figure that hardly moves is noise of other keys.
  private static let slopes = 0.2...3.0
  private static let longestStep = 1.5

  init(value: Double, range: ClosedRange<Double>, grows: Bool) {
    self.value = value
    self.range = range
    slope = grows ? 1 : -1
  }

  /// - Parameter error: The logarithm of the simulated figure divided by the real one; `nil` leaves the value.
  mutating func move(by error: Double?) {
    guard let error else { return }
    let now = Portable.log(value)
    if let last, last.value != now {
      let seen = (error - last.error) / (now - last.value)
      let magnitude = min(
        max(seen * (slope < 0 ? -1 : 1), Self.slopes.lowerBound), Self.slopes.upperBound)
      slope = slope < 0 ? -magnitude : magnitude
    }
    last = (now, error)
    let step = min(max(-error / slope, -Self.longestStep), Self.longestStep)
    value = min(max(Portable.exp(now + step), range.lowerBound), range.upperBound)
    if value <= 0 { value = Portable.exp(now) }
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
