package import DataFiles
package import SocialFeed
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
    return SHA256.hexDigest(of: JSONValue.object(members).canonical)
  }

  /// The resolved scenario without what is read where its worlds are told of: logs of a real community and
  /// recorded baselines.
  package var resolvedForWorlds: String {
    guard case .object(var members) = draft.resolved else { preconditionFailure("no object") }
    for key in ["realism", "check"] { members[key] = nil }
    return JSONValue.object(members).canonical
  }

  /// The data files whose content worlds depend on, which the resolved scenario names by their digests.
  package var contents: [(place: String, digest: String)] {
    draft.graph.map { [$0.content] } ?? []
  }

  /// All rankers of an arm with all of their parameters, and its app.
  package static func definition(of arm: Arm) -> JSONValue { ScenarioDraft.json(arm) }

  /// The arm of a definition.
  ///
  /// - Throws: What this version does not know of it.
  package static func arm(
    _ name: String, definition: JSONValue
  ) throws(InvalidScenario) -> Arm {
    try arm(name, text: definition.canonical, file: "the recorded arm", rankers: .standard)
  }

  /// The arm of a definition's canonical text.
  ///
  /// - Parameters:
  ///   - file: What faults call it.
  ///   - rankers: Those that it can name.
  package static func arm(
    _ name: String, text: String, file: String, rankers: RankerCatalogue
  ) throws(InvalidScenario) -> Arm {
    // Those that are tried have names that no scenario could give them.
    let least = #"{"arms":{"arm":\#(text)},"feedlab":\#(HeaderSection.version)}"#
    return try parse(Array(least.utf8), file: file, rankers: rankers).arms[0]
      .choosing([], name: name)
  }
}
