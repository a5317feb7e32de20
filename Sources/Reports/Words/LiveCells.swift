internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// What a live test makes of a metric, as the cells of a row, for tables of any kind.
struct LiveCells {
  /// The differences in parallel worlds and in the live test.
  let global: String
  let naive: String
  let bias: String
  /// Of the bias: `[−0.08, −0.05]`, or missing.
  let interval: String
  /// `0.83 [0.71, 0.95]`, or missing where the arms hardly differ.
  let ratio: String
  /// `4.1×`, or missing.
  let spread: String
  /// `3/16`, or missing where the arms do not differ.
  let wrongSigns: String
  /// `▲ → ~`, or one sign where both are the same.
  let verdicts: String

  init(_ comparison: LiveComparison) {
    let means = [comparison.naive?.mean, comparison.global?.mean].map { $0 ?? 0 }
    let scale = ValueScale(
      comparison.metric, size: max(means[0].magnitude, means[1].magnitude),
      error: comparison.bias?.standardError)
    func text<Value>(_ value: Value?, _ text: (Value) -> String) -> String {
      value.map(text) ?? NumberText.missing
    }
    global = text(comparison.global?.mean, scale.change)
    naive = text(comparison.naive?.mean, scale.change)
    bias = text(comparison.bias?.mean, scale.change)
    interval = text(comparison.bias?.interval) {
      "[\(scale.limit($0.lower)), \(scale.limit($0.upper))]"
    }
    ratio = text(comparison.ratio) { ratio in
      text(ratio.interval) {
        let numbers = [ratio.estimate, $0.lower, $0.upper].map {
          NumberText.fixed($0, decimals: 2)
        }
        return "\(numbers[0]) [\(numbers[1]), \(numbers[2])]"
      }
    }
    spread = text(comparison.spreadRatio) {
      NumberText.fixed($0, decimals: $0 < 10 ? 1 : 0) + "×"
    }
    wrongSigns =
      (comparison.global?.mean ?? 0) == 0
      ? NumberText.missing : "\(comparison.wrongSigns)/\(comparison.worlds)"
    let marks = [comparison.globalVerdict.mark, comparison.naiveVerdict.mark]
    verdicts = marks[0] == marks[1] ? marks[0] : "\(marks[0]) → \(marks[1])"
  }
}

/// What live tests would have told, in sentences.
struct LiveWords {
  private let results: ExperimentResults

  /// `nil` without live tests.
  init?(_ results: ExperimentResults) {
    guard results.design.liveDesign != nil else { return nil }
    self.results = results
  }

  private var design: String { results.design.liveDesign?.words ?? "" }

  /// How far the live test of a candidate can be trusted.
  ///
  /// - Parameters:
  ///   - candidate: As the design has it.
  ///   - names: What the candidate and the baseline are called here.
  func headline(_ candidate: String, named names: (String, String)) -> String {
    let told = results.liveComparisons(of: candidate).filter { $0.bias != nil }
    let place = "\(names.0) against \(names.1) in a live \(design)"
    guard !told.isEmpty else { return "\(place): nothing to judge by." }
    let metrics = told.count == 1 ? "1 metric" : "\(told.count) metrics"
    let biased = told.count(where: \.isBiased)
    let misleading = told.count(where: \.isMisleading)
    return
      "\(place): biased in \(biased == 0 ? "none" : "\(biased)") of \(metrics); another verdict"
      + " than the parallel worlds in \(misleading == 0 ? "none" : "\(misleading)")."
  }

  /// What the columns are.
  var legend: String {
    "global: all on the candidate − all on the baseline, in parallel worlds; live: the candidate's group −"
      + " the baseline's group of one world (\(design)); bias = live − global, paired by world; SD ×: the"
      + " live difference varies so many times as much between worlds; wrong sign: worlds whose live test"
      + " points the other way than the global effect; verdict: global → live, where they differ."
  }
}
