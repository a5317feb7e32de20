/// What a number of worlds can show, from the spread of a first stage.
///
/// The power for an effect Δ is taken as P(*T* ≤ |Δ|/se − *t*) with Student's critical value *t*, and the
/// detectable effect as (*t*₁₋α/₂ + *t*_power)·se, its inverse: within 3 % of the noncentral t from 9
/// worlds on.
public struct Power: Sendable, Hashable {
  /// Whether arms share their worlds.
  public enum Pairing: String, Sendable, Hashable, CaseIterable {
    /// *n* − 1 degrees of freedom.
    case paired
    /// Worlds of its own for each arm: 2(*n* − 1) degrees of freedom.
    case unpaired
  }

  public let pairing: Pairing
  /// Of a difference of one pair of worlds: of paired differences, or √(*s*ₐ² + *s*_b²) of unpaired ones.
  public let deviation: Double
  /// 1 − α, coverage of the intervals.
  public let level: Double

  /// The most worlds that are requested; more is `nil`.
  public static let mostWorlds = 1_000_000_000

  /// - Parameter deviation: Not negative; 0 detects anything with two worlds.
  public init(_ pairing: Pairing = .paired, deviation: Double, level: Double) {
    precondition(deviation >= 0 && deviation.isFinite, "a standard deviation of \(deviation)")
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    self.pairing = pairing
    self.deviation = deviation
    self.level = level
  }

  /// The least effect that `worlds` worlds of each arm find with probability `power`.
  ///
  /// - Parameters:
  ///   - worlds: At least 2.
  ///   - power: In `0.5..<1`, such as 0.8.
  public func detectableEffect(worlds: Int, power: Double) -> Double {
    precondition(power >= 0.5 && power < 1, "a power of \(power)")
    let freedom = degreesOfFreedom(worlds)
    return standardError(worlds)
      * (StudentT.criticalValue(level: level, degreesOfFreedom: freedom)
        + Quantile.studentT(power, degreesOfFreedom: freedom))
  }

  /// How likely `worlds` worlds of each arm show an effect.
  public func power(worlds: Int, effect: Double) -> Double {
    let error = standardError(worlds)
    guard error > 0 else { return effect == 0 ? 0 : 1 }
    let freedom = degreesOfFreedom(worlds)
    let excess =
      effect.magnitude / error - StudentT.criticalValue(level: level, degreesOfFreedom: freedom)
    return StudentT.lowerTail(excess, degreesOfFreedom: freedom)
  }

  /// The half-width of the interval after `worlds` worlds of each arm.
  public func halfWidth(worlds: Int) -> Double {
    StudentT.criticalValue(level: level, degreesOfFreedom: degreesOfFreedom(worlds))
      * standardError(worlds)
  }

  /// The fewest worlds that find an effect with probability `power`.
  ///
  /// - Parameters:
  ///   - effect: Other than 0; its sign is not read.
  ///   - power: In `0.5..<1`.
  /// - Returns: At least 2; `nil` above ``mostWorlds``.
  public func worlds(effect: Double, power: Double) -> Int? {
    precondition(effect != 0 && effect.isFinite, "an effect of \(effect)")
    return fewestWorlds { detectableEffect(worlds: $0, power: power) <= effect.magnitude }
  }

  /// The fewest worlds whose interval is as narrow as `halfWidth`, above 0, at the given spread.
  ///
  /// - Returns: At least 2; `nil` above ``mostWorlds``.
  public func worlds(halfWidth: Double) -> Int? {
    precondition(halfWidth > 0 && halfWidth.isFinite, "a half-width of \(halfWidth)")
    return fewestWorlds { self.halfWidth(worlds: $0) <= halfWidth }
  }

  private func degreesOfFreedom(_ worlds: Int) -> Double {
    precondition(worlds >= 2, "the spread of \(worlds) worlds")
    return Double(pairing == .paired ? worlds - 1 : 2 * (worlds - 1))
  }

  private func standardError(_ worlds: Int) -> Double { deviation / Double(worlds).squareRoot() }

  /// The first number from 2 for which a condition holds that holds for all after it.
  private func fewestWorlds(_ isEnough: (Int) -> Bool) -> Int? {
    guard isEnough(Self.mostWorlds) else { return nil }
    var high = 2
    while !isEnough(high) { high = min(Self.mostWorlds, high * 2) }
    var low = high == 2 ? 1 : high / 2
    while high - low > 1 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
