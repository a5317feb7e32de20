internal import DataFiles
internal import Experiments
package import ReportKit
package import SelfTest
internal import Stochastics

extension StudiesReport: Documented {
  package var document: Document {
    Document(blocks: blocks, table: DataTable(StudyRow.columns, rows), json: json)
  }

  /// One sentence without full stop.
  package var conclusion: String {
    let counts = StudyGrade.allCases.map { "\(count($0)) \($0.rawValue)" }
    return "Of \(rows.count) published results: \(counts.joined(separator: ", "))"
  }

  private var blocks: [Block] {
    [
      .table(Table(StudyRow.shownColumns, rows, layouts: 1, markdown: 1, rule: .plain)),
      .sentences(
        [
          """
          Each value is a mean over \(replications) replications with its 95 % interval. It is reproduced within the \
          tolerance. It has the direction only where the interval is on the published side of no effect and the \
          effect is between 1 ÷ \(factor) and \(factor) times the published one. Power is the probability that a run \
          with this standard error shows an effect of the published size.
          """, .raw("\(conclusion)."),
        ], .paragraphs),
    ]
  }

  private var factor: String { NumberText.plain(StudyResult.factor) }

  private var rows: [StudyRow] {
    studies.flatMap { study in
      zip(study.results, study.measurements).map {
        StudyRow(study: study.name, source: study.source, result: $0, measurement: $1)
      }
    }
  }

  private var json: JSONValue {
    .object([
      "feedlab": .string(FeedLab.version), "level": .number(Finding.level),
      "replications": JSONValue(replications),
      "results": .array(rows.map { .object($0, StudyRow.columns) }),
    ])
  }
}

/// A result of a study beside the result of worlds.
private struct StudyRow {
  let study: String
  let source: String
  let result: StudyResult
  let measurement: RealismReport.Measurement?

  static var shownColumns: [Column<StudyRow>] {
    [
      Column("study") { .text($0.study) }, Column("result") { .text($0.result.name) },
      Column("published", .right) { .text($0.published) },
      Column("tolerance", .right) { .text($0.tolerance) },
      Column("simulated", .right) { .text($0.simulated) },
      Column("power", .right) { .text($0.power.map(NumberText.chance) ?? "–") },
      Column("verdict") { .text($0.verdict.rawValue) },
      Column("source", in: [1]) { .text($0.source) },
      Column("basis of the tolerance", in: [1]) { .text($0.result.basis) },
      Column("why not", in: [1]) { .text($0.reason ?? "") },
    ]
  }

  static var columns: [Column<StudyRow>] {
    [
      .text("study", \.study), .text("result", \.result.name), .text("source", \.source),
      .text("published", \.published), .text("tolerance", \.tolerance),
      .number("simulated", \.measurement?.mean),
      .number("lower", \.measurement?.interval?.lower),
      .number("upper", \.measurement?.interval?.upper), .number("power", \.power),
      .text("verdict", \.verdict.rawValue), .text("basis", \.result.basis),
      .text("reason", \.reason),
    ]
  }

  private var verdict: StudyGrade { result.grade(measurement) }

  private var power: Double? { result.power(measurement) }

  private var reason: String? {
    if case .inexpressible(let reason) = result.published { reason } else { nil }
  }

  private var published: String {
    switch result.published {
    case .value(let value, _, _): NumberText.rounded(value, figures: 3)
    case .range(let range, _):
      "\(NumberText.plain(range.lowerBound)) to \(NumberText.plain(range.upperBound))"
    case .absent: "0"
    case .above(let value): "> \(NumberText.plain(value))"
    case .below(let value): "< \(NumberText.plain(value))"
    case .inexpressible: "–"
    }
  }

  private var tolerance: String {
    switch result.published {
    case .value(_, let tolerance, _): "± \(NumberText.plain(tolerance))"
    case .above, .below: "95 % sure"
    case .absent(let limit): "± \(NumberText.plain(limit)), 95 % sure"
    case .range: "inside"
    case .inexpressible: "–"
    }
  }

  private var simulated: String {
    guard let measurement else { return "–" }
    let reach = measurement.interval?.halfWidth ?? 0
    let step = (reach > 0 ? reach : measurement.mean.magnitude) / 10
    let decimals = NumberText.decimals(showing: step)
    let interval = measurement.interval.map { interval in
      " [\(NumberText.fixed(interval.lower, decimals: decimals)),"
        + " \(NumberText.fixed(interval.upper, decimals: decimals))]"
    }
    return NumberText.fixed(measurement.mean, decimals: decimals) + (interval ?? "")
  }
}
