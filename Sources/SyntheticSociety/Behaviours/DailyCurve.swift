/// The week's rhythm of a non-homogeneous Poisson process: constant within each hour.
///
/// Arrivals are found by time rescaling: with *Λ* the integral of the relative intensity, whose mean
/// is 1, and *E* exponential, the first arrival after *t* is Λ⁻¹(Λ(t) + E ÷ rate). That is the process
/// that thinning gives, from one uniform an arrival and with none thrown away, so that arms with other
/// rates stay in step.
///
/// Source: Brown, Barbieri, Ventura, Kass & Frank, *Neural Computation* 14, 2002 (time rescaling).
package struct DailyCurve: Sendable {
  private static let hour = 3600.0
  private static let week = 168 * hour

  /// Relative intensity of each hour of a week, from Monday midnight.
  private let intensity: [Double]
  /// Its integral up to each hour, in seconds; 169 numbers.
  private let integral: [Double]

  /// - Parameters:
  ///   - hours: Shares of the hours of a day, 24, none negative, with a sum above 0.
  ///   - weekdays: Factors of the days from Monday, 7, none negative, with a sum above 0.
  package init(hours: [Double], weekdays: [Double]) {
    precondition(hours.count == 24 && weekdays.count == 7)
    let scale = 24.0 * 7 / (hours.reduce(0, +) * weekdays.reduce(0, +))
    intensity = weekdays.flatMap { day in hours.map { $0 * day * scale } }
    integral = intensity.reduce(into: [0]) { $0.append($0.last! + $1 * Self.hour) }
  }

  /// The first arrival after `time`.
  ///
  /// - Parameters:
  ///   - rate: Mean arrivals a second, above 0.
  ///   - exponential: A standard exponential draw.
  package func arrival(after time: Double, phase: Double, rate: Double, exponential: Double)
    -> Double
  {
    let local = time + phase
    let inWeek = Self.timeInWeek(local)
    let hour = min(167, Int(inWeek / Self.hour))
    let now = integral[hour] + (inWeek - Double(hour) * Self.hour) * intensity[hour]
    let goal = now + exponential / rate
    let weeks = (goal / integral[168]).rounded(.down)
    let rest = goal - weeks * integral[168]
    var (low, high) = (0, 168)
    while high - low > 1 {
      let middle = (low + high) / 2
      if integral[middle] <= rest { low = middle } else { high = middle }
    }
    let inHour = intensity[low] > 0 ? (rest - integral[low]) / intensity[low] : 0
    let start = local - inWeek
    return start + weeks * Self.week + Double(low) * Self.hour + inHour - phase
  }

  private static func timeInWeek(_ time: Double) -> Double {
    time - (time / week).rounded(.down) * week
  }
}
