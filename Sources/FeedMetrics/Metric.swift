/// One number about a run: what it means, and how it follows from the tallies of the run.
///
/// A metric keeps no state. ``RunTallies`` observes the run, and a metric is a pure function of the
/// tallies of a scope; several metrics read the same tally, and a page costs the same whatever the
/// number of metrics.
///
/// To add one:
/// 1. declare it in a file of its family's folder;
/// 2. list it in ``MetricCatalogue``, where the tables of reports shall show it;
/// 3. if no tally has what it needs: counts that add up over feeds and days belong in ``FeedCounts``,
///    what else a feed must know in ``FeedTally``, the rest in ``RunTallies``; metrics read them in
///    ``ScopeTallies``;
/// 4. in the tests add a case worked by hand, and its slow version in `TraceOracle`.
struct Metric: Sendable {
  var definition: MetricDefinition
  /// The scopes that have a value, besides the whole run.
  var breakdown: MetricBreakdown
  /// The metric as a ratio of sums over looks, for those that are one.
  var ratio: LookRatio?
  /// The surfaces whose pages it counts; `nil` for the scope's.
  var surfaces: SurfaceSet?
  /// The value in one scope, after its window has ended.
  let value: @Sendable (borrowing ScopeTallies) -> MetricValue

  /// - Parameters:
  ///   - breakdown: Surfaces, rankers and days unless fewer have a value.
  ///   - ratio: The same value from sums over looks, where it is a ratio of them.
  ///   - value: Reads the tallies of one scope.
  init(
    _ id: String, _ family: MetricFamily, _ tier: MetricDefinition.Tier = .core, label: String,
    name: String,
    formula: String, unit: String = "", direction: MetricDefinition.Direction,
    margin: MetricDefinition.Margin? = nil, range: String,
    undefined: String, source: String, breakdown: MetricBreakdown = [.feeds, .days],
    ratio: LookRatio? = nil,
    _ value: @escaping @Sendable (borrowing ScopeTallies) -> MetricValue
  ) {
    definition = MetricDefinition(
      id: id, family: family, tier: tier, label: label, name: name, formula: formula, unit: unit,
      direction: direction, margin: margin, range: range, undefined: undefined, source: source)
    self.breakdown = breakdown
    self.ratio = ratio
    self.value = value
  }
}

/// The scopes in which a metric means something, besides the whole run.
struct MetricBreakdown: OptionSet, Sendable {
  let rawValue: Int

  /// Surfaces and rankers.
  static let feeds = MetricBreakdown(rawValue: 1)
  /// Days; not for what looks across them.
  static let days = MetricBreakdown(rawValue: 2)
}

/// A metric with a value for each of several things, such as groups.
struct TableMetric: Sendable {
  let definition: MetricDefinition
  /// The values in the whole window, in the order in which a table shows them.
  let rows: @Sendable (borrowing ScopeTallies) -> [MetricTable.Row]

  init(
    _ id: String, _ family: MetricFamily, _ tier: MetricDefinition.Tier, label: String,
    name: String,
    formula: String, unit: String = "", direction: MetricDefinition.Direction, range: String,
    undefined: String, source: String,
    _ rows: @escaping @Sendable (borrowing ScopeTallies) -> [MetricTable.Row]
  ) {
    definition = MetricDefinition(
      id: id, family: family, tier: tier, label: label, name: name, formula: formula, unit: unit,
      direction: direction, range: range, undefined: undefined, source: source)
    self.rows = rows
  }
}
