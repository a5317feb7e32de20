import Experiments
import FeedMetrics
import ReportKit
import Scenarios
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// Reads each printed row of twelve varied results, on terminals of 80 and 120 columns and in Markdown: the word of a row
/// follows from the interval and the limit that the row prints, by a rule that knows neither margins nor levels.
@Suite struct PrintedRowTests {
  @Test(arguments: PrintedSample.all) func `the word of each row follows from its numbers`(
    sample: PrintedSample
  ) throws {
    let results = sample.results
    let metrics = results.design.metrics
    let brief = [80, 120].map { lines(results.document(isBrief: true), width: $0) }
    let full = lines(results.document, width: 120)
    let markdown = results.markdown.split(separator: "\n", omittingEmptySubsequences: false)
    let printed = try [
      brief.flatMap { try rows(of: $0, untilHeading: { $0[1] == "limit" }, brief: true) },
      rows(of: full, untilHeading: { $0.last == "verdict" }, brief: false),
      rows(of: markdown.map { cells($0) }, untilHeading: { $0.contains("limit") }, brief: true),
      rows(of: markdown.map { cells($0) }, untilHeading: { $0.last == "Verdict" }, brief: false),
    ]
    // All tested metrics are on a screen; all metrics with a value are in the full tables.
    let tested = results.design.questions.metrics.count
    let withValue = results.comparisons.count { $0.verdict != .undefined }
    #expect(printed[0].count >= 2 * tested)
    #expect(printed[2].count >= tested)
    expectEqual(printed[1].count, withValue)
    expectEqual(printed[3].count, withValue)
    for row in printed.joined() {
      let metric = try #require(metrics.first { row.names($0) }, "\(row)")
      expectEqual(row.word, row.expectedWord(metric.direction), "\(sample.testDescription): \(row)")
    }
  }

  private func lines(_ document: Document, width: Int) -> [[String]] {
    ReportFormat.text.render(document, width: width, hasStyle: false)
      .split(separator: "\n", omittingEmptySubsequences: false).map { cells($0) }
  }

  /// The cells of a line, which two blanks or, in Markdown, bars separate.
  private func cells(_ line: Substring) -> [String] {
    guard line.hasPrefix("|") else {
      return line.split(separator: /[ ]{2,}/).map(String.init)
    }
    return line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// The rows below each heading.
  ///
  /// - Parameter brief: Whether change and interval are in the columns before the word, and the limit after the label.
  private func rows(
    of lines: [[String]], untilHeading isHeading: ([String]) -> Bool, brief: Bool
  ) throws -> [PrintedRow] {
    var heading: [String]?
    return try lines.compactMap { line -> PrintedRow? in
      if line.count > 2, isHeading(line) {
        heading = line.map { $0.lowercased() }
        return nil
      }
      guard line.count > 1, let columns = heading else {
        heading = nil
        return nil
      }
      if line[0].hasPrefix(":-") { return nil }
      if brief {
        let numbers = line.dropFirst(2).dropLast().joined(separator: " ")
        return PrintedRow(
          label: line[0], limit: line[1], interval: PrintedRow.interval(numbers),
          word: line[line.count - 1])
      }
      // Terminals leave out the heading of a column of names at the left.
      let named = Dictionary(uniqueKeysWithValues: zip(columns.reversed(), line.reversed()))
      return try PrintedRow(
        label: line.prefix(2).joined(separator: " "), limit: #require(named["limit"]),
        interval: PrintedRow.interval(#require(named["interval"])), word: #require(named["verdict"])
      )
    }
  }
}

/// A row as a reader sees it.
private struct PrintedRow: CustomStringConvertible {
  let label: String
  let limit: String
  let interval: [Double]?
  let word: String

  var description: String { "\(label) limit \(limit) \(interval ?? []) \(word)" }

  func names(_ metric: MetricDefinition) -> Bool {
    label.contains(metric.id) || label.contains(metric.label)
  }

  /// The numbers between brackets.
  static func interval(_ text: String) -> [Double]? {
    guard let inside = text.split(separator: "[").last, text.contains("[") else { return nil }
    return inside.prefix { $0 != "]" }.split(separator: ", ").map { number(String($0)) }
  }

  /// The number at the beginning, before a unit.
  private static func number(_ text: String) -> Double {
    let digits = text.replacing("−", with: "-").replacing(",", with: "")
      .prefix { "+-.0123456789".contains($0) }
    return Double(digits) ?? .nan
  }

  /// By the sentences of the guide, one after the other.
  func expectedWord(_ direction: MetricDefinition.Direction) -> String {
    guard let interval else { return word == "–" ? "–" : "not sure yet" }
    let (lower, upper) = (interval[0], interval[1])
    let isGuardrail = limit == "0" || limit.hasPrefix("+") || limit.hasPrefix("−")
    if isGuardrail {
      // The sign is that of harm; 0 has none.
      let isHarmAbove =
        limit.hasPrefix("+") || (limit == "0" && direction != .higher && direction != .describes)
      let limit = Self.number(limit)
      // −0 is 0.
      let (isKept, isBroken) =
        isHarmAbove ? (upper <= limit, lower > limit) : (lower >= limit, upper < limit)
      return isKept ? "ok" : isBroken ? "broken" : "not sure yet"
    }
    let margin = limit == "–" ? 0 : Self.number(limit)
    if lower == 0 && upper == 0 || -margin < lower && upper < margin { return "too small" }
    guard lower > 0 || upper < 0 else { return "not sure yet" }
    return switch direction {
    case .higher: lower > 0 ? "better" : "worse"
    case .lower, .target: lower > 0 ? "worse" : "better"
    case .describes: lower > 0 ? "higher" : "lower"
    }
  }
}

/// Results of a candidate whose metrics change by less and by more than their margins, some of them hardly so, with
/// little and with much spread between worlds. Every other metric is a guardrail.
struct PrintedSample: CustomTestStringConvertible, Sendable {
  let testDescription: String
  var direction = MetricDefinition.Direction.higher
  var unit = ""
  let margin: Scenario.Margin.Size?
  /// The baseline's values, and how much of a change is at the margin.
  var baseline: [Double?] = [0.70, 0.72, 0.69, 0.71, 0.70, 0.73, 0.68, 0.71]
  let size: Double
  var plan: WorldPlan?
  var correction = Scenario.Correction.holm
  var equivalence = Scenario.Equivalence.interval
  /// Worlds in which the candidate has no value, the same for all metrics.
  var missing: [Int] = []

  static let all = [
    PrintedSample(testDescription: "absolute limits", margin: .absolute(0.01), size: 0.01),
    PrintedSample(testDescription: "relative limits", margin: .relative(0.03), size: 0.021),
    PrintedSample(
      testDescription: "lopsided Fieller limits", margin: .relative(0.05),
      baseline: [0.1, 0.9, 0.3, 0.35, 0.05, 1.2, 0.4, 0.6], size: 0.02),
    PrintedSample(
      testDescription: "a target", direction: .target(1), margin: .relative(0.01),
      baseline: [1.31, 1.33, 1.29, 1.30], size: 0.013),
    PrintedSample(
      testDescription: "durations", direction: .lower, unit: "s", margin: .absolute(1800),
      baseline: [40_000, 41_000, 39_500, 40_300, 40_800, 39_900, 40_100], size: 1800),
    PrintedSample(
      testDescription: "an interim look", margin: .relative(0.02), size: 0.014,
      plan: .looks(first: 8, most: 64)),
    PrintedSample(
      testDescription: "values that are missing", margin: .relative(0.02), size: 0.014,
      missing: [2]),
    PrintedSample(
      testDescription: "no value at all", direction: .lower, margin: .relative(0.02), size: 0.014,
      missing: Array(0..<8)),
    PrintedSample(
      testDescription: "tiny values", margin: .absolute(3e-7),
      baseline: [2e-5, 2.1e-5, 1.9e-5, 2e-5, 2.2e-5, 1.8e-5], size: 3e-7),
    PrintedSample(testDescription: "no limits", margin: nil, size: 0.0005),
    PrintedSample(
      testDescription: "large percentages of durations", direction: .lower, unit: "s",
      margin: .relative(4), baseline: [600, 640, 590, 615, 620], size: 2450),
    PrintedSample(
      testDescription: "limits of many digits, always valid, Benjamini and Hochberg",
      direction: .describes, margin: .absolute(0.0123456), size: 0.0123456,
      plan: .open(first: 8, most: 64), correction: .benjaminiHochberg, equivalence: .tost),
  ]

  private static let shifts = [-3, -1.2, -1.004, -0.996, -0.4, 0, 0.3, 0.999, 1.001, 1.5, 4]
  private static let spreads = [0, 0.003, 0.05, 0.9]
  /// Of the changes between worlds; their mean is 0.
  private static let pattern = [1, -1, 0.5, -0.5, -1.5, 1.5, 0.25, -0.25]

  private var changes: [(shift: Double, spread: Double)] {
    Self.shifts.flatMap { shift in Self.spreads.map { (shift, $0) } }
  }

  private var metrics: [MetricDefinition] {
    changes.indices.map { index in
      let number = "\(index + 100)"
      return MetricDefinition(
        id: "metric_\(number)", family: MetricFamily.allCases[index % 5], label: "Metric \(number)",
        name: "Metric \(number)", formula: "", unit: unit, direction: direction, range: "",
        undefined: "", source: "")
    }
  }

  fileprivate var results: ExperimentResults {
    let ids = metrics.map(\.id)
    let guardrails = ids.indices.filter { $0 % 2 == 1 }.map { ids[$0] }
    var design = ExperimentDesign(
      scenario: "town", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 100, days: 1,
      warmUpDays: 0, arms: ["old", "new"], baseline: "old", worlds: baseline.count,
      metrics: metrics,
      margins: margin.map { margin in
        Dictionary(uniqueKeysWithValues: ids.map { ($0, margin) })
      } ?? [:],
      questions: Scenario.Questions(
        primary: ids[14], guardrails: guardrails, correction: correction, equivalence: equivalence))
    if let plan { design.plan = plan }
    return ExperimentResults(
      design: design, outcomes: ["old", "new"].flatMap { arm in outcomes(arm) })
  }

  private func outcomes(_ arm: String) -> [WorldOutcome] {
    baseline.indices.map { world in
      let values = changes.map { change -> Double? in
        guard arm == "new" else { return baseline[world] }
        let moved = change.shift + change.spread * Self.pattern[world]
        return missing.contains(world) ? nil : baseline[world].map { $0 + size * moved }
      }
      return WorldOutcome(
        arm: arm, world: world,
        values: Dictionary(
          uniqueKeysWithValues: zip(metrics, values).map {
            ($0.id, MetricValue($1, support: 1))
          }), digest: "", summary: WorldSummary())
    }
  }
}
