package import DataFiles
internal import OutsideRankers
internal import SocialFeed
package import SyntheticSociety

/// The index of a folder of tapes, which describes its runs besides their pages: the simulation, the community, the
/// arms, and the external rankers, which need not be on the machine where the tapes are replayed.
package struct TapeIndex: Sendable {
  /// The name of its file in the folder.
  package static let fileName = "tapes.json"
  private static let format = 1

  /// The path of the folder, as the user gave it.
  package let folder: String
  /// The version of FeedLab that wrote it.
  private let version: String
  /// The version of the simulation.
  package let simulation: String
  package let scenario: String
  package let seed: UInt64
  /// ``Scenario/communityDigest`` of the scenario.
  package let community: String
  /// All that the pages of an arm depend on besides the community, by the arm's name.
  package private(set) var arms: [String: JSONValue]
  private(set) var programs: [RecordedProgram]

  /// The index of arms that are about to be recorded.
  package init(
    folder: String, version: String, simulation: String, of scenario: Scenario, arms: [Arm]
  ) {
    self.folder = folder
    self.version = version
    self.simulation = simulation
    self.scenario = scenario.name
    seed = scenario.seed
    community = scenario.communityDigest
    self.arms = [:]
    programs = []
    for arm in arms {
      self.arms[arm.name] = scenario.pageDefinition(of: arm)
      for program in arm.programs.compactMap(RecordedProgram.init) where !programs.contains(program)
      {
        programs.append(program)
      }
    }
  }

  /// Takes in the arms of an earlier index that are not in this one, with their programs, where they are of the same
  /// worlds: tapes of several commands can be in one folder.
  package mutating func keep(_ earlier: TapeIndex) {
    guard earlier.simulation == simulation, earlier.seed == seed, earlier.community == community
    else { return }
    let others = earlier.arms.filter { arms[$0.key] == nil }
    arms.merge(others) { new, _ in new }
    // An arm that is recorded again may have other files than before.
    let rankers = JSONValue.object(others)
    for program in earlier.programs where !programs.contains(program) && rankers.has(program) {
      programs.append(program)
    }
  }
}

extension Scenario {
  /// All that the pages of an arm depend on besides the community: its rankers with all parameters, and its app.
  package func pageDefinition(of arm: Arm) -> JSONValue {
    ArmSection(arm).resolved.withoutTransport
  }
}

// MARK: - The file

extension TapeIndex {
  package var text: String {
    JSONValue.object([
      "arms": .object(arms), "community": .string(community), "feedlab": .string(version),
      "programs": .array(programs.map(\.json)), "scenario": .string(scenario),
      "seed": .whole(seed), "simulation": .string(simulation),
      "tapes": .whole(UInt64(Self.format)),
    ]).indented
  }

  /// Reads the index of a folder.
  package init(folder: String) throws(UnreadableTapes) {
    let path = Self.path(in: folder)
    let bytes: [UInt8]
    do throws(UnreadableFile) { bytes = try FileContent.bytes(of: path) } catch {
      throw UnreadableTapes(path: path, reason: error.reason)
    }
    let json: JSONValue
    do throws(LocatedFault) { json = try PositionedJSON(bytes, file: path).value } catch {
      throw UnreadableTapes(path: path, reason: "this is no index of tapes: \(error)")
    }
    guard case .object(let members) = json, let format = members["tapes"]?.count else {
      throw UnreadableTapes(path: path, reason: "this is no index of tapes")
    }
    guard format == Self.format else {
      throw UnreadableTapes(
        path: path,
        reason: "the tapes have the format \(format), and this version reads \(Self.format)")
    }
    guard let version = members["feedlab"]?.string, let scenario = members["scenario"]?.string,
      let simulation = members["simulation"]?.string, let seed = members["seed"]?.count,
      let community = members["community"]?.string, case .object(let arms)? = members["arms"],
      case .array(let list)? = members["programs"]
    else { throw UnreadableTapes(path: path, reason: "this is no whole index of tapes") }
    programs = list.compactMap(RecordedProgram.init)
    guard programs.count == list.count else {
      throw UnreadableTapes(path: path, reason: "a program of this index is none")
    }
    (self.folder, self.version, self.simulation) = (folder, version, simulation)
    (self.scenario, self.seed, self.community, self.arms) = (scenario, seed, community, arms)
  }

  package static func path(in folder: String) -> String {
    folder.hasSuffix("/") ? folder + fileName : "\(folder)/\(fileName)"
  }
}

/// Why a folder of tapes cannot be read.
package struct UnreadableTapes: ProgramError {
  /// Of the index.
  let path: String
  let reason: String

  package var exitCode: ExitCode { .invalidData }
  package var message: Message { "\(path): \(reason)" }
}

extension JSONValue {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A whole number that is not negative.
  fileprivate var count: UInt64? {
    switch self {
    case .whole(let number): number
    case .number(let number): UInt64(exactly: number)
    default: nil
    }
  }
}

// MARK: - External rankers

extension JSONValue {
  /// Whether a ranker of resolved arms, or one inside of it, is a program.
  fileprivate func has(_ program: RecordedProgram) -> Bool {
    guard case .object(let members) = self else { return false }
    return program.isRanker(members) || members.values.contains { $0.has(program) }
  }
}

extension TapeIndex {
  /// The files of a program that FeedLab starts, among which are those that the scenario lists.
  ///
  /// Two rankers of the same words differ in what their scenarios list: the one with the fewest files is meant.
  func files(of carrier: RecordedProgram.Carrier, listing names: [String]) -> [RankerFile]? {
    programs.filter { program in
      program.carrier == carrier
        && names.allSatisfy { name in
          // The name of a folder stands for all of its files.
          let folder = name.hasSuffix("/") ? name : "\(name)/"
          return program.files.contains { $0.name == name || $0.name.hasPrefix(folder) }
        }
    }.map(\.files).min { $0.count < $1.count }
  }

  /// The library of a path, and the features that it reads.
  func library(_ path: String) -> (file: RankerFile, reads: [RankerFeature])? {
    for program in programs {
      if case .library(let reads) = program.carrier, program.files[0].name == path {
        return (program.files[0], reads)
      }
    }
    return nil
  }
}
