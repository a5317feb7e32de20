package import DataFiles
package import SocialFeed
package import SyntheticSociety

extension Scenario {
  /// Keys of the resolved scenario that a run does not depend on: names, the other arms, and the analysis of
  /// the outcomes.
  private static let analysisKeys = ["name", "arms", "metrics", "ab", "tune", "check", "realism"]

  /// What a run of an arm depends on: the resolved scenario with only this arm, and without the sections
  /// about the analysis of the outcomes.
  ///
  /// - Parameter arm: Need not be one of the scenario's.
  package func dependencies(of arm: Arm) -> JSONValue {
    guard case .object(var members) = draft.resolved else { preconditionFailure("no object") }
    for key in Self.analysisKeys { members[key] = nil }
    members["arm"] = ArmSection(arm).resolved.withoutTransport
    return .object(members)
  }

  /// What the worlds depend on besides the arm and the seed, as a digest in hex.
  package var communityDigest: String {
    guard case .object(var members) = draft.resolved else { preconditionFailure("no object") }
    for key in Self.analysisKeys + ["seed"] { members[key] = nil }
    return SHA256.hexDigest(of: JSONValue.object(members).canonical)
  }

  /// The resolved scenario without the files that only reports need: logs of a real community and
  /// recorded baselines.
  package var resolvedForWorlds: String {
    guard case .object(var members) = draft.resolved else { preconditionFailure("no object") }
    for key in ["realism", "check"] { members[key] = nil }
    return JSONValue.object(members).canonical
  }

  /// The data files whose content worlds depend on, which the resolved scenario names by their digests.
  package var contents: [(location: String, digest: String)] {
    var contents = draft.graph.map { [$0.content] } ?? []
    for table in draft.arms.flatMap(\.scoreTables)
    where !contents.contains(where: { $0.digest == table.digest }) {
      contents.append((table.source, table.digest))
    }
    for file in draft.arms.flatMap(\.programs).flatMap(\.contents)
    where !contents.contains(where: { $0.digest == file.digest }) {
      contents.append(file)
    }
    return contents
  }

  /// All rankers of an arm with all of their parameters, and its app.
  package static func definition(of arm: Arm) -> JSONValue { ArmSection(arm).resolved }

  /// The candidates of home in the form of a resolved scenario.
  package static func definition(of pool: FeedPool) -> JSONValue { PoolSection(pool).resolved }

  /// The arm of a definition, which takes scores from elsewhere and programs where this scenario has them.
  ///
  /// - Throws: The parts of the definition that this version does not know.
  package func arm(_ name: String, definition: JSONValue) throws(InvalidScenario) -> Arm {
    try Self.arm(
      name, text: definition.canonical, file: "the recorded arm", rankers: draft.rankers,
      known: KnownContents(of: self))
  }

  /// The arm of a definition's canonical text.
  ///
  /// - Parameters:
  ///   - file: The name of the definition in faults.
  ///   - rankers: The rankers that the arm can name.
  ///   - contents: The folder of the files that the definition names by their content.
  ///   - known: Files named by their content that were read before.
  package static func arm(
    _ name: String, text: String, file: String, rankers: RankerCatalogue, contents: String? = nil,
    known: KnownContents = KnownContents()
  ) throws(InvalidScenario) -> Arm {
    // Trials have names that no scenario could give an arm.
    let least = #"{"arms":{"arm":\#(text)},"feedlab":\#(ScenarioDraft.version)}"#
    return try parse(
      Array(least.utf8), file: file, rankers: rankers, contents: contents, known: known,
      isResolved: true
    ).arms[0]
      .choosing([], name: name)
  }
}
