internal import Calibration
internal import DataFiles
internal import ReportKit
internal import Scenarios

/// A realism card as a table: the simulated community against the real one.
struct RealismTable {
  private let card: RealismCard

  init(_ card: RealismCard) { self.card = card }

  private static var columns: [Column<RealismStatistic>] {
    [
      Column("statistic") { .text($0.name) },
      Column("real", .right) { .text(number($0.real)) },
      Column("simulated", .right) { .text(number($0.simulated)) },
      Column("distance", .right) { .text("\(number($0.distance)) \(word($0.measure))") },
      Column("at most", .right) { .text(number($0.tolerance)) },
      Column(.init("", markdown: "verdict")) { .text($0.passes ? "as real" : "differs") },
    ]
  }

  /// How many of the statistics are as real, in words.
  private var headline: String {
    let passed = card.statistics.count(where: \.passes)
    return "Realism: \(passed) of \(card.statistics.count) statistics are as in the real community"
      + " (medians of distributions, the largest of shares)."
  }

  var blocks: [Block] {
    [
      .only(.markdown, [.heading("Realism")]),
      .group([
        .paragraph(.init(headline)),
        .table(Table(Self.columns, card.statistics, rule: .plain, headings: .plain)),
      ]),
    ]
  }

  var json: JSONValue {
    .array(
      card.statistics.map { statistic in
        .object([
          "statistic": .string(statistic.name), "real": .number(statistic.real),
          "simulated": .number(statistic.simulated), "distance": .number(statistic.distance),
          "measure": .string(statistic.measure.rawValue),
          "tolerance": .number(statistic.tolerance), "passes": .bool(statistic.passes),
        ])
      })
  }

  private static func number(_ value: Double) -> String {
    NumberText.fixed(value, decimals: value.magnitude < 0.1 ? 4 : value.magnitude < 10 ? 3 : 0)
  }

  private static func word(_ measure: RealismStatistic.Measure) -> String {
    switch measure {
    case .difference: "apart"
    case .kolmogorovSmirnov: "KS"
    case .totalVariation: "TV"
    }
  }
}
