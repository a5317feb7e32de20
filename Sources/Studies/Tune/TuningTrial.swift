package import Experiments

/// A set of values that has been tried.
public struct TuningTrial: Sendable, Hashable {
  /// In the order of the search space's parameters.
  public let values: [Double]
  /// Metrics by world, in the order of the design; `nil` where undefined or no number.
  private var rows: [WorldSpace: [Int: [Double?]]] = [:]

  init(_ values: [Double]) { self.values = values }

  package func row(_ world: Int, in space: WorldSpace) -> [Double?]? { rows[space]?[world] }

  /// The metrics of all worlds of a space in which it is known, by their numbers.
  package func rows(in space: WorldSpace) -> [Int: [Double?]] { rows[space] ?? [:] }

  mutating func keep(_ row: [Double?], world: Int, in space: WorldSpace) {
    rows[space, default: [:]][world] = row
  }

  /// Worlds of the search that it has lived in, the first ones.
  public var worlds: Int { rows[.train]?.count ?? 0 }
  /// Fresh worlds that it has lived in afterwards.
  public var freshWorlds: Int { rows[.validate]?.count ?? 0 }
}
