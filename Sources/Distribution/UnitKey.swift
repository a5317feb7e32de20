internal import DataFiles
internal import Experiments
internal import Scenarios
internal import SyntheticSociety

/// What a run is, wherever it is lived through: SHA-256 of all that its outcome depends on, in hex.
///
/// Neither a plan nor a place in it is part of it, nor what an arm is called, so that plans share what came
/// of a run.
public struct UnitKey: Hashable, Sendable {
  public let digest: String
}

/// Makes the keys of an experiment's runs.
struct UnitKeys {
  private let experiment: Experiment
  private let intercepts: String?
  private let hasScopes: Bool
  private let parameters: [SocietyParameter]
  /// Digests of what the runs of an arm depend on.
  private var lives: [Arm: String] = [:]

  /// - Parameters:
  ///   - intercepts: The digest of what was solved for all worlds; `nil` where each society has its own, which
  ///     follow from the run.
  ///   - hasScopes: Whether metrics are told by surface, ranker and day too.
  ///   - parameters: Those in which runs differ from the scenario, as they do in their seeds.
  init(
    _ experiment: Experiment, intercepts: String?, hasScopes: Bool,
    parameters: [SocietyParameter] = []
  ) {
    self.experiment = experiment
    self.intercepts = intercepts
    self.hasScopes = hasScopes
    self.parameters = parameters
  }

  mutating func key(of run: WorldRun) -> UnitKey {
    let life = lives[run.arm] ?? digest(experiment.dependencies(of: run).canonical)
    lives[run.arm] = life
    var parts: [String: JSONValue] = [
      "fingerprint": .string(ArithmeticFingerprint.current),
      "intercepts": intercepts.map(JSONValue.string) ?? .null,
      "life": .string(life),
      "scopes": .bool(hasScopes),
      "sim_abi": .string(FeedLab.simulation),
      "world": .whole(UInt64(run.world)),
    ]
    if !parameters.isEmpty {
      parts["seed"] = .whole(run.seed)
      parts["society"] = .object(
        Dictionary(
          uniqueKeysWithValues: parameters.map {
            ($0.key, .number(run.parameters[keyPath: $0.path]))
          }))
    }
    return UnitKey(digest: digest(JSONValue.object(parts).canonical))
  }

  private func digest(_ text: String) -> String { SHA256.hexDigest(of: text) }
}
