/// One number about a run: what it means, and how it follows from what was remembered of the run.
///
/// Metrics remember nothing. ``RunTallies`` watches the run, and a metric is a pure function of it;
/// several metrics read the same tally, and a page costs the same whatever the number of metrics.
///
/// To add one:
/// 1. a file in the folder of its family, with a type that conforms;
/// 2. its line in ``MetricCatalogue``, where its family's table shall show it;
/// 3. if no tally remembers what it needs, a file in `Tallies/`, a property of ``RunTallies``, and a line
///    in each of its `add` that the tally listens to;
/// 4. in the tests a case worked by hand, and its slow version in `TraceOracle`.
protocol Metric: Sendable {
  var definition: MetricDefinition { get }

  /// The value, after the run has ended.
  func value(_ run: borrowing RunTallies) -> MetricValue
}
