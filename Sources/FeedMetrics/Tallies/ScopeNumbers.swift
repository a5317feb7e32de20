import SocialFeed

/// The scopes that a page lies in at the same time, by number: all pages, those of each surface, those
/// of each ranker.
struct ScopeNumbers: Sendable {
  let count: Int

  init(run: RunObservation) { count = 1 + Surface.allCases.count + run.rankerNames.count }

  static let all = 0

  static func of(_ surface: Surface) -> Int { 1 + Int(surface.rawValue) }

  static func of(ranker: Int) -> Int { 1 + Surface.allCases.count + ranker }
}
