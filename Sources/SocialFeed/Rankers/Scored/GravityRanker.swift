internal import PortableMath

/// Likes against a power of age:
///
///     score = likes ÷ (age + offset)^gravity, the age and the offset in hours
///
/// Link aggregators take the submitter's own vote off first; here posts begin without votes.
///
/// Source: Hacker News' ranking, `news.arc`, 2008: gravity 1.8, offset 2 h.
public struct GravityRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "gravity", summary: "Likes, pulled down by a power of the post's age.",
    order: "likes / (age in hours + offset)^gravity, descending; then id, descending",
    surfaces: Surface.allCases,
    parameters: [
      RankerParameter(
        name: "gravity", summary: "The power of age.", defaultValue: 1.8, range: 0...10),
      RankerParameter(
        name: "offset", summary: "Added to the age, so that a new post is not infinitely high.",
        unit: "h", defaultValue: 2, range: 0.01...1000),
      .pool,
    ],
    source: "Hacker News' ranking, 2008",
    make: { GravityRanker(gravity: $0[0], offset: $0[1], pool: Int($0[2])) })

  /// The power of age.
  public let gravity: Double
  /// Hours that are added to the age.
  public let offset: Double
  public let pool: Int
  public var features: FeatureSet { [.likes, .ageHours] }

  /// - Precondition: Both are finite, the power is not negative, and the offset is above 0.
  package init(
    gravity: Double = 1.8, offset: Double = 2, pool: Int = RankerParameter.defaultPool
  ) {
    require(
      gravity >= 0 && gravity.isFinite,
      "the gravity of a ranker is \(gravity), not finite and at least 0")
    require(
      offset > 0 && offset.isFinite,
      "the offset of a ranker is \(offset) h, not finite and above 0")
    self.gravity = gravity
    self.offset = offset
    self.pool = pool
  }

  /// The divisor of the likes of a post of this age.
  public func divisor(ageHours: Double) -> Double {
    Portable.exp2(gravity * Portable.log2(ageHours + offset))
  }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(gravity).with(offset).with(pool)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let (likes, ages) = (candidates[.likes], candidates[.ageHours])
    // What nobody likes scores 0 at any age: powers are taken of the others' ages alone.
    var positions = [Int32](repeating: 0, count: likes.count)
    let count = Self.findLiked(likes.span, into: &positions)
    positions.removeLast(likes.count - count)
    // Column by column, as `divisor` has it.
    var (terms, powers) = (positions.map { ages[Int($0)] + offset }, positions.map { _ in 0.0 })
    var span = powers.mutableSpan
    Portable.log2(terms.span, into: &span)
    for index in span.indices { span[index] *= gravity }
    var divisors = terms.mutableSpan
    Portable.exp2(span.span, into: &divisors)
    for index in likes.indices { scores[index] = 0 }
    for index in positions.indices {
      let position = Int(positions[index])
      scores[position] = likes[position] / divisors[index]
    }
  }

  /// Writes the positions of numbers above 0, and returns how many there are.
  private static func findLiked(_ likes: Span<Double>, into positions: inout [Int32]) -> Int {
    var positions = positions.mutableSpan
    var count = 0
    for position in likes.indices {
      positions[count] = Int32(truncatingIfNeeded: position)
      count += likes[position] > 0 ? 1 : 0
    }
    return count
  }
}
