internal import DataFiles
package import Experiments
internal import FeedMetrics
internal import Foundation
internal import ReportKit
internal import Scenarios

/// The file beside a scenario that records in which other communities its verdicts hold.
struct SocietyRecordFile {
  /// Below the scenario's folder, `sensitivity/NAME.json`.
  let path: String
  private let scenario: Scenario

  /// The format that this version writes, which also stands for the list of communities.
  static let format = 2

  init(beside scenario: Scenario) {
    self.scenario = scenario
    let folder = scenario.file.lastIndex(of: "/").map { scenario.file[...$0] } ?? ""
    path = "\(folder)sensitivity/\(scenario.name).json"
  }

  /// The command that writes the file.
  var command: String { ProgramName.command(["sensitivity", scenario.file, "--record"]) }

  /// The text of the file: no times and no paths, so that the same findings give the same bytes.
  func text(of results: SocietiesResults, _ experiment: Experiment) -> String {
    let record = results.record
    return CommittedFile.text([
      "format": .whole(UInt64(Self.format)), "feedlab": .string(FeedLab.version),
      "simulation": .string(FeedLab.simulation),
      "scenario": .object(["name": .string(scenario.name)]), "metric": .string(record.metric),
      "societies": .array(results.design.societiesJSON),
      "candidates": .array(
        record.candidates.map { $0.json(question: experiment.question(of: $0.name)) }),
    ])
  }
}

// MARK: - Reading

/// Why a file is not a usable record.
private enum InvalidSocietyRecord: Error {
  case unreadable(UnreadableFile)
  /// The file is not a record; the fault has the location.
  case malformed(LocatedFault)
  /// The content does not match the checksum.
  case altered
  case otherFormat(found: Int)
  case otherScenario(String)

  /// - Parameter path: The path of the file.
  func description(of path: String) -> String {
    switch self {
    case .malformed(let fault): fault.description
    case .unreadable(let file): "\(path): \(file.reason)"
    case .altered:
      "\(path): its content does not fit its checksum, so that it was edited by hand or by a merge"
    case .otherFormat(let found) where found < SocietyRecordFile.format:
      "\(path): it has an earlier list of communities, in format \(found), and this version reads"
        + " \(SocietyRecordFile.format)"
    case .otherFormat(let found):
      "\(path): its format is \(found), and this version reads \(SocietyRecordFile.format)"
    case .otherScenario(let name): "\(path): it belongs to the scenario '\(name)'"
    }
  }
}

extension SocietyRecordFile {
  /// What is known of a comparison of the scenario.
  ///
  /// - Parameter hasOptions: Whether options of the command may change what is compared.
  func otherSocieties(of experiment: Experiment, hasOptions: Bool) -> OtherSocieties {
    func gap(_ reason: OtherSocieties.Gap.Reason) -> OtherSocieties {
      .unknown(OtherSocieties.Gap(reason, command: command))
    }
    guard FileManager.default.fileExists(atPath: path) else { return gap(.notRecorded) }
    let content: SocietyRecordContent
    do throws(InvalidSocietyRecord) {
      content = try self.content
    } catch {
      return gap(.unreadable(error.description(of: path)))
    }
    let candidates = experiment.design.candidates.map { name in
      content.candidates.first {
        $0.value.name == name && $0.question == experiment.question(of: name)
      }
    }
    let found = candidates.compactMap { $0?.value }
    guard found.count == candidates.count, content.metric == experiment.headlineMetric.id else {
      return gap(hasOptions ? .options : .changed)
    }
    guard content.simulation == FeedLab.simulation else {
      return gap(.otherSimulation(content.simulation))
    }
    return .known(SocietyRecord(metric: content.metric, candidates: found))
  }

  private var content: SocietyRecordContent {
    get throws(InvalidSocietyRecord) {
      let bytes: [UInt8]
      do throws(UnreadableFile) {
        bytes = try FileContent.bytes(of: path)
      } catch {
        throw .unreadable(error)
      }
      let content = try Self.content(bytes, file: path)
      guard content.scenario == scenario.name else { throw .otherScenario(content.scenario) }
      return content
    }
  }

  private static func content(
    _ bytes: [UInt8], file: String
  ) throws(InvalidSocietyRecord) -> SocietyRecordContent {
    let decoder = PositionedDecoder(
      bytes, file: file, otherwise: "this is not a community record")
    let (root, head): (PositionedJSON, CommittedFile.Head)
    do throws(LocatedFault) {
      root = try PositionedJSON(bytes, file: file)
      head = try decoder.decode(CommittedFile.Head.self, from: root)
    } catch {
      throw .malformed(error)
    }
    guard head.format == format else { throw .otherFormat(found: head.format) }
    guard CommittedFile.isWhole(root, head.checksum) else { throw .altered }
    do throws(LocatedFault) {
      return try decoder.decode(SocietyRecordContent.self, from: root)
    } catch {
      throw .malformed(error)
    }
  }
}

// MARK: - The content

/// The content of a record.
private struct SocietyRecordContent: Decodable {
  struct Candidate: Sendable {
    let value: SocietyRecord.Candidate
    /// The digest of what the verdict depends on.
    let question: String
  }

  let simulation: String
  let scenario: String
  let metric: String
  let candidates: [Candidate]

  private struct Origin: Decodable { let name: String }

  private struct Society: Decodable {
    let name: String
    let levels: [String]
  }

  private enum CodingKeys: String, CodingKey {
    case simulation, scenario, metric, societies, candidates
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    simulation = try members.decode(String.self, forKey: .simulation)
    scenario = try members.decode(Origin.self, forKey: .scenario).name
    metric = try members.decode(String.self, forKey: .metric)
    let societies = try members.decode([Society].self, forKey: .societies)
    candidates = try members.decode([StoredCandidate].self, forKey: .candidates).map { stored in
      let verdicts = try stored.verdicts(societies.map { ($0.name, $0.levels) })
      guard let own = verdicts.first else {
        throw decoder.misfit("'societies' has no community")
      }
      return Candidate(
        value: SocietyRecord.Candidate(
          name: stored.name, own: own, societies: Array(verdicts.dropFirst())),
        question: stored.digest)
    }
  }
}

/// A stored candidate: columns with an element for each community, the scenario's own first.
private struct StoredCandidate: Decodable {
  let name: String
  let digest: String
  private let worlds: DecodedColumn<Int>
  private let change: Changes
  private let relative: Changes
  private let verdict: DecodedColumn<Word<Verdict>>
  private let decision: DecodedColumn<Word<Decision.Outcome>?>

  /// Differences with their limits.
  private struct Changes: Decodable {
    private let estimate: DecodedColumn<Double?>
    private let lower: DecodedColumn<Double?>
    private let upper: DecodedColumn<Double?>

    func changes(_ count: Int) throws -> [SocietyVerdict.Change?] {
      let (lower, upper) = (try lower.elements(count), try upper.elements(count))
      return try estimate.elements(count).enumerated().map { index, estimate in
        estimate.map {
          SocietyVerdict.Change(estimate: $0, lower: lower[index], upper: upper[index])
        }
      }
    }
  }

  /// A word out of a list.
  private struct Word<Value: RawRepresentable & CaseIterable>: Decodable
  where Value.RawValue == String {
    let value: Value

    init(from decoder: any Decoder) throws {
      guard let value = Value(rawValue: try String(from: decoder)) else {
        throw decoder.expected("one of \(LocatedFault.Reason.list(Value.allCases.map(\.rawValue)))")
      }
      self.value = value
    }
  }

  func verdicts(_ societies: [(name: String, levels: [String])]) throws -> [SocietyVerdict] {
    let count = societies.count
    let (worlds, verdict) = (try worlds.elements(count), try verdict.elements(count))
    let (decision, change) = (try decision.elements(count), try change.changes(count))
    let relative = try relative.changes(count)
    return societies.enumerated().map { index, society in
      SocietyVerdict(
        society: society.name, levels: society.levels, worlds: worlds[index],
        difference: change[index], relative: relative[index], verdict: verdict[index].value,
        decision: decision[index]?.value)
    }
  }
}

// MARK: - Writing

extension SocietiesDesign {
  /// The communities, each with its seed, its levels and what differs from the scenario: the numbers and the pool.
  var societiesJSON: [JSONValue] {
    societies.enumerated().map { index, society in
      let values = society.settings.map { ($0.key, JSONValue.number($0.value)) }
      return .object([
        "name": .string(society.name), "levels": .array(society.levels.map(JSONValue.string)),
        "seed": .whole(seed(of: index)), "pool": Scenario.definition(of: society.pool),
        "set": .object(Dictionary(uniqueKeysWithValues: values)),
      ])
    }
  }
}

extension SocietyRecord.Candidate {
  fileprivate func json(question: String) -> JSONValue {
    let all = [own] + societies
    return .object([
      "name": .string(name), "digest": .string(question),
      "worlds": .array(all.map { JSONValue($0.worlds) }),
      "change": Self.columns(all.map(\.difference)),
      "relative": Self.columns(all.map(\.relative)),
      "verdict": .array(all.map { .string($0.verdict.rawValue) }),
      "decision": .array(all.map { JSONValue($0.decision?.rawValue) }),
    ])
  }

  private static func columns(_ changes: [SocietyVerdict.Change?]) -> JSONValue {
    .object([
      "estimate": .array(changes.map { JSONValue($0?.estimate) }),
      "lower": .array(changes.map { JSONValue($0?.lower) }),
      "upper": .array(changes.map { JSONValue($0?.upper) }),
    ])
  }
}

extension Experiment {
  /// Adds to the design the findings on other communities in the record beside the scenario.
  ///
  /// - Parameter hasOptions: Whether options of the command may change what is compared.
  package mutating func lookUpOtherSocieties(hasOptions: Bool) {
    let file = SocietyRecordFile(beside: scenario)
    setOtherSocieties(file.otherSocieties(of: self, hasOptions: hasOptions))
  }

  /// A digest of what the verdict on a candidate depends on, besides the seed and the worlds: the community, the two
  /// arms, the tested metrics and their margins.
  package func question(of candidate: String) -> String {
    guard let baseline = design.baseline,
      case .object(var members) = scenario.dependencies(of: scenario.arm(baseline))
    else { preconditionFailure("\(candidate) has no baseline") }
    members["seed"] = nil
    let metric = headlineMetric.id
    let margins = (design.questions.metrics + [metric]).map { id in
      (id, design.margins[id].map(\.json) ?? .null)
    }
    let question: [String: JSONValue] = [
      "baseline": .object(members),
      "candidate": Scenario.definition(of: scenario.arm(candidate)), "metric": .string(metric),
      "questions": design.questions.jsonValue,
      "margins": .object(Dictionary(margins) { first, _ in first }),
      "antithetic": .bool(design.isAntithetic),
    ]
    return SHA256.hexDigest(of: JSONValue.object(question).canonical)
  }
}

extension Scenario.Margin.Size {
  fileprivate var json: JSONValue {
    switch self {
    case .absolute(let size): .object(["absolute": .number(size)])
    case .relative(let share): .object(["relative": .number(share)])
    }
  }
}
