internal import DataFiles
package import Experiments
internal import Synchronization
package import SyntheticSociety

/// What a run is, wherever it is simulated: SHA-256 of all that its outcome depends on, in hex.
///
/// Neither a plan nor a place in it is part of it, nor what an arm is called, so that experiments, tunings and
/// plans share what came of a run.
public struct RunKey: Sendable {
  public let digest: String
  /// What the run shares with those of other worlds.
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

/// Runs that differ in nothing but their world.
package struct RunSeries: Sendable {
  /// What the arm is called; no part of the digest.
  package let arm: String
  /// The program, as ``ProgramDigest`` has it; `nil` where outcomes of several programs are shared.
  package let build: String?
  /// What the arm, the community and the measurement are, as canonical JSON.
  package let dependencies: String
  /// SHA-256 of all that their outcomes depend on besides the world, in hex.
  package let digest: String
}

/// Makes the keys of an experiment's runs.
public final class RunKeys: Sendable {
  private struct Living: Hashable {
    let arm: Arm
    let liveTest: LiveTest?
  }

  private let experiment: Experiment
  private let build: String?
  private let intercepts: String?
  private let hasScopes: Bool
  private let parameters: [SocietyParameter]
  /// What the runs of an arm depend on, and its digest.
  private let living = Mutex<[Living: (text: String, digest: String)]>([:])

  /// - Parameters:
  ///   - build: The program, where a store must not mix what different programs made: they may differ in
  ///     what nobody thought of changing the simulation's version for. `nil` where machines whose programs
  ///     are not the same file share outcomes.
  ///   - intercepts: What was solved for all worlds elsewhere, and given to the runs; `nil` where the program
  ///     that simulates a run solves them, so that they follow from the rest.
  ///   - hasScopes: Whether metrics are reported by surface, ranker and day too.
  ///   - parameters: Those in which runs differ from the scenario, as they do in their seeds.
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

  package func key(of run: WorldRun) -> RunKey { RunKey(series(of: run), world: run.world) }

  /// The only place that says what a run's outcome depends on:
  ///
  /// - `arithmetic` and `simulation`: the machine's rounding and the version of the simulation, which every
  ///   program has;
  /// - `build`: the program, where the store is one program's own;
  /// - `runs`: the digest of the resolved scenario with this arm alone, what is measured, and how;
  /// - `intercepts` and `scopes`: as the initialiser has them;
  /// - `seed` and `society`: where they are not the scenario's.
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
    let life = Living(arm: run.arm, liveTest: run.liveTest)
    if let known = living.withLock({ $0[life] }) { return known }
    let text = experiment.dependencies(of: run).canonical
    let known = (text: text, digest: SHA256.hexDigest(of: Array(text.utf8)))
    living.withLock { $0[life] = known }
    return known
  }
}

extension JSONValue {
  fileprivate var digest: String { SHA256.hexDigest(of: Array(canonical.utf8)) }
}
