internal import DataFiles
public import Experiments
internal import FeedMetrics
public import Scenarios
internal import SyntheticSociety

/// Records and updates baselines.
public struct BaselineRecorder: Sendable {
  private let scenario: Scenario
  private let check: Scenario.Check
  /// The tapes of the checked arm's external rankers.
  package var tapes: TapeUse?

  /// - Parameter scenario: One that has a check.
  public init(_ scenario: Scenario) {
    guard let check = scenario.check else { preconditionFailure("a scenario without a check") }
    self.scenario = scenario
    self.check = check
  }

  /// The number of recorded worlds: the largest number of worlds of a check.
  public var worlds: Int { check.replications.most }

  /// Simulates the checked arm and records its values.
  ///
  /// - Throws: When a metric that has a rule has no value in too many worlds, among other reasons.
  public func baseline(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(CheckFailure) -> Baseline {
    let arm = scenario.arm(check.arm)
    monitor.begin(runs: 0, secondsEach: 0)
    let recording = Baseline.Recording(
      name: arm.name, definition: Scenario.definition(of: arm).reread,
      worlds: try worlds(of: arm, tapes, jobs: jobs, monitor),
      rankerSeeds: Self.rankerSeeds(of: arm))
    for rule in check.rules { try refuseMissing(rule.metric, recording.worlds) }
    return Baseline(
      scenario: scenario.name, scenarioDigest: scenario.digest,
      communityDigest: scenario.communityDigest, seed: scenario.seed, arm: recording)
  }

  /// The baseline after a change was accepted.
  ///
  /// The anchor stays, unless today's arm becomes the anchor. If today's worlds differ from the anchor's,
  /// the anchor's arm is simulated in them, with the rankers of today's program.
  ///
  /// - Parameters:
  ///   - today: Today's recording.
  ///   - reason: Why the change is accepted.
  ///   - anchor: A name that makes today's arm the anchor; otherwise `nil`.
  /// - Returns: The old baseline if no value has changed.
  public func updated(
    _ old: Baseline, to today: Baseline, reason: String, anchor: String?, jobs: Int,
    monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(CheckFailure) -> Baseline {
    var new = today
    new.history = old.history
    new.anchor = old.anchor
    if old.isSame(as: today) {
      new = old
    } else {
      new.history.append(change(from: old, to: today, reason: reason))
      new.anchor?.recording = try anchored(old, in: today, jobs: jobs, monitor)
    }
    if let anchor { new.anchor = Baseline.Anchor(name: anchor, recording: today.arm) }
    return new
  }

  private func change(
    from old: Baseline, to new: Baseline, reason: String
  ) -> Baseline.Change {
    let moves = check.rules.map { rule in
      (
        rule.metric,
        Baseline.Change.Move(from: old.mean(of: rule.metric), to: new.mean(of: rule.metric))
      )
    }
    return Baseline.Change(
      reason: reason, version: FeedLab.version,
      means: Dictionary(uniqueKeysWithValues: moves.filter { $0.1.from != $0.1.to }))
  }

  /// The anchor's recording, simulated again if today's worlds differ from the recording's.
  private func anchored(
    _ old: Baseline, in today: Baseline, jobs: Int, _ monitor: ExperimentMonitor
  ) throws(CheckFailure) -> Baseline.Recording {
    guard var recording = old.anchor?.recording else {
      preconditionFailure("a baseline without an anchor")
    }
    let (was, now) = (recording.worlds, today.arm.worlds)
    let isSame =
      old.communityDigest == today.communityDigest && old.metricVersion == today.metricVersion
      && was.fingerprints == now.fingerprints && Set(was.values.keys) == Set(now.values.keys)
      && !recording.hasFormerSeeds
    guard !isSame else { return recording }
    let arm: Arm
    do throws(InvalidScenario) {
      arm = try scenario.arm(recording.name, definition: recording.definition)
    } catch {
      throw .unknownArm(error)
    }
    // The anchor's arm may have the name of today's, and is asked as it is.
    recording.worlds = try worlds(of: arm, nil, jobs: jobs, monitor)
    recording.rankerSeeds = Self.rankerSeeds(of: arm)
    return recording
  }

  private static func rankerSeeds(of arm: Arm) -> String? { arm.usesHosts ? "scenario" : nil }

  private func worlds(
    of arm: Arm, _ tapes: TapeUse?, jobs: Int, _ monitor: ExperimentMonitor
  ) throws(CheckFailure) -> RecordedWorlds {
    let metrics = MetricSet.named.metrics(for: scenario, named: check.rules.map(\.metric))
    var simulated = SimulatedWorlds(
      RecordedRuns(scenario, arm: arm, metrics: metrics, tapes: tapes))
    try simulated.extend(to: worlds, jobs: jobs, monitor)
    do throws(ExperimentFailure) { try simulated.refuseUnasked(by: arm) } catch {
      throw .unfinished(error)
    }
    return simulated.worlds
  }

  private func refuseMissing(_ metric: String, _ worlds: RecordedWorlds) throws(CheckFailure) {
    let column = worlds.column(metric)
    let missing = column.indices.filter { column[$0] == nil }
    guard let first = missing.first,
      Double(missing.count) > Comparison.largestMissingShare * Double(column.count)
    else { return }
    throw .unfinished(
      .undefined(metric: metric, run: RunInProgress(arm: check.arm, world: first)))
  }
}

extension Baseline {
  /// Whether another baseline has the same values in the same worlds, whatever its history, its anchor and
  /// the rest of its scenario.
  public func isSame(as other: Baseline) -> Bool {
    arm == other.arm && seed == other.seed && communityDigest == other.communityDigest
      && metricVersion == other.metricVersion
  }
}
