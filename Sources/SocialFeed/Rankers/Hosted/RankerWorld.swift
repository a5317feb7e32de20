/// The world that a ranker serves.
public struct RankerWorld: Sendable, Hashable {
  /// The number of the world among the worlds of the scenario's seed.
  public let number: Int
  /// For the randomness of an external ranker: below 2⁵², so that every language has it exactly. It is
  /// another one for another seed of the scenario, and for another world.
  public let seed: UInt64

  public init(number: Int, seed: UInt64) { (self.number, self.seed) = (number, seed) }
}

extension RankerWorld: ExpressibleByIntegerLiteral {
  /// The world of a number that has no scenario: its seed is 0.
  public init(integerLiteral number: Int) { self.init(number: number, seed: 0) }
}
