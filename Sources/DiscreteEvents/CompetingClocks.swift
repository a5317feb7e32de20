/// Versions that distinguish the winner of a race from its losers.
///
/// When several transitions compete for an entity, each has an event of its own, scheduled at the
/// instant its own clock would ring, and each event carries the version of the entity at that time. The
/// first to be taken wins and makes a new version; the others carry an old one and are dropped when they
/// are taken, which costs less than to search them in the event list.
///
///     guard clocks.isCurrent(event.version, of: entity) else { continue }
///     clocks.restart(entity)
///
/// Source: Gibson & Bruck, "Efficient exact stochastic simulation of chemical systems with many species
/// and many channels", *Journal of Physical Chemistry A* 104(9), 2000 (next reaction).
@frozen public struct CompetingClocks: Sendable {
  @usableFromInline var versions: [UInt32]

  /// The clocks of the entities below `count`.
  @inlinable public init(count: Int = 0) { versions = Array(repeating: 0, count: count) }

  /// How many entities have clocks.
  @inlinable public var count: Int { versions.count }

  /// Adds an entity and returns its index.
  @inlinable @discardableResult public mutating func append() -> Int {
    versions.append(0)
    return versions.count - 1
  }

  /// The version that an event of `entity` scheduled now has to carry.
  @inlinable public func version(of entity: Int) -> UInt32 { versions[entity] }

  /// Whether an event of `entity` that carries `version` still counts.
  ///
  /// Versions repeat after 2³² restarts of one entity: no event may stay pending for so long.
  @inlinable public func isCurrent(_ version: UInt32, of entity: Int) -> Bool {
    versions[entity] == version
  }

  /// Makes every pending event of `entity` an old one.
  ///
  /// - Returns: The version of the events that follow.
  @inlinable @discardableResult public mutating func restart(_ entity: Int) -> UInt32 {
    versions[entity] &+= 1
    return versions[entity]
  }
}
