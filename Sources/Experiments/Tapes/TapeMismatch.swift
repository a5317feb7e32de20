package import DataFiles
package import Scenarios
package import SyntheticSociety

extension TapeIndex {
  /// The index of tapes that are about to be recorded.
  package init(folder: String, of scenario: Scenario, arms: [Arm]) {
    self.init(
      folder: folder, version: FeedLab.version, simulation: FeedLab.simulation, of: scenario,
      arms: arms)
  }

  /// Throws unless the tapes are of these arms in the scenario's worlds.
  package func check(_ scenario: Scenario, _ arms: [Arm]) throws(TapeMismatch) {
    guard simulation == FeedLab.simulation else {
      throw TapeMismatch(
        folder,
        "they were recorded by the simulation \(simulation), and this is \(FeedLab.simulation)")
    }
    guard seed == scenario.seed else {
      throw TapeMismatch(folder, "they are of seed \(seed), and the scenario has \(scenario.seed)")
    }
    guard community == scenario.communityDigest else {
      throw TapeMismatch(
        folder,
        "they are of the scenario '\(self.scenario)' with another world, behaviour or pool than now"
      )
    }
    for arm in arms {
      guard let recorded = self.arms[arm.name] else {
        let names = self.arms.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
        throw TapeMismatch(folder, "they have no arm '\(arm.name)', only \(names)")
      }
      let now = scenario.pageDefinition(of: arm).reread
      guard let difference = now.difference(from: recorded) else { continue }
      throw TapeMismatch(folder, "they are of another arm '\(arm.name)': \(difference)")
    }
  }
}

/// Why tapes do not fit the requested runs.
package struct TapeMismatch: ProgramError {
  private let folder: String
  private let reason: String

  init(_ folder: String, _ reason: String) {
    (self.folder, self.reason) = (folder, reason)
  }

  package var exitCode: ExitCode { .invalidData }

  package var message: Message {
    "the tapes in \(folder) do not fit this run: \(reason); run the command with --record-tape where the ranker is"
  }
}

extension JSONValue {
  /// The first value that is not the one of another object, with both; `nil` where none exists.
  fileprivate func difference(from other: JSONValue, at path: String = "") -> String? {
    guard self != other else { return nil }
    guard case .object(let members) = self, case .object(let others) = other else {
      return
        "\(path) is \(canonical.excerpt(atMost: 100)), and there \(other.canonical.excerpt(atMost: 100))"
    }
    for key in Set(members.keys).union(others.keys).sorted() {
      let place = path.isEmpty ? key : "\(path).\(key)"
      let (one, another) = (members[key] ?? .null, others[key] ?? .null)
      if let difference = one.difference(from: another, at: place) { return difference }
    }
    return nil
  }
}
