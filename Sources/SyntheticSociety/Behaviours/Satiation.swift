internal import PortableMath

/// Having had enough of a category.
///
/// Rebounding linear dynamics: S ← min(S · 2^(−Δt ÷ H) + 1[consumed], cap), with the half-life H. An
/// item is consumed when it is opened. The weight of S in an item's utility is
/// `behaviour.utility.satiation`.
///
/// Source: Leqi, Kilinc-Karzan, Lipton & Montgomery, NeurIPS 2021 (rebounding bandits).
public struct Satiation: Behaviour {
  public struct Parameters: ParameterSection {
    public var halfLifeHours = 0.0
    public var cap = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.satiation.half-life", \.satiation.halfLifeHours, 6, in: 0.01...8760,
        unit: "hours", "Half-life of satiation.",
        source: "Leqi et al., NeurIPS 2021", plausible: 2...24, .log,
        because: "an assumption: from a pause to a day"),
      SocietyParameter(
        "behaviour.satiation.cap", \.satiation.cap, 3, in: 0...100, unit: "items",
        "Largest satiation."),
    ]
  }

  static let component = BehaviourComponent(
    "satiation", term: "rebounding linear dynamics", source: "Leqi et al., NeurIPS 2021",
    neededBy: "Leqi et al. 2021: worth of a topic by what was consumed",
    sections: ["behaviour.satiation", "behaviour.utility.satiation"],
    equation: {
      """
      S <- min(S x 2^(-dt/H) + consumed, cap), H \($0.satiation.halfLifeHours) h; \
      U falls by \(-$0.utility.satiation) S.
      """
    },
    without: "Nobody is ever satiated with a category.",
    off: [\.utility.satiation: 0])

  public struct Situation: Sendable {
    /// S at some time before.
    public let level: Double
    /// Seconds since then.
    public let elapsed: Double
    /// Whether an item of the category is consumed now.
    public let isConsumed: Bool

    public init(level: Double, elapsed: Double, isConsumed: Bool) {
      self.level = level
      self.elapsed = elapsed
      self.isConsumed = isConsumed
    }
  }

  private let cap: Double
  private let halfLife: Double

  public init(_ parameters: SocietyParameters) {
    cap = parameters.satiation.cap
    halfLife = parameters.satiation.halfLifeHours * 3600
  }

  /// S now.
  public func decide(_ situation: Situation) -> Double {
    let left =
      situation.level > 0 ? situation.level * Portable.exp2(-situation.elapsed / halfLife) : 0
    return min(left + (situation.isConsumed ? 1 : 0), cap)
  }
}
