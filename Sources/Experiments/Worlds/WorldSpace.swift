/// The purpose of worlds. Worlds of different spaces are independent, so that a choice made in one space
/// is validated in another.
///
/// A space is a quarter of the numbers that worlds of one seed can have.
package enum WorldSpace: UInt32, Sendable, Hashable, CaseIterable {
  /// Worlds for measuring and comparing arms.
  case compare
  /// Worlds in which a search evaluates parameter values.
  case train
  /// Worlds for validating the best values.
  case validate
  /// Worlds for comparing a ranker with a committed baseline.
  case check

  /// The number of a world of the space among all worlds of a seed.
  ///
  /// - Parameter number: From 0, below 2³⁰.
  package func world(_ number: Int) -> UInt32 {
    precondition(Self.numbers.contains(number), "\(number) is not the number of a world")
    return rawValue << Self.bits | UInt32(number)
  }

  /// The number of a world in its space.
  package static func number(of world: UInt32) -> Int { Int(world) & (size - 1) }

  /// The space of a world among all worlds of a seed.
  static func space(of world: UInt32) -> WorldSpace { WorldSpace(rawValue: world >> bits)! }

  /// The numbers that worlds of a space can have.
  package static var numbers: Range<Int> { 0..<size }

  private static let bits = 30
  private static let size = 1 << bits
}
