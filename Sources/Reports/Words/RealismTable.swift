internal import Calibration
internal import ReportKit
internal import Scenarios

/// A realism card as a table: the simulated community against the real one.
struct RealismTable {
  private let card: RealismCard

  init(_ card: RealismCard) { self.card = card }

  static let header = ["statistic", "real", "simulated", "distance", "at most", ""]

  private var rows: [[String]] {
    card.statistics.map { statistic in
      [
        statistic.name, Self.number(statistic.real), Self.number(statistic.simulated),
        Self.number(statistic.distance) + " " + Self.word(statistic.measure),
        Self.number(statistic.tolerance), statistic.passes ? "as real" : "differs",
      ]
    }
  }

  /// How many of the statistics are as real, in words.
  private var headline: String {
    let passed = card.statistics.count(where: \.passes)
    return "Realism: \(passed) of \(card.statistics.count) statistics are as in the real community"
      + " (medians of distributions, the largest of shares)."
  }

  func text(width: Int, hasStyle: Bool) -> [String] {
    var table = TextTable([
      .init(.left), .init(.right), .init(.right), .init(.right), .init(.right), .init(.left),
    ])
    table.add(Self.header)
    for row in rows { table.add(row) }
    return headline.wrapped(to: width) + table.lines(hasStyle: hasStyle)
  }

  var markdown: [String] {
    ["", "#### Realism", "", headline, ""]
      + MarkdownText.table(
        Self.header.map { $0.isEmpty ? "verdict" : $0 }, rows.map { $0.map(MarkdownText.plain) }
      ).split(separator: "\n").map(String.init)
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
