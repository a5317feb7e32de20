/// How many worlds make an interval as narrow as requested, by two stages.
///
/// The standard deviation *s*₀ of *n*₀ differences gives *N* = max(*n*₀, ⌈(*t*·*s*₀/*h*)²⌉), where *t* is
/// Student's critical value with *n*₀ − 1 degrees of freedom; the interval over all *N* is
/// *d̄* ± *t*·*s*₀/√*N*. It covers exactly, since *s*₀ knows nothing of the later worlds, unlike an
/// interval that is looked at until it is narrow.
///
/// Source: Stein, *The Annals of Mathematical Statistics* 16(3), 1945.
public struct SteinDesign: Sendable, Hashable {
  /// *n*₀.
  public let firstStage: Int
  /// *s*₀.
  public let deviation: Double
  /// *h*, as requested.
  public let halfWidth: Double
  public let level: Double
  /// *N*; `nil` when it is more than 10⁹.
  public let worlds: Int?

  /// - Parameters:
  ///   - firstStage: The differences of the first stage.
  ///   - halfWidth: *h*, above 0.
  ///   - level: Coverage of the interval, such as 0.95.
  /// - Returns: `nil` for fewer than two differences.
  public init?(firstStage: Summary, halfWidth: Double, level: Double) {
    precondition(halfWidth > 0 && halfWidth.isFinite, "a half-width of \(halfWidth)")
    guard let deviation = firstStage.standardDeviation else { return nil }
    self.firstStage = firstStage.count
    self.deviation = deviation
    self.halfWidth = halfWidth
    self.level = level
    let root =
      StudentT.criticalValue(level: level, degreesOfFreedom: firstStage.count - 1) * deviation
      / halfWidth
    let needed = max(Double(firstStage.count), (root * root).rounded(.up))
    worlds = needed <= 1e9 ? Int(needed) : nil
  }

  /// The interval over all worlds of both stages.
  ///
  /// - Parameters:
  ///   - mean: Over `worlds` worlds.
  ///   - worlds: At least those of the first stage; with fewer than ``worlds`` it is wider than asked
  ///     for and covers all the same.
  public func interval(mean: Double, worlds: Int) -> ConfidenceInterval {
    precondition(worlds >= firstStage, "\(worlds) worlds after a first stage of \(firstStage)")
    let t = StudentT.criticalValue(level: level, degreesOfFreedom: firstStage - 1)
    let reach = t * deviation / Double(worlds).squareRoot()
    return ConfidenceInterval(lower: mean - reach, upper: mean + reach, level: level)
  }
}
