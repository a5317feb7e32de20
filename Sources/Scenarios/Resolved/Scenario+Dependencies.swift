package import SyntheticSociety

extension Scenario {
  /// Keys of the resolved scenario that no world depends on: what things are called, which arms there
  /// are beside one's own, and what is made of the worlds afterwards.
  private static let idleKeys = ["name", "arms", "metrics", "ab", "tune", "check", "realism"]

  /// What a world under an arm depends on: the resolved scenario with this arm alone, and without what
  /// is done with worlds once they have been lived through.
  ///
  /// - Parameter arm: Need not be one of the scenario's.
  package func dependencies(of arm: Arm) -> JSONValue {
    guard case .object(var members) = draft.resolved else { preconditionFailure("no object") }
    for key in Self.idleKeys { members[key] = nil }
    members["arm"] = ScenarioDraft.json(arm)
    return .object(members)
  }

  /// What the worlds depend on besides the arm and the seed, as a digest in hex.
  package var communityDigest: String {
    guard case .object(var members) = draft.resolved else { preconditionFailure("no object") }
    for key in Self.idleKeys + ["seed"] { members[key] = nil }
    return SHA256.hexDigest(of: Array(JSONValue.object(members).canonical.utf8))
  }

  /// All rankers of an arm with all of their parameters, and its app.
  package static func definition(of arm: Arm) -> JSONValue { ScenarioDraft.json(arm) }

  /// The arm of a definition.
  ///
  /// - Throws: What this version does not know of it.
  package static func arm(
    _ name: String, definition: JSONValue
  ) throws(InvalidScenario) -> Arm {
    let least: [String: JSONValue] = [
      "feedlab": .number(Double(HeaderSection.version)), "arms": .object([name: definition]),
    ]
    let text = JSONValue.object(least).canonical
    return try parse(Array(text.utf8), file: "the recorded arm").arms[0]
  }
}
