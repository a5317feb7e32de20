internal import PortableMath

/// Component 10: having had enough of a category.
///
/// Rebounding linear dynamics: S ← min(S · 2^(−Δt ÷ H) + 1[consumed], cap), with the half-life H
/// (6 h) and the cap 3; an item of the category is worth 0.5 S less. An item is consumed when it is
/// opened.
///
/// Source: Leqi, Kilinc-Karzan, Lipton & Montgomery, NeurIPS 2021 (rebounding bandits).
public struct Satiation: Behaviour {
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
      situation.level > 0
      ? situation.level * Portable.exp2(-situation.elapsed / halfLife) : 0
    return min(left + (situation.isConsumed ? 1 : 0), cap)
  }
}
