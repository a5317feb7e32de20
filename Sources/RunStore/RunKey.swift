internal import DataFiles
package import Experiments
package import SocialFeed
internal import Synchronization
package import SyntheticSociety

/// The identity of a run: SHA-256 of everything that its outcome depends on, in hex.
///
/// The key does not depend on a plan, on the run's index in it, or on the arm's name, so that experiments,
/// tunings and plans share the outcomes of runs.
public struct RunKey: Sendable {
  public let digest: String
  /// The run's series: what it shares with the same run in other worlds.
  package let series: RunSeries
  /// The number of its world among all worlds of the seed.
  package let world: UInt32

  package init(_ series: RunSeries, world: UInt32) {
    self.series = series
    self.world = world
    digest =
      JSONValue.object([
        "series": .string(series.digest), "world": .whole(UInt64(world)),
      ]).digest
  }
}

extension RunKey: Hashable {
  public static func == (a: RunKey, b: RunKey) -> Bool { a.digest == b.digest }

  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// Runs that differ only in their world.
package struct RunSeries: Sendable {
  /// The arm's name, which is not part of the digest.
  package let arm: String
  /// The ``ProgramDigest``; `nil` where several builds share outcomes.
  package let build: String?
  /// The arm, the community and the measurement, as canonical JSON.
  package let dependencies: String
  /// SHA-256 of everything that the outcomes depend on besides the world, in hex.
  package let digest: String
}

/// Makes the keys of an experiment's runs.
public final class RunKeys: Sendable {
  private struct Subject: Hashable {
    let arm: Arm
    let liveTest: LiveTest?
    let pool: FeedPool
  }

  private let experiment: Experiment
  private let build: String?
  private let intercepts: String?
  private let hasScopes: Bool
  private let parameters: [SocietyParameter]
  /// The dependencies of an arm's runs, and their digest.
  private let known = Mutex<[Subject: (text: String, digest: String)]>([:])

  /// - Parameters:
  ///   - build: The program, where a store must not mix the outcomes of different builds, which may differ
  ///     although the simulation's version is the same. `nil` where machines with different builds share
  ///     outcomes.
  ///   - intercepts: The intercepts of all worlds, where they are solved once and given to the runs; `nil`
  ///     where the program that simulates a run solves them, so that they follow from the other parts.
  ///   - hasScopes: Whether metrics are reported by surface, ranker and day too.
  ///   - parameters: The parameters in which runs differ from the scenario, as they do in their seeds.
  package init(
    _ experiment: Experiment, build: String?, intercepts: SolvedIntercepts? = nil, hasScopes: Bool,
    parameters: [SocietyParameter] = []
  ) {
    self.experiment = experiment
    self.build = build
    self.intercepts = intercepts.map { StoredText($0).checksum }
    self.hasScopes = hasScopes
    self.parameters = parameters
  }

  /// What keys of runs do not have, as ``Experiment/unidentifiedRanker(of:)``.
  package func unidentifiedRanker(
    of run: WorldRun
  ) -> (arm: String, ranker: UnidentifiedRanker)? {
    experiment.unidentifiedRanker(of: run)
  }

  package func key(of run: WorldRun) -> RunKey { RunKey(series(of: run), world: run.world) }

  /// The series of a run. The digest of a series has all parts that a run's outcome depends on:
  ///
  /// - `arithmetic` and `simulation`: the machine's rounding and the version of the simulation;
  /// - `build`: the program, where the store belongs to one program;
  /// - `runs`: the digest of the resolved scenario with this arm only and the run's pool, of what is measured, and how;
  /// - `intercepts` and `scopes`: the initialiser's arguments;
  /// - `seed` and `society`: where they differ from the scenario's.
  package func series(of run: WorldRun) -> RunSeries {
    let known = dependencies(of: run)
    var parts: [String: JSONValue] = [
      "arithmetic": .string(ArithmeticFingerprint.current),
      "build": build.map(JSONValue.string) ?? .null,
      "intercepts": intercepts.map(JSONValue.string) ?? .null,
      "runs": .string(known.digest),
      "scopes": .bool(hasScopes),
      "simulation": .string(FeedLab.simulation),
    ]
    if !parameters.isEmpty {
      parts["seed"] = .whole(run.seed)
      parts["society"] = .object(
        Dictionary(
          uniqueKeysWithValues: parameters.map {
            ($0.key, .number(run.parameters[keyPath: $0.path]))
          }))
    }
    return RunSeries(
      arm: run.arm.name, build: build, dependencies: known.text,
      digest: JSONValue.object(parts).digest)
  }

  private func dependencies(of run: WorldRun) -> (text: String, digest: String) {
    let subject = Subject(arm: run.arm, liveTest: run.liveTest, pool: run.parameters.pool)
    if let dependencies = known.withLock({ $0[subject] }) { return dependencies }
    let text = experiment.dependencies(of: run).canonical
    let dependencies = (text: text, digest: SHA256.hexDigest(of: Array(text.utf8)))
    known.withLock { $0[subject] = dependencies }
    return dependencies
  }
}

extension JSONValue {
  fileprivate var digest: String { SHA256.hexDigest(of: Array(canonical.utf8)) }
}
