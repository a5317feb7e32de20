internal import SyntheticSociety

/// Who was shown which post how often, for the first viewers of the logs: enough to say whose posts a feed brings, and
/// whether it brings them again.
package struct LookedTally: Sendable {
  /// How many viewers are kept, so that memory does not grow with the rows.
  private static let mostViewers = 512
  /// Fewer looks are not enough to describe a feed.
  private static let fewestLooks = 100

  /// A viewer and a post, by their numbers.
  private struct Pair: Hashable {
    let viewer: Int
    let post: Int
  }

  private var viewers: Set<Int> = []
  private var looks: [Pair: Int] = [:]
  /// Looks at posts whose author is known, by viewer and author.
  private var looksAtAuthor: [Pair: Int] = [:]

  mutating func add(viewer: Int, post: Int, author: Int?) {
    guard viewers.contains(viewer) || viewers.count < Self.mostViewers else { return }
    viewers.insert(viewer)
    looks[Pair(viewer: viewer, post: post), default: 0] += 1
    guard let author, author != viewer else { return }
    looksAtAuthor[Pair(viewer: viewer, post: author), default: 0] += 1
  }

  /// The share of looks at posts that the viewer had been shown before; `nil` where there are too few looks.
  package var repeatShare: Double? {
    let count = looks.values.reduce(0, +)
    return count < Self.fewestLooks ? nil : 1 - Double(looks.count) / Double(count)
  }

  /// The share of looks at posts by authors whom the viewer follows; `nil` where there are too few looks at posts of
  /// known authors.
  ///
  /// - Parameters:
  ///   - tables: The follows.
  ///   - users: The numbers of viewers and authors.
  package func followedShare(_ tables: [FollowTally], _ users: KeyTable) -> Double? {
    let count = looksAtAuthor.values.reduce(0, +)
    guard count >= Self.fewestLooks else { return nil }
    var followed: Set<Pair> = []
    for table in tables {
      let numbers = (0..<table.members.count).map { users.number(ofKnown: table.members[$0]) }
      for edge in table.edges {
        guard let from = numbers[Int(edge.from)], let to = numbers[Int(edge.to)] else { continue }
        followed.insert(Pair(viewer: from, post: to))
      }
    }
    let found = looksAtAuthor.reduce(0) { $0 + (followed.contains($1.key) ? $1.value : 0) }
    return Double(found) / Double(count)
  }
}
