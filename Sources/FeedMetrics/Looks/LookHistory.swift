/// How often each viewer has looked at each post, up to three times.
///
/// It takes 11 to 16 bytes for each pair of a viewer and a post looked at, and as much again for each of the second
/// and third look.
struct LookHistory: Sendable {
  /// The levels by the number of earlier looks: the last one stands for more, too.
  static let levels = ["first", "second", "third", "fourth or later"]

  /// The pairs with at least one look, two and three.
  private var pairs = [PairSet](repeating: PairSet(), count: LookHistory.levels.count - 1)

  /// Takes note of a look.
  ///
  /// - Returns: An index in ``levels``.
  mutating func add(viewer: UInt32, post: UInt32) -> Int {
    for looks in pairs.indices where pairs[looks].insert(viewer, post) { return looks }
    return pairs.count
  }
}
