/// A metric that another package defines: it observes a run and has one value for it.
///
/// `FeedLabCommand.main(metrics:)` adds it to the metrics of a program, and `Experiment.measure(_:)` to the metrics of
/// one experiment; results, comparisons, checks and reports then treat it like any other. It has a value for a whole
/// run, none for one surface, ranker or day.
///
/// ```swift
/// final class NightShare: CustomMetric {
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
/// The metric observes everything, warm-up included; the statistics begin at
/// `RunObservation.windowStart`. Each run has its own instance, on one thread. The value must depend only
/// on the observations, or results are not reproducible.
public protocol CustomMetric: ObservationSink, SendableMetatype {
  /// What the metric measures; no other metric may have its `id`.
  static var definition: MetricDefinition { get }

  /// Begins to observe a run.
  init()

  /// The value after the run; finite where defined.
  var value: MetricValue { get }
}
