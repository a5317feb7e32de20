internal import DataFiles
public import Experiments
internal import FeedMetrics
public import Scenarios
internal import SyntheticSociety

/// Makes and changes baselines.
public struct BaselineRecorder: Sendable {
  private let scenario: Scenario
  private let check: Scenario.Check

  /// - Parameter scenario: One that has a check.
  public init(_ scenario: Scenario) {
    guard let check = scenario.check else { preconditionFailure("a scenario without a check") }
    self.scenario = scenario
    self.check = check
  }

  /// How many worlds are recorded: as many as a check may need.
  public var worlds: Int { check.replications.most }

  /// The checked arm as it is today.
  ///
  /// - Throws: When a metric that a rule asks about has no value in too many worlds, among other reasons.
  public func baseline(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(CheckFailure) -> Baseline {
    let arm = scenario.arm(check.arm)
    monitor.begin(runs: 0, secondsEach: 0)
    let recording = Baseline.Recording(
      name: arm.name, definition: Scenario.definition(of: arm).reread,
      worlds: try worlds(of: arm, jobs: jobs, monitor))
    for rule in check.rules { try refuseMissing(rule.metric, recording.worlds) }
    return Baseline(
      scenario: scenario.name, scenarioDigest: scenario.digest,
      communityDigest: scenario.communityDigest, seed: scenario.seed, arm: recording)
  }

  /// What an accepted change makes of a baseline.
  ///
  /// The anchor stays, unless today's arm is to be it. Where today's worlds are not those of the anchor,
  /// its arm lives in them, with the rankers of today's program.
  ///
  /// - Parameters:
  ///   - today: What was recorded today.
  ///   - reason: Why the change is right.
  ///   - anchor: The name of the release that today's arm is, if it is one.
  /// - Returns: The same where nothing has changed.
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

  /// The anchor's worlds where they are those of today; otherwise its arm in today's.
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
    guard !isSame else { return recording }
    let arm: Arm
    do throws(InvalidScenario) {
      arm = try Scenario.arm(recording.name, definition: recording.definition)
    } catch {
      throw .unknownArm(error)
    }
    recording.worlds = try worlds(of: arm, jobs: jobs, monitor)
    return recording
  }

  private func worlds(
    of arm: Arm, jobs: Int, _ monitor: ExperimentMonitor
  ) throws(CheckFailure) -> RecordedWorlds {
    let metrics = MetricSet.named.metrics(for: scenario, named: check.rules.map(\.metric))
    var lived = LivedWorlds(RecordedLife(scenario, arm: arm, metrics: metrics))
    try lived.extend(to: worlds, jobs: jobs, monitor)
    return lived.worlds
  }

  private func refuseMissing(_ metric: String, _ worlds: RecordedWorlds) throws(CheckFailure) {
    let column = worlds.column(metric)
    let missing = column.indices.filter { column[$0] == nil }
    guard let first = missing.first,
      Double(missing.count) > Comparison.largestMissingShare * Double(column.count)
    else { return }
    throw .unfinished(
      .undefined(metric: metric, life: LifeInProgress(arm: check.arm, world: first)))
  }
}

extension Baseline {
  /// Whether another baseline says the same of the same worlds; its history and its anchor do not matter,
  /// and neither does what the scenario says besides.
  public func isSame(as other: Baseline) -> Bool {
    arm == other.arm && seed == other.seed && communityDigest == other.communityDigest
      && metricVersion == other.metricVersion
  }
}
