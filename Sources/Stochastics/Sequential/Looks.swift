/// When a comparison that may stop early is looked at, and how much of the risk each look may spend.
///
/// The worlds double from look to look, up to the last. Look *k* of *K* has an interval of level
/// 1 − α_*k*, where α_*k* is α · *T*_*k*/(*T*₁ + … + *T*_*K*) with the triangular numbers *T*_*k* =
/// *k*(*k* + 1)/2: .05, .15, .30 and .50 of α for four looks. By the union bound all intervals cover at
/// once with probability 1 − α, so that stopping on the result of any of them is valid.
public struct Looks: Sendable, Hashable {
  /// Worlds at each look, ascending.
  public let worlds: [Int]
  /// α, of all looks together.
  public let risk: Double

  /// - Parameters:
  ///   - first: Worlds at the first look; at least 2.
  ///   - last: Worlds at the last look, not fewer; it need not be `first` doubled some times.
  ///   - risk: α, above 0 and below 1.
  public init(first: Int = 8, last: Int = 64, risk: Double) {
    precondition(first >= 2 && last >= first, "looks from \(first) to \(last) worlds")
    precondition(risk > 0 && risk < 1, "a risk of \(risk)")
    var worlds: [Int] = []
    var next = first
    while next < last {
      worlds.append(next)
      let (doubled, isTooLarge) = next.multipliedReportingOverflow(by: 2)
      next = isTooLarge ? last : doubled
    }
    self.worlds = worlds + [last]
    self.risk = risk
  }

  /// α_*k*, what look `look`, from 0, may spend.
  public func risk(at look: Int) -> Double {
    precondition(worlds.indices.contains(look), "look \(look) of \(worlds.count)")
    let (k, count) = (Double(look + 1), Double(worlds.count))
    // Σ k(k + 1)/2 over k = 1 … K is K(K + 1)(K + 2)/6.
    return risk * 3 * k * (k + 1) / (count * (count + 1) * (count + 2))
  }

  /// Coverage of the interval at look `look`, from 0: 1 − α_*k*.
  public func level(at look: Int) -> Double { 1 - risk(at: look) }
}
