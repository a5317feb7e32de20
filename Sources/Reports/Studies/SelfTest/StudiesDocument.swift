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
          tolerance, and has the direction only where the interval is on the published side of no effect.
          """, .raw("\(conclusion)."),
        ], .paragraphs),
    ]
  }

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

/// A result of a study beside that of worlds.
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
      Column("verdict") { .text($0.verdict.rawValue) },
      Column("source", in: [1]) { .text($0.source) },
      Column("why not", in: [1]) { .text($0.reason ?? "") },
    ]
  }

  static var columns: [Column<StudyRow>] {
    [
      .text("study", \.study), .text("result", \.result.name), .text("source", \.source),
      .text("published", \.published), .text("tolerance", \.tolerance),
      .number("simulated", \.measurement?.mean),
      .number("lower", \.measurement?.interval?.lower),
      .number("upper", \.measurement?.interval?.upper), .text("verdict", \.verdict.rawValue),
      .text("reason", \.reason),
    ]
  }

  private var verdict: StudyGrade { result.grade(measurement) }

  private var reason: String? {
    if case .inexpressible(let reason) = result.published { reason } else { nil }
  }

  private var published: String {
    switch result.published {
    case .value(let value, _, _): NumberText.rounded(value, figures: 3)
    case .above(let value): "> \(NumberText.plain(value))"
    case .below(let value): "< \(NumberText.plain(value))"
    case .inexpressible: "–"
    }
  }

  private var tolerance: String {
    switch result.published {
    case .value(_, let tolerance, _): "± \(NumberText.plain(tolerance))"
    case .above, .below: "95 % sure"
    case .inexpressible: "–"
    }
  }

  private var simulated: String {
    guard let measurement else { return "–" }
    let step =
      if case .value(_, let tolerance, _) = result.published {
        tolerance / 10
      } else {
        (measurement.interval?.halfWidth ?? measurement.mean.magnitude) / 10
      }
    let decimals = NumberText.decimals(showing: step)
    let interval = measurement.interval.map { interval in
      " [\(NumberText.fixed(interval.lower, decimals: decimals)),"
        + " \(NumberText.fixed(interval.upper, decimals: decimals))]"
    }
    return NumberText.fixed(measurement.mean, decimals: decimals) + (interval ?? "")
  }
}
