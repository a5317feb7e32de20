package import Calibration
internal import DataFiles
internal import Experiments
internal import ReportKit
package import Scenarios
internal import SyntheticSociety

/// A realism card as a table: the simulated community compared with the real one.
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

  /// The number of statistics that agree with the real community.
  private var headline: String {
    let passed = card.statistics.count(where: \.passes)
    return "Realism: \(passed) of \(card.statistics.count) statistics are as in the real community"
      + " (medians of distributions, the largest of shares)."
  }

  var blocks: [Block] {
    [
      .only(.files, [.heading("Realism")]),
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

/// A real community that an experiment is compared with, as statistics of its logs.
package struct RealismInput: Codable, Sendable {
  /// The arms that correspond to the ranker of the logs and to random order.
  private let produced: String
  private let uniform: String?
  private let real: RealCommunity

  /// - Returns: `nil` for a scenario without a real community.
  /// - Throws: When the logs are invalid.
  package init?(of scenario: Scenario) throws(InvalidLogs) {
    guard let realism = scenario.realism, let real = try RealCommunity(of: scenario) else {
      return nil
    }
    (self.real, produced, uniform) = (real, realism.produced, realism.uniform)
  }

  /// The comparison of the first world of an experiment with the real community.
  ///
  /// - Complexity: Simulates two runs again.
  func card(
    of experiment: Experiment, _ intercepts: SolvedIntercepts
  ) throws(ExperimentFailure) -> RealismCard? {
    try experiment.realismCard(
      of: real, produced: produced, uniform: uniform, intercepts: intercepts)
  }
}
