internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

/// What a measurement without a comparison found, on one screen: under which arms the first metric that matters is highest
/// and lowest, and the means of all that do.
struct MeasuredBrief {
  private let results: ExperimentResults
  /// The scenario's primary and guardrails, then the usual metrics.
  private let metrics: [MetricDefinition]

  /// A metric each of interest, relevance, variety, freshness and fairness.
  private static let usual = [
    "engagement_rate", "relevance@10", "intra_list_diversity@10", "fresh_exposure_share",
    "creator_exposure_gini",
  ]

  init(_ results: ExperimentResults) {
    self.results = results
    let design = results.design
    let tested = design.questions.metrics
    let ids = tested + Self.usual.filter { !tested.contains($0) }
    let found = ids.compactMap { id in design.metrics.first { $0.id == id } }
    metrics = found.isEmpty ? Array(design.metrics.prefix(Self.usual.count)) : found
  }

  private var arms: [String] { results.design.measuredArms }

  private func estimate(_ metric: MetricDefinition, _ arm: String) -> MetricEstimate? {
    results.estimates(of: arm).first { $0.metric.id == metric.id }
  }

  /// A sentence about the first metric with a value; `nil` where none has one.
  var finding: Sentence? { metrics.lazy.compactMap(sentence).first }

  private func sentence(_ metric: MetricDefinition) -> Sentence? {
    let found = arms.compactMap { arm in
      estimate(metric, arm).flatMap { estimate in estimate.mean.map { (arm, $0, estimate) } }
    }
    guard let highest = found.max(by: { $0.1 < $1.1 }), let lowest = found.min(by: { $0.1 < $1.1 })
    else { return nil }
    let label: Sentence = "\(strong: metric.label)"
    // Means that are printed alike are not ordered.
    func place(of arm: (String, Double, MetricEstimate)) -> Sentence {
      let mean = arm.2.meanValue.text
      let alike = found.filter { $0.2.meanValue.text == mean }
      let names: [Sentence] = alike.map { "\(strong: $0.0)" }
      return
        "\(.joined(names, by: " and ")), \(raw: alike.count > 1 ? mean : Self.text(arm.2))"
    }
    guard highest.2.meanValue.text != lowest.2.meanValue.text else {
      let names: [Sentence] = found.map { "\(strong: $0.0)" }
      return "\(label) is \(raw: Self.text(highest.2)) under \(.joined(names, by: ", "))."
    }
    return
      "\(label) is highest under \(place(of: highest)), and lowest under \(place(of: lowest))."
  }

  /// The mean, and the interval where there is one.
  private static func text(_ estimate: MetricEstimate) -> String {
    let interval = estimate.interval == nil ? "" : " \(estimate.intervalValue.text)"
    return estimate.meanValue.text + interval
  }

  /// A column for each arm or, for many arms, a row for each, the highest in the first metric first.
  var table: Table { Leaderboard(results).isUseful ? ranking : sideBySide }

  private var sideBySide: Table {
    let names: [Column<MetricDefinition>] = [
      Column("") { .labelled($0) }
    ]
    let means: [Column<MetricDefinition>] = arms.flatMap { arm in
      [
        Column(.init(arm), .right, in: [0]) { cell($0, arm) },
        Column(.init(arm), .right, in: [1]) { estimate($0, arm)?.meanValue ?? .missing },
      ]
    }
    return Table(names + means, metrics, layouts: 2)
  }

  private var ranking: Table {
    let shown = metrics.prefix(3)
    let columns: [Column<String>] =
      [Column("arm") { .text($0) }]
      + shown.enumerated().map { index, metric in
        Column(.init(metric.label), .right, in: .init(0..<3 - index)) { cell(metric, $0) }
      }
    func mean(_ arm: String) -> Double {
      shown.first.flatMap { estimate($0, arm)?.mean } ?? -.infinity
    }
    let ordered = arms.sorted { one, other in
      let means = [mean(one), mean(other)]
      return means[0] == means[1] ? one < other : means[0] > means[1]
    }
    return Table(columns, ordered, layouts: 3)
  }

  /// Such as `0.58 ±0.04`.
  private func cell(_ metric: MetricDefinition, _ arm: String) -> Value {
    guard let estimate = estimate(metric, arm), estimate.mean != nil else { return .missing }
    guard estimate.interval != nil else { return estimate.meanValue }
    return .figure("\(estimate.meanValue.text) \(estimate.halfWidthValue.text)")
  }

  /// The meaning of the numbers, and how to see more.
  var pointer: String {
    let design = results.design
    let means =
      design.worlds == 1
      ? "One world, without intervals"
      : "Means over \(design.worlds) worlds ±\(LevelText.heading(design.level)) (Student)"
    let tests = arms.count == 1 ? "" : "'feedlab ab' tests the differences. "
    return
      "\(means); seed \(design.seed). \(tests)--full prints all \(design.metrics.count) metrics."
  }
}
