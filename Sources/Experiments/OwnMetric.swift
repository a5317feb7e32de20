public import FeedMetrics

/// A metric that a package outside brings along: it watches a run and says one number about it.
///
/// ``Experiment/measure(_:)`` adds it to those of an experiment, and from there on it is a metric as
/// any other: in results, comparisons and reports. It has a value for a whole run, none for one surface,
/// ranker or day.
///
/// ```swift
/// final class NightShare: OwnMetric {
///   static let definition = MetricDefinition(id: "night_share", …)
///   private var (night, all) = (0, 0)
///
///   func observe(_ page: borrowing PageObservation) {
///     all += page.posts.count
///     if page.time.truncatingRemainder(dividingBy: 86_400) < 6 * 3600 { night += page.posts.count }
///   }
///
///   var value: MetricValue { MetricValue(all > 0 ? Double(night) / Double(all) : nil, support: all) }
/// }
/// ```
///
/// It is told everything, warm-up included; `RunObservation.windowStart` says where the statistics
/// begin. Each run has an instance of its own, on one thread. The value must depend on what was observed
/// alone, or results are no longer the same from run to run.
public protocol OwnMetric: ObservationSink {
  /// What it measures; the `id` is that of no other metric.
  static var definition: MetricDefinition { get }

  /// The value after the run; finite where defined.
  var value: MetricValue { get }
}

/// Makes an own metric for each run.
struct OwnMetricMaker: Sendable {
  let definition: MetricDefinition
  let make: @Sendable () -> any OwnMetric
}
