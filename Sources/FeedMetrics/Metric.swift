/// One number about a run: what it means, and how it follows from what was remembered of the run.
///
/// Metrics remember nothing. ``RunTallies`` watches the run, and a metric is a pure function of what it
/// remembers of a scope;
/// several metrics read the same tally, and a page costs the same whatever the number of metrics.
///
/// To add one:
/// 1. a file in the folder of its family, with a type that conforms;
/// 2. its line in ``MetricCatalogue``, where its family's table shall show it;
/// 3. if no tally remembers what it needs: counts that add up over feeds and days belong in
///    ``FeedCounts``, what else a feed must know in ``FeedTally``, the rest in ``RunTallies``; and what
///    metrics see of it in ``ScopeTallies``;
/// 4. in the tests a case worked by hand, and its slow version in `TraceOracle`.
protocol Metric: Sendable {
  var definition: MetricDefinition { get }

  /// In which scopes it is told besides the whole run; surfaces, rankers and days unless it says less.
  var breakdown: MetricBreakdown { get }

  /// The value in one scope, after its window has ended.
  func value(_ run: borrowing ScopeTallies) -> MetricValue
}

extension Metric {
  var breakdown: MetricBreakdown { [.feeds, .days] }
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
protocol TabledMetric: Sendable {
  var definition: MetricDefinition { get }

  /// The values in the whole window, in the order in which a table shows them.
  func rows(_ run: borrowing ScopeTallies) -> [MetricTable.Row]
}
