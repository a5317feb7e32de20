import SocialFeed

/// The scopes that a page lies in at the same time, by number: all pages, the pages of each surface, of each ranker,
/// and of each set of several surfaces that a metric names.
struct ScopeNumbers: Sendable {
  let count: Int
  /// Of two or more surfaces each.
  let sets: [SurfaceSet]
  /// The numbers of the sets with a surface, by surface.
  private let numbersOfSets: [[Int]]

  init(run: RunObservation, metrics: [Metric]) {
    let named = Set(metrics.compactMap(\.surfaces)).filter { $0.surfaces.count > 1 }
    sets = Array(named)
    let first = Self.of(ranker: run.rankerNames.count)
    count = first + sets.count
    numbersOfSets = Surface.allCases.map { [sets] surface in
      sets.indices.filter { sets[$0].surfaces.contains(surface) }.map { first + $0 }
    }
  }

  static let all = 0

  static func of(_ surface: Surface) -> Int { 1 + Int(surface.rawValue) }

  static func of(ranker: Int) -> Int { 1 + Surface.allCases.count + ranker }

  /// The number of a set of surfaces.
  ///
  /// - Precondition: It has one surface, or a metric names it.
  func of(_ set: SurfaceSet) -> Int {
    set.surfaces.count == 1
      ? Self.of(set.surfaces[0]) : count - sets.count + sets.firstIndex(of: set)!
  }

  /// The numbers of the sets that a surface is in.
  func ofSets(with surface: Surface) -> [Int] { numbersOfSets[Int(surface.rawValue)] }
}
