internal import DataFiles
internal import FeedMetrics
internal import SyntheticSociety

/// A baseline as its file has it.
struct BaselineFile: Decodable {
  /// What is read before all else, since another format may have other members.
  struct Head: Decodable {
    let format: Int
    let checksum: String
  }

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
      case topPosts = "top_posts"
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      let fingerprints = try members.decode([String].self, forKey: .fingerprints)
      let count = fingerprints.count
      func column<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
        try members.decode(Column<Element>.self, forKey: key).elements(count)
      }
      let values = try members.decode([String: Column<Double?>].self, forKey: .values)
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
          values: try MetricCatalogue.withNewIDs(values).mapValues { try $0.elements(count) },
          exogenous: zip(arrivals, activity).map {
            ExogenousTotals(arrivals: $0 ?? 0, activity: $1 ?? 0)
          }, fingerprints: fingerprints,
          topPosts: topPosts.map { $0.split(separator: " ").map(String.init) }))
    }
  }

  private struct Change: Decodable {
    let value: Baseline.Change

    private enum CodingKeys: String, CodingKey { case reason, feedlab, means }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      let means = try members.decode([String: Column<Double?>].self, forKey: .means).mapValues {
        let ends = try $0.elements(2)
        return Baseline.Change.Move(from: ends[0], to: ends[1])
      }
      value = Baseline.Change(
        reason: try members.decode(String.self, forKey: .reason),
        version: try members.decode(String.self, forKey: .feedlab),
        means: MetricCatalogue.withNewIDs(means))
    }
  }

  /// A list that must have as many elements as others.
  private struct Column<Element: Decodable>: Decodable {
    private let all: [Element]
    private let decoder: any Decoder

    init(from decoder: any Decoder) throws {
      all = try [Element](from: decoder)
      self.decoder = decoder
    }

    func elements(_ count: Int) throws -> [Element] {
      guard all.count == count else {
        throw decoder.misfit("expected \(count) elements, found \(all.count)")
      }
      return all
    }
  }
}
