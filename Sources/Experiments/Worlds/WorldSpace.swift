/// What worlds are for: those of different spaces have nothing in common, so that what has been chosen in
/// one is judged in another.
///
/// A space is a quarter of the numbers that worlds of one seed can have.
package enum WorldSpace: UInt32, Sendable, Hashable, CaseIterable {
  /// Those in which arms are measured and compared.
  case compare
  /// Those in which values are searched.
  case train
  /// Those in which the values found are judged.
  case validate
  /// Those in which a ranker is held against a baseline.
  case check

  /// The number that a world of the space has among all worlds of a seed.
  ///
  /// - Parameter number: From 0, below 2³⁰.
  package func world(_ number: Int) -> UInt32 {
    precondition((0..<Self.size).contains(number), "there is no world \(number)")
    return rawValue << Self.bits | UInt32(number)
  }

  /// The number of a world in its space.
  package static func number(of world: UInt32) -> Int { Int(world) & (size - 1) }

  private static let bits = 30
  private static let size = 1 << bits
}
