public import FeedMetrics
public import Stochastics
public import SyntheticSociety

/// The mean of a metric of an arm over its worlds, with its uncertainty.
public struct MetricEstimate: Sendable, Hashable {
  public let metric: MetricDefinition
  public let arm: String
  /// Worlds in which the metric has a value, and worlds excluded because it has none.
  public let worlds: Int
  public let missing: Int
  /// The mean over the worlds used; `nil` without such worlds.
  public let mean: Double?
  /// Standard deviation of the worlds' values; `nil` for fewer than two worlds.
  public let standardDeviation: Double?
  /// Standard error of the mean; `nil` for fewer than two worlds.
  public let standardError: Double?
  /// Student's interval of the mean; `nil` for fewer than two worlds.
  public let interval: ConfidenceInterval?
  /// The number of observations behind a world's value, averaged over the worlds used.
  public let support: Double?
  /// The metric on a scale with random at 0 and ideal at 1; `nil` without reference rankers.
  ///
  /// With *m*, *r* and *i* the values of the arm, of random and of ideal in the worlds where all three
  /// have one, it is (*m̄* − *r̄*)/(*ī* − *r̄*), the ratio of mean differences, with Fieller's limits. A mean of
  /// ratios would give the most weight to the worlds in which the reference rankers happen to be near each
  /// other, and has no finite variance. The value is `nil` too when the reference rankers are equal, and,
  /// with two worlds or more, when Student's interval for *ī* − *r̄* contains 0: their difference is not significant,
  /// and does not make a scale. Values below 0 and above 1 are possible.
  public let scaled: RatioOfMeans?
  /// The mean adjusted for the random variation of arrivals and activity (control variates), for budgets
  /// in absolute terms; in differences, pairing has removed that variation already. `nil` without any
  /// world, or where the true means are not known.
  public let controlled: ControlledMean?

  /// The reference rankers' values of a metric by world, `nil` where undefined.
  public struct Scale: Sendable {
    public var random: [Double?]
    public var ideal: [Double?]

    public init(random: [Double?], ideal: [Double?]) {
      self.random = random
      self.ideal = ideal
    }
  }

  /// - Parameters:
  ///   - values: The arm's values by world; finite where defined.
  ///   - scale: The reference rankers' values in the same worlds, if there are any.
  ///   - exogenous: The exogenous totals of the same worlds, and their true means, if they are known.
  ///   - level: Coverage of the intervals.
  public init(
    metric: MetricDefinition, arm: String, values: [MetricValue], scale: Scale? = nil,
    exogenous: Exogenous? = nil, level: Double = 0.95
  ) {
    let numbers = values.compactMap(\.value)
    let summary = Summary(numbers)
    self.metric = metric
    self.arm = arm
    worlds = numbers.count
    missing = values.count - numbers.count
    mean = numbers.isEmpty ? nil : summary.mean
    standardDeviation = summary.standardDeviation
    standardError = summary.standardError
    interval = summary.interval(level: level)
    support =
      numbers.isEmpty
      ? nil : Summary(values.lazy.filter { $0.value != nil }.map { Double($0.support) }).mean
    controlled = exogenous.flatMap { $0.controlled(values.map(\.value), level: level) }
    scaled = scale.flatMap { $0.scaled(values.map(\.value), level: level) }
  }
}

extension MetricEstimate {
  /// The exogenous totals by world, and their true means.
  public struct Exogenous: Sendable {
    public var totals: [ExogenousTotals]
    public var means: ExogenousTotals

    public init(totals: [ExogenousTotals], means: ExogenousTotals) {
      self.totals = totals
      self.means = means
    }

    /// The controlled mean of values by world, `nil` where undefined.
    fileprivate func controlled(_ values: [Double?], level: Double) -> ControlledMean? {
      precondition(values.count == totals.count, "\(values.count) worlds, \(totals.count) totals")
      let worlds = values.indices.filter { values[$0] != nil }
      let controls = [\ExogenousTotals.arrivals, \.activity].map { total in
        (values: worlds.map { totals[$0][keyPath: total] }, mean: means[keyPath: total])
      }
      return ControlledMean(
        worlds.compactMap { values[$0] },
        // Without arrivals the control is 0 in every world.
        controls: controls.filter { control in control.mean > 0 }, level: level)
    }
  }
}

extension MetricEstimate.Scale {
  /// The mean of values on this scale.
  fileprivate func scaled(_ values: [Double?], level: Double) -> RatioOfMeans? {
    precondition(
      values.count == random.count && values.count == ideal.count,
      "\(values.count) worlds, \(random.count) and \(ideal.count) of the reference rankers")
    var (numerators, denominators): ([Double], [Double]) = ([], [])
    for case (let value?, (let low?, let high?)) in zip(values, zip(random, ideal)) {
      numerators.append(difference(low, value))
      denominators.append(difference(low, high))
    }
    let apart = pairedT(differences: denominators, level: level)
    guard apart?.interval?.contains(0) != true else { return nil }
    return RatioOfMeans(numerators: numerators, denominators: denominators, level: level)
  }
}
