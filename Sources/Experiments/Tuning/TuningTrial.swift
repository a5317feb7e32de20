/// A set of values that has been tried.
public struct TuningTrial: Sendable, Hashable {
  /// In the order of the search space's parameters.
  public let values: [Double]
  /// Metrics by world, in the order of the design; `nil` where undefined or no number.
  private var rows: [WorldSpace: [Int: [Double?]]] = [:]

  init(_ values: [Double]) { self.values = values }

  package func row(_ world: Int, in space: WorldSpace) -> [Double?]? { rows[space]?[world] }

  mutating func keep(_ row: [Double?], world: Int, in space: WorldSpace) {
    rows[space, default: [:]][world] = row
  }

  /// Worlds of the search that it has lived in, the first ones.
  public var worlds: Int { rows[.train]?.count ?? 0 }
  /// Fresh worlds that it has lived in afterwards.
  public var freshWorlds: Int { rows[.validate]?.count ?? 0 }
}

/// What is known already of the worlds of one tuning, so that none is lived through twice.
///
/// Threads that live through different worlds call it at the same time.
package protocol TuningStore: Sendable {
  /// The metrics of a set of values in a world, if they are known.
  func row(of values: [Double], world: Int, in space: WorldSpace) -> [Double?]?

  /// Keeps the metrics of a set of values in a world that has just ended.
  func keep(_ row: [Double?], of values: [Double], world: Int, in space: WorldSpace)
}
