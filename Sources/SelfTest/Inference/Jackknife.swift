package import Stochastics

/// An estimate with a standard error from estimates that exclude one part of the sample each.
///
/// With θ₍ᵢ₎ the estimate without the *i*-th of *g* equal parts and θ̄ their mean, the standard error
/// is √((*g* − 1)/*g* · Σ(θ₍ᵢ₎ − θ̄)²), and the interval θ ± *t* · standard error with *g* − 1 degrees
/// of freedom. A part consists of every *g*-th element, so that the sample must not be periodic.
///
/// Source: Shao & Tu, *The Jackknife and Bootstrap*, 1995, section 2.3 (delete-group jackknife).
package struct Jackknife: Sendable {
  /// The number of parts.
  package static let groups = 20

  package let estimate: Double
  package let interval: ConfidenceInterval

  /// - Parameter sample: At least two elements for each part.
  package init<Element>(_ sample: [Element], _ estimator: ([Element]) -> Double) {
    precondition(sample.count >= 2 * Self.groups, "a sample of \(sample.count)")
    estimate = estimator(sample)
    let partial = (0..<Self.groups).map { group in
      estimator(sample.indices.filter { $0 % Self.groups != group }.map { sample[$0] })
    }
    let summary = Summary(partial)
    // (g − 1)/g · (g − 1) · s² with s² the variance of the partial estimates.
    let spread = Double(Self.groups - 1) / Double(Self.groups).squareRoot()
    let error = spread * (summary.standardDeviation ?? 0)
    let reach =
      error
      * Quantile.studentT((1 + Finding.level) / 2, degreesOfFreedom: Double(Self.groups - 1))
    interval = ConfidenceInterval(
      lower: estimate - reach, upper: estimate + reach, level: Finding.level)
  }
}

extension Finding {
  /// An estimate with the interval of the jackknife.
  init(_ result: String, size: String, expect expectation: ExpectedValue, _ jackknife: Jackknife) {
    self.init(
      result, size: size, expect: expectation, observed: jackknife.estimate,
      interval: jackknife.interval)
  }
}
