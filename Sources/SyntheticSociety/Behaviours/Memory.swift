internal import PortableMath

/// How well people remember what they saw.
///
/// A post that the viewer looked at *n* times, last a time Δt ago, has the familiarity
/// log₂(1 + n) · 2^(−Δt ÷ H), with the half-life H. The weight of familiarity in an item's utility is
/// `behaviour.utility.seen`. An opened post is remembered for good: the probability of opening it
/// again is multiplied by `behaviour.memory.reopening`.
///
/// Source: Lee, Lakshmanan, Tiwari & Shah, KDD 2014 (impression discounting: the count of impressions and
/// the time since the last one are what matters). The numbers are assumptions.
public struct Memory: Behaviour {
  public struct Parameters: ParameterSection {
    public var halfLifeDays = 0.0
    public var reopening = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.memory.half-life", \.memory.halfLifeDays, 5, in: 0.01...3650, unit: "days",
        "Half-life of the familiarity of a post that the viewer looked at.", plausible: 1...20,
        .log, because: "an assumption: from a day to three weeks"),
      SocietyParameter(
        "behaviour.memory.reopening", \.memory.reopening, 0.05, in: 0...1,
        "Factor on the probability of opening a post that the viewer opened before.",
        plausible: 0...0.3, because: "an assumption: never to nearly every third time"),
    ]
  }

  static let component = BehaviourComponent(
    "memory", term: "impression discounting", source: "Lee et al., KDD 2014",
    neededBy: "Lee et al. 2014: what was seen is acted on less",
    sections: ["behaviour.memory", "behaviour.utility.seen"],
    equation: {
      """
      U \(signed: $0.utility.seen) log2(1 + looks) x 2^(-dt/H), H \($0.memory.halfLifeDays) days; \
      P(open) x \($0.memory.reopening) for what was opened before.
      """
    },
    without: "Nobody knows what they have seen or opened before.",
    off: [\.utility.seen: 0, \.memory.reopening: 1])

  public struct Situation: Sendable {
    /// Looks of the viewer at the post before this one, at least one.
    public let looks: Int
    /// Seconds since the last of them.
    public let elapsed: Double

    @inline(__always)
    public init(looks: Int, elapsed: Double) {
      self.looks = looks
      self.elapsed = elapsed
    }
  }

  private let halfLife: Double
  /// log₂(1 + n) of the first numbers, which are needed most.
  private let logarithms = (0..<64).map { Portable.log2(Double(1 + $0)) }

  public init(_ parameters: SocietyParameters) {
    halfLife = parameters.memory.halfLifeDays * 86_400
  }

  /// The familiarity of the post.
  public func decide(_ post: Situation) -> Double {
    let count =
      post.looks < logarithms.count
      ? logarithms[post.looks] : Portable.log2(Double(1 + post.looks))
    return count * Portable.exp2(-post.elapsed / halfLife)
  }
}
