package import DataFiles
internal import Experiments
internal import Foundation
internal import SyntheticSociety

/// Why a file is no baseline that can be used.
package enum InvalidBaseline: Error, Sendable {
  /// It is not what a baseline looks like, and where.
  case malformed(LocatedFault)
  /// Its content does not fit its checksum.
  case altered
  /// It was written by another version of FeedLab.
  case otherFormat(BaselineMisfit)
}

extension Baseline {
  /// Of the files that this version writes.
  static let format = 1

  /// As it is kept: sorted keys, shortest numbers that read back, `null` for what is undefined, no times and
  /// no paths, so that recording the same again gives the same bytes.
  ///
  /// The checksum is the SHA-256 of the canonical text of all else.
  package var text: String {
    var members = members
    members["checksum"] = .string(Self.checksum(of: members))
    return JSONValue.object(members).indented
  }

  private static func checksum(of members: [String: JSONValue]) -> String {
    SHA256.hexDigest(of: JSONValue.object(members).canonical)
  }

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
  /// - Parameter file: Path by which faults name it.
  package init(_ bytes: [UInt8], file: String) throws(InvalidBaseline) {
    let decoder = PositionedDecoder(
      bytes, file: file, otherwise: "this is no baseline of FeedLab")
    var (read, problem): (Baseline?, InvalidBaseline?) = (nil, nil)
    do throws(LocatedFault) {
      let root = try PositionedJSON(bytes, file: file)
      let head = try decoder.decode(BaselineFile.Head.self, from: root)
      problem =
        if head.format != Self.format {
          .otherFormat(.format(found: head.format, expected: Self.format))
        } else {
          Self.hasChecksum(head.checksum, root) ? nil : .altered
        }
      if case nil = problem { read = try decoder.decode(BaselineFile.self, from: root).baseline }
    } catch {
      throw .malformed(error)
    }
    guard let read else { throw problem ?? .altered }
    self = read
  }

  private static func hasChecksum(_ checksum: String, _ root: PositionedJSON) -> Bool {
    guard case .object(var members) = root.value else { return false }
    members["checksum"] = nil
    return self.checksum(of: members) == checksum
  }
}

extension Baseline.Recording {
  fileprivate var json: JSONValue {
    let columns = worlds.values.mapValues { column in
      JSONValue.array(column.map { $0.map(JSONValue.number) ?? .null })
    }
    return .object([
      "name": .string(name), "definition": definition, "values": .object(columns),
      "fingerprints": .array(worlds.fingerprints.map(JSONValue.string)),
      "arrivals": .array(worlds.exogenous.map { .number($0.arrivals) }),
      "activity": .array(worlds.exogenous.map { .number($0.activity) }),
      "top_posts": .array(worlds.topPosts.map { .string($0.joined(separator: " ")) }),
    ])
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
