package import DataFiles
internal import Foundation
internal import SyntheticSociety

/// The file of a baseline.
struct BaselineFile: Decodable {
  private struct Origin: Decodable {
    let name: String
    let digest: String
    let community: String
  }

  private struct Anchor: Decodable {
    let name: String
    let recording: Recording
  }

  private let scenario: Origin
  private let seed: UInt64
  private let arm: Recording
  private let feedlab: String
  private let metricVersion: Int
  private let anchor: Anchor?
  private let history: [Change]

  private enum CodingKeys: String, CodingKey {
    case scenario, seed, arm, feedlab, anchor, history
    case metricVersion = "metrics_version"
  }

  var baseline: Baseline {
    var baseline = Baseline(
      scenario: scenario.name, scenarioDigest: scenario.digest,
      communityDigest: scenario.community, seed: seed, arm: arm.value)
    baseline.version = feedlab
    baseline.metricVersion = metricVersion
    baseline.anchor = anchor.map { Baseline.Anchor(name: $0.name, recording: $0.recording.value) }
    baseline.history = history.map(\.value)
    return baseline
  }
}

extension BaselineFile {
  private struct Recording: Decodable {
    let value: Baseline.Recording

    private enum CodingKeys: String, CodingKey {
      case name, definition, fingerprints, values, arrivals, activity
      case rankerSeeds = "ranker_seeds"
      case topPosts = "top_posts"
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      let fingerprints = try members.decode([String].self, forKey: .fingerprints)
      let count = fingerprints.count
      func column<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
        try members.decode(DecodedColumn<Element>.self, forKey: key).elements(count)
      }
      let values = try members.decode(
        RenamedValues<DecodedColumn<Double?>>.self, forKey: .values
      ).values.mapValues { try $0.elements(count) }
      let (arrivals, activity): ([Double?], [Double?]) = (
        try column(.arrivals), try column(.activity)
      )
      let topPosts: [String] = try column(.topPosts)
      value = Baseline.Recording(
        name: try members.decode(String.self, forKey: .name),
        definition: .object(
          try members.decode([String: PositionedJSON].self, forKey: .definition)
            .mapValues(\.value)),
        worlds: RecordedWorlds(
          values: values,
          exogenous: zip(arrivals, activity).map {
            ExogenousTotals(arrivals: $0 ?? 0, activity: $1 ?? 0)
          }, fingerprints: fingerprints,
          topPosts: topPosts.map { $0.split(separator: " ").map(String.init) }),
        rankerSeeds: try members.decodeIfPresent(String.self, forKey: .rankerSeeds))
    }
  }

  private struct Change: Decodable {
    let value: Baseline.Change

    private enum CodingKeys: String, CodingKey { case reason, feedlab, means }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      let means = try members.decode(
        RenamedValues<DecodedColumn<Double?>>.self, forKey: .means
      ).values.mapValues {
        let ends = try $0.elements(2)
        return Baseline.Change.Move(from: ends[0], to: ends[1])
      }
      value = Baseline.Change(
        reason: try members.decode(String.self, forKey: .reason),
        version: try members.decode(String.self, forKey: .feedlab),
        means: means)
    }
  }

}

/// Why a file cannot be used as a baseline.
package enum InvalidBaseline: Error, Sendable {
  /// The file is not a baseline; the fault has the location.
  case malformed(LocatedFault)
  /// The content does not match the checksum.
  case altered
  /// Another version of FeedLab wrote the file.
  case otherFormat(BaselineMisfit)
}

extension Baseline {
  /// The format that this version writes.
  static let format = 1

  /// The text of the file, without times and paths, so that the same recording gives the same bytes.
  package var text: String { CommittedFile.text(members) }

  private var members: [String: JSONValue] {
    [
      "format": .whole(UInt64(Self.format)), "feedlab": .string(version),
      "metrics_version": .whole(UInt64(metricVersion)),
      "scenario": .object([
        "name": .string(scenario), "digest": .string(scenarioDigest),
        "community": .string(communityDigest),
      ]),
      "seed": .whole(seed), "arm": arm.json,
      "anchor": anchor.map {
        .object(["name": .string($0.name), "recording": $0.recording.json])
      } ?? .null,
      "history": .array(history.map(\.json)),
    ]
  }

  /// Reads a baseline.
  ///
  /// - Parameter file: The path that faults show.
  package init(_ bytes: [UInt8], file: String) throws(InvalidBaseline) {
    let decoder = PositionedDecoder(
      bytes, file: file, otherwise: "this is not a FeedLab baseline")
    var (read, problem): (Baseline?, InvalidBaseline?) = (nil, nil)
    do throws(LocatedFault) {
      let root = try PositionedJSON(bytes, file: file)
      let head = try decoder.decode(CommittedFile.Head.self, from: root)
      problem =
        if head.format != Self.format {
          .otherFormat(.format(found: head.format, expected: Self.format))
        } else {
          CommittedFile.isWhole(root, head.checksum) ? nil : .altered
        }
      if case nil = problem { read = try decoder.decode(BaselineFile.self, from: root).baseline }
    } catch {
      throw .malformed(error)
    }
    guard let read else { throw problem ?? .altered }
    self = read
  }
}

extension Baseline.Recording {
  fileprivate var json: JSONValue {
    let columns = worlds.values.mapValues { column in
      JSONValue.array(column.map { $0.map(JSONValue.number) ?? .null })
    }
    var members: [String: JSONValue] = [
      "name": .string(name), "definition": definition, "values": .object(columns),
      "fingerprints": .array(worlds.fingerprints.map(JSONValue.string)),
      "arrivals": .array(worlds.exogenous.map { .number($0.arrivals) }),
      "activity": .array(worlds.exogenous.map { .number($0.activity) }),
      "top_posts": .array(worlds.topPosts.map { .string($0.joined(separator: " ")) }),
    ]
    members["ranker_seeds"] = rankerSeeds.map(JSONValue.string)
    return .object(members)
  }
}

extension Baseline.Change {
  fileprivate var json: JSONValue {
    .object([
      "reason": .string(reason), "feedlab": .string(version),
      "means": .object(
        means.mapValues { move in
          .array([move.from, move.to].map { $0.map(JSONValue.number) ?? .null })
        }),
    ])
  }
}
