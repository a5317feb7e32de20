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
}
