package import FeedMetrics
internal import SocialFeed

/// Which pages of a run a value covers, by a name that runs of all arms share.
public struct NamedScope: Sendable, Hashable, Codable {
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    case surface, ranker, day
    /// A row of a table.
    case row
  }

  public let kind: Kind
  /// The name of the surface or ranker, the simulated day, from 0, or the label of a row: a group, or a
  /// week from 1.
  public let name: String
  /// Index among the surfaces, days or rows; 0 for rankers, which are in order of name because arms
  /// number them differently.
  public let index: Int

  /// Stored outcomes call the index `place`.
  private enum CodingKeys: String, CodingKey {
    case kind, name
    case index = "place"
  }

  /// - Parameter rankers: The names of the run's rankers by number.
  /// - Returns: `nil` for a whole run.
  package init?(_ scope: MetricScope, rankers: [String]) {
    switch scope {
    case .all: return nil
    case .surface(let surface):
      (kind, index, name) = (.surface, Int(surface.rawValue), surface.description)
    case .ranker(let number):
      (kind, index, name) = (.ranker, 0, Self.name(of: number, among: rankers))
    case .day(let day): (kind, index, name) = (.day, day, "\(day)")
    }
  }

  init(_ row: MetricTable.Row, index: Int) {
    kind = .row
    name = row.label
    self.index = index
  }

  /// A ranker's name, followed by the first surface that it orders where an earlier ranker has the same
  /// name and other settings.
  private static func name(of number: Int, among rankers: [String]) -> String {
    let name = rankers[number]
    let surfaces = Surface.allCases
    guard rankers.indices.contains(where: { $0 < number && rankers[$0] == name }) else {
      return name
    }
    return "\(name) (\(surfaces[number % surfaces.count]))"
  }
}

extension NamedScope: Comparable {
  public static func < (left: NamedScope, right: NamedScope) -> Bool {
    let kinds = [left, right].map { Kind.allCases.firstIndex(of: $0.kind)! }
    return (kinds[0], left.index, left.name) < (kinds[1], right.index, right.name)
  }
}

/// The values of a run in one scope.
public struct ScopedValues: Sendable, Hashable, Codable {
  public let scope: NamedScope
  /// The values in the order of the design's metrics; `nil` where undefined, or where the metric does not
  /// apply to such a scope.
  public let values: [Double?]

  package init(scope: NamedScope, values: [Double?]) {
    self.scope = scope
    self.values = values
  }
}

extension MetricSink {
  /// The values in all scopes but the whole run, in order.
  func scopedValues(of metrics: [MetricDefinition], rankers: [String]) -> [ScopedValues] {
    scopes.compactMap { scope in
      NamedScope(scope, rankers: rankers).map { name in
        let values = Dictionary(
          uniqueKeysWithValues: values(in: scope).map { ($0.id, $0.value.value) })
        return ScopedValues(scope: name, values: metrics.map { values[$0.id] ?? nil })
      }
    }
  }
}
