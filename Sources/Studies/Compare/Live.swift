internal import DataFiles
public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics
internal import SyntheticSociety

/// The cells of a live test's metric in tables.
extension LiveComparison {
  private var scale: ValueScale {
    ValueScale(
      metric, size: max((naive?.mean ?? 0).magnitude, (global?.mean ?? 0).magnitude),
      error: bias?.standardError)
  }

  /// `0.83 [0.71, 0.95]`, or missing if the arms hardly differ.
  fileprivate var ratioValue: Value {
    .figure(
      ratio.flatMap { ratio in
        ratio.interval.map {
          let numbers = [ratio.estimate, $0.lower, $0.upper].map {
            NumberText.fixed($0, decimals: 2)
          }
          return "\(numbers[0]) [\(numbers[1]), \(numbers[2])]"
        }
      })
  }

  /// `4.1×`, or missing.
  fileprivate var spreadValue: Value {
    .number(spreadRatio) { NumberText.fixed($0, decimals: $0 < 10 ? 1 : 0) + "×" }
  }

  /// `3/16`, or missing if the arms do not differ.
  fileprivate var wrongSignsValue: Value {
    .figure((global?.mean ?? 0) == 0 ? nil : "\(wrongSigns)/\(worlds)")
  }

  /// `better → not sure yet`, or one word if both verdicts are the same.
  fileprivate var verdictsValue: Value {
    let words = [globalVerdict.word, naiveVerdict.word]
    return .figure(words[0] == words[1] ? words[0] : words.joined(separator: " → "))
      .toned(isMisleading ? .strong : .plain)
  }

  /// The differences in parallel worlds and in the live test.
  fileprivate var globalValue: Value { .number(global?.mean, scale.change) }
  fileprivate var naiveValue: Value { .number(naive?.mean, scale.change) }

  fileprivate var biasValue: Value { .number(bias?.mean, scale.change).toned(biasTone) }
  fileprivate var biasInterval: Value {
    .figure(bias?.interval.map(scale.limits)).toned(biasTone)
  }
  private var biasTone: Tone { isBiased ? .strong : .unclear }
}

extension [Column<LiveComparison>] {
  /// The columns of a live test's metrics, in four layouts.
  static var liveComparisons: Self {
    [
      Column(.group) { .metric($0.metric) },
      Column(.word("global"), .right, \.globalValue), Column(.word("live"), .right, \.naiveValue),
      Column(.word("bias"), .right, \.biasValue),
      Column("95% CI", .centred, in: [0, 1, 2], \.biasInterval),
      Column(.word("live/global"), .right, in: [0], \.ratioValue),
      Column("SD ×", .right, in: [0, 1], \.spreadValue),
      Column(.word("wrong sign"), .right, in: [0, 1], \.wrongSignsValue),
      Column(.word("verdict")) { $0.verdictsValue },
    ]
  }
}

/// The results of live tests as sentences.
struct LiveTestSummary {
  private let results: ExperimentResults

  /// `nil` without live tests.
  init?(_ results: ExperimentResults) {
    guard results.design.liveDesign != nil else { return nil }
    self.results = results
  }

  private var design: String { results.design.liveDesign?.summary ?? "" }

  /// The number of biased metrics and of misleading verdicts in the live test of a candidate.
  func headline(_ candidate: String) -> Sentence {
    let comparisons = results.liveComparisons(of: candidate).filter { $0.bias != nil }
    let subject: Sentence =
      "\(strong: candidate) against \(strong: results.design.baseline ?? "") in a live \(raw: design)"
    guard !comparisons.isEmpty else { return "\(subject): no metric can be compared." }
    let metrics = NumberText.counted(comparisons.count, "metric")
    let biased = comparisons.count(where: \.isBiased)
    let misleading = comparisons.count(where: \.isMisleading)
    return
      "\(subject): biased in \(biased == 0 ? "none" : "\(biased)") of \(metrics); a verdict"
      + " that differs from the parallel worlds in \(misleading == 0 ? "none" : "\(misleading)")."
  }

  /// The legend of the columns.
  var legend: Sentence {
    "global: all on the candidate − all on the baseline, in parallel worlds; live: the candidate's group −"
      + " the baseline's group of one world (\(design)); bias = live − global, paired by world; SD ×: the"
      + " live difference's standard deviation between worlds ÷ the global one's; wrong sign: worlds whose live"
      + " test has the opposite sign of the global effect; verdict: global → live, if they differ."
  }
}

extension ExperimentResults {
  /// The results of live tests: a row for each candidate and metric, in the units of the metrics.
  public var liveTable: DataTable {
    DataTable(
      [
        .text("candidate", \.candidate), .text("metric", \.metric.id),
        .text("design") { _ in design.liveDesign?.name }, .number("global") { $0.global?.mean },
        .number("global_error") { $0.global?.standardError }, .number("live") { $0.naive?.mean },
        .number("live_error") { $0.naive?.standardError }, .number("bias") { $0.bias?.mean },
        .number("bias_error") { $0.bias?.standardError },
        .number("bias_lower") { $0.bias?.interval?.lower },
        .number("bias_upper") { $0.bias?.interval?.upper }, .number("bias_p") { $0.bias?.pValue },
        .number("ratio") { $0.ratio?.estimate },
        .number("ratio_lower") { $0.ratio?.interval?.lower },
        .number("ratio_upper") { $0.ratio?.interval?.upper },
        .number("spread_ratio", \.spreadRatio), .whole("wrong_signs", \.wrongSigns),
        .whole("worlds", \.worlds), .whole("missing", \.missing),
        .text("global_verdict", \.globalVerdict.rawValue),
        .text("live_verdict", \.naiveVerdict.rawValue),
      ], liveComparisons)
  }

  /// The design of the live tests, their results, and the groups' values in each world; `null` without live
  /// tests.
  var liveJSON: JSONValue {
    guard let liveDesign = design.liveDesign else { return .null }
    let worlds = zip(design.candidates, design.liveArms).flatMap { candidate, world in
      outcomes.filter { $0.arm == world }.map { $0.liveJSON(candidate, design.metrics) }
    }
    return .object([
      "design": .string(liveDesign.name), "settings": liveDesign.settings,
      "comparisons": .array(liveComparisons.map(\.jsonValue)), "worlds": .array(worlds),
    ])
  }
}

extension LiveDesign {
  fileprivate var settings: JSONValue {
    switch self {
    case .userSplit(let share): .object(["share": .number(share)])
    case .clusterSplit: .object([:])
    case .switchback(let every, let washout):
      .object(["every_s": .number(every), "washout_s": .number(washout)])
    }
  }
}

extension LiveComparison {
  fileprivate var jsonValue: JSONValue {
    .object([
      "metric": .string(metric.id), "candidate": .string(candidate), "worlds": JSONValue(worlds),
      "missing": JSONValue(missing), "live": naive.map(\.jsonValue) ?? .null,
      "global": global.map(\.jsonValue) ?? .null, "bias": bias.map(\.jsonValue) ?? .null,
      "ratio": ratio.map(\.jsonValue) ?? .null, "spread_ratio": JSONValue(spreadRatio),
      "wrong_signs": JSONValue(wrongSigns), "live_verdict": .string(naiveVerdict.rawValue),
      "global_verdict": .string(globalVerdict.rawValue),
    ])
  }
}

extension WorldOutcome {
  fileprivate func liveJSON(_ candidate: String, _ metrics: [MetricDefinition]) -> JSONValue {
    .object([
      "candidate": .string(candidate), "world": JSONValue(world), "digest": .string(digest),
      "counts": summary.jsonValue,
      "baseline_group": groups.map { $0.baseline.jsonValue(metrics) } ?? .null,
      "candidate_group": groups.map { $0.candidate.jsonValue(metrics) } ?? .null,
    ])
  }
}
