internal import DataFiles
package import Experiments
package import FeedMetrics
internal import ReportKit
package import Scenarios
package import SocialFeed
package import SyntheticSociety

/// A world of an experiment's results that is simulated again, to look into it.
package struct RepeatedWorld: Sendable {
  package let results: ExperimentResults
  /// Its number in the results.
  package let world: Int
  private let experiment: Experiment

  package enum Refusal: Error, Sendable {
    /// The results have worlds of these numbers.
    case noWorld(numbers: [Int])
    /// The scenario cannot be read from only the results.
    case unreadable(InvalidScenario)
    /// The scenario and the design do not belong together.
    case otherScenario
  }

  /// - Parameters:
  ///   - world: The number of the world in the results.
  ///   - results: Results of a comparison.
  ///   - known: The files that the scenario of the results names by their content.
  package init(
    _ world: Int, of results: ExperimentResults, known: KnownContents = KnownContents()
  ) throws(Refusal) {
    let numbers = results.worlds
    guard numbers.contains(world) else { throw .noWorld(numbers: numbers) }
    self.results = results
    self.world = world
    let scenario: Scenario
    do throws(InvalidScenario) {
      scenario = try Scenario.ofResults(results.design, known: known)
    } catch {
      throw .unreadable(error)
    }
    do throws(DesignMismatch) {
      experiment = try Experiment(restoring: results.design, of: scenario)
    } catch {
      throw .otherScenario
    }
  }

  package var scenario: Scenario { experiment.scenario }

  /// The arm of a name.
  package func arm(_ name: String) -> Arm { run(of: name).arm }

  /// The run of an arm; of antithetic twins the first.
  private func run(of arm: String) -> WorldRun {
    let number = experiment.space.world(world)
    guard let run = experiment.run(of: arm, world: number, results.intercepts) else {
      preconditionFailure("the experiment has no arm \(arm)")
    }
    return run
  }

  /// The end of the world, in seconds.
  private var end: Double { results.design.days * 86_400 }

  /// Whether a digest equals the digest of an arm's stored outcome.
  private func isStored(_ digest: String, of arm: String) -> Bool {
    let stored = results.outcomes.first { $0.arm == arm && $0.world == world }?.digest
    return stored?.split(separator: "+").first.map(String.init) == digest
  }

  /// Counts the looks of each member, at each creator's posts or at each post under each of some arms.
  ///
  /// - Parameters:
  ///   - surfaces: The surfaces of pages that show somebody or something.
  ///   - threads: How many arms are simulated at the same time, at least 1.
  /// - Throws: `cancelled`, `rankerFailed`, or `unrepeatable` where the world differs from the results.
  package func looks(
    ofEach subject: LookSubject, surfaces: [Surface], under arms: [String], threads: Int,
    monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> [LooksOfEach] {
    try simulate(arms, until: end, threads: threads, monitor) { run, shouldContinue in
      let (sink, digest) = (LookCountsSink(ofEach: subject, surfaces: surfaces), DigestSink())
      guard run.simulate(sinks: [sink, digest], shouldContinue: shouldContinue) != nil,
        let looks = sink.looksOfEach
      else { return nil }
      return Simulated(value: looks, digest: digest.hexDigest)
    }
  }

  /// Shows a member's feed at an instant under each of some arms.
  ///
  /// - Parameters:
  ///   - time: Seconds from the start of the world, in `0...` its end.
  ///   - hasDependence: Whether the rankers also rank without each feature.
  ///   - isCertain: Whether the program is known to be the one that simulated the results. Otherwise the world is
  ///     simulated to its end, to compare what happened with what the results have.
  ///   - threads: How many arms are simulated at the same time, at least 1.
  package func peek(
    at surface: Surface, of member: MemberID, at time: Double, under arms: [String],
    hasDependence: Bool = false, isCertain: Bool, threads: Int, monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> [Result<PeekedFeed, PeekedFeed.Refusal>] {
    try simulate(arms, until: isCertain ? time : end, threads: threads, monitor) {
      run, shouldContinue in
      let digest = DigestSink()
      do throws(PeekedFeed.Refusal) {
        let feed = try run.peek(
          at: surface, of: member, at: time, hasDependence: hasDependence,
          sinks: isCertain ? [] : [digest], toEnd: !isCertain, shouldContinue: shouldContinue)
        return feed.map {
          Simulated(value: .success($0), digest: isCertain ? nil : digest.hexDigest)
        }
      } catch {
        return Simulated(value: .failure(error), digest: nil)
      }
    }
  }

  /// What is wanted of a run, and the digest of the run, if it was simulated to its end.
  private struct Simulated<Value: Sendable>: Sendable {
    let value: Value
    let digest: String?
  }

  /// Simulates the world under each of some arms.
  ///
  /// - Parameters:
  ///   - time: Seconds from the start of the world, until which it is simulated.
  ///   - work: Returns `nil` when it was cancelled, or when a ranker failed.
  private func simulate<Value: Sendable>(
    _ arms: [String], until time: Double, threads: Int, _ monitor: ExperimentMonitor,
    _ work: @escaping @Sendable (WorldRun, (WorldProgress) -> Bool) -> Simulated<Value>?
  ) throws(ExperimentFailure) -> [Value] {
    let results = try WorldRun.lookInto(
      arms.map(run), until: time, threads: threads, monitor: monitor, work)
    return try zip(arms, results).map { arm, result throws(ExperimentFailure) in
      if let digest = result.digest, !isStored(digest, of: arm) {
        throw .unrepeatable(RunInProgress(arm: arm, world: world))
      }
      return result.value
    }
  }
}

extension ExperimentResults {
  /// The numbers of the worlds, ascending.
  package var worlds: [Int] { outcomes.filter { $0.arm == design.arms[0] }.map(\.world) }

  /// The world whose change of a metric is nearest to the mean of its changes, the first among equals; `nil` where
  /// it has no value in any world.
  package func typicalWorld(of metric: MetricDefinition, candidate: String) -> Int? {
    func values(_ arm: String?) -> [Double?] {
      outcomes.filter { $0.arm == arm }.map { $0.value(of: metric).value }
    }
    let changes = zip(worlds, zip(values(design.baseline), values(candidate))).compactMap {
      world, values in
      values.0.flatMap { before in values.1.map { (world, change: $0 - before) } }
    }
    let mean = changes.reduce(0) { $0 + $1.change } / Double(max(1, changes.count))
    return changes.min { ($0.change - mean).magnitude < ($1.change - mean).magnitude }?.0
  }
}

extension Scenario {
  /// The scenario of results, without the sections on files that only reports need.
  static func ofResults(
    _ design: ExperimentDesign, known: KnownContents
  ) throws(InvalidScenario) -> Scenario {
    var resolved = JSONValue(canonical: design.resolvedScenario)
    if case .object(var members) = resolved {
      for key in ["realism", "check"] { members[key] = nil }
      resolved = .object(members)
    }
    return try parse(
      Array(resolved.canonical.utf8), file: "the scenario of the results", known: known,
      isResolved: true)
  }
}
