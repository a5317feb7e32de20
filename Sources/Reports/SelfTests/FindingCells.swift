internal import ReportKit
internal import SelfTest
internal import Stochastics

/// A line of the self-test as the cells of a row, for tables of any kind.
struct FindingCells {
  /// In the order of a table that has them all; the heading is the raw value.
  enum Column: String, CaseIterable {
    case id, result, source, size, target
    /// Such as `± 3 %`; `exact`, `band` or `bound` where there is none.
    case tolerance
    case observed
    /// `[0.398, 0.404]`, or `exact` where nothing is left to chance.
    case interval = "95% CI"
    case verdict
  }

  private let line: SelfTestReport.Result
  private let decimals: Int

  init(_ line: SelfTestReport.Result) {
    self.line = line
    decimals = Self.decimals(of: line.finding)
  }

  subscript(column: Column) -> String {
    let finding = line.finding
    return switch column {
    case .id: line.id
    case .result: finding.result
    case .source: line.source
    case .size: finding.size
    case .target: Self.target(finding.expectation)
    case .tolerance: Self.tolerance(finding.expectation)
    case .observed:
      if case .exactly = finding.expectation {
        NumberText.rounded(finding.observed, figures: 6)
      } else {
        number(finding.observed)
      }
    case .interval:
      finding.interval.map { "[\(number($0.lower)), \(number($0.upper))]" } ?? "exact"
    case .verdict: finding.passes ? "pass" : "FAIL"
    }
  }

  /// The cells of all columns.
  var all: [String] { Column.allCases.map { self[$0] } }

  private func number(_ value: Double) -> String { NumberText.fixed(value, decimals: decimals) }

  private static func target(_ expectation: ExpectedValue) -> String {
    switch expectation {
    case .exactly(let target), .near(let target, _), .nearly(let target, _):
      NumberText.rounded(target, figures: 6)
    case .between(let lower, let upper):
      "\(NumberText.rounded(lower, figures: 3)) to \(NumberText.rounded(upper, figures: 3))"
    case .atLeast(let least): "≥ \(NumberText.rounded(least, figures: 3))"
    case .atMost(let most): "≤ \(NumberText.rounded(most, figures: 3))"
    case .surelyNot(let value): "not \(NumberText.rounded(value, figures: 3))"
    }
  }

  private static func tolerance(_ expectation: ExpectedValue) -> String {
    switch expectation {
    case .exactly: "exact"
    case .near(_, let tolerance): "± \(NumberText.rounded(tolerance, figures: 2))"
    case .nearly(_, let tolerance): "± \(NumberText.rounded(tolerance * 100, figures: 2)) %"
    case .between: "band"
    case .atLeast, .atMost: "bound"
    case .surelyNot: "95 % sure"
    }
  }

  /// So many that a tenth of the tolerance can be seen.
  private static func decimals(of finding: Finding) -> Int {
    let step: Double =
      switch finding.expectation {
      case .exactly: 0
      case .near(_, let tolerance): tolerance / 10
      case .nearly(let target, let tolerance): tolerance * target.magnitude / 10
      case .between(let lower, let upper): (upper - lower) / 100
      case .atLeast(let bound), .atMost(let bound): bound / 200
      case .surelyNot: (finding.interval?.halfWidth ?? 0) / 10
      }
    return NumberText.decimals(showing: step)
  }
}
