package import Experiments
package import FeedMetrics
package import ReportKit
internal import Stochastics

/// The cells of a comparison in tables.
extension Comparison {
  package var baselineValue: Value { .number(baselineMean, ValueScale(self).value) }
  package var candidateValue: Value { .number(candidateMean, ValueScale(self).value) }
  package var changeValue: Value {
    .number(deciding?.estimate ?? difference?.mean) { _ in ChangeText(self).signed }
  }

  /// `[−0.08, −0.05]`, the interval that decided, or missing.
  package var intervalValue: Value { .figure(ChangeText(self).limits) }

  /// The limit that the interval is compared with, or missing.
  package var limitValue: Value { .figure(ChangeText(self).limit) }

  /// *p*; of a tested metric, corrected for the number of hypotheses.
  package var pValueShown: Value {
    .figure((gateTest.map(\.adjustedP) ?? difference?.pValue).map(NumberText.probability))
  }

  /// The same for a table of differences: missing for a guardrail, whose hypothesis is another one, that harm is beyond
  /// its limit.
  fileprivate var pOfDifference: Value {
    gateTest?.role == .guardrail ? .missing : pValueShown
  }

  /// The probability that the candidate is better, or missing.
  var betterValue: Value { .number(probabilityBetter, NumberText.chance) }

  /// The word of the row.
  package var findingValue: Value { .text(finding.word).toned(finding.tone) }
}

extension ExperimentResults {
  /// The baseline's mean with the decimals that the row of some candidate needs, the same for all candidates.
  package func baselineValue(_ comparison: Comparison) -> Value {
    .number(comparison.baselineMean, scaleOfMeans(comparison).value)
  }

  /// The candidate's mean on the same scale, so that equal means look equal.
  package func candidateValue(_ comparison: Comparison) -> Value {
    .number(comparison.candidateMean, scaleOfMeans(comparison).value)
  }

  private func scaleOfMeans(_ comparison: Comparison) -> ValueScale {
    let rows = comparisons.filter {
      $0.metric == comparison.metric && $0.baselineMean == comparison.baselineMean
    }
    let finest = rows.map { ValueScale($0) }.max { $0.decimals < $1.decimals }
    return finest ?? ValueScale(comparison)
  }
}

extension [Column<Comparison>] {
  /// The columns of the comparisons of a candidate, in six layouts, all of which have the change, its interval and the
  /// word.
  ///
  /// - Parameter results: The results with the rows, where several candidates share a baseline.
  static func comparisons(
    candidate: String, baseline: String, in results: ExperimentResults? = nil
  ) -> Self {
    [
      Column(.group) { .metric($0.metric) },
      Column("", in: [0]) { .text($0.metric.label) },
      Column(.arm(baseline), .right, in: [0, 1, 2, 3, 6]) {
        results?.baselineValue($0) ?? $0.baselineValue
      },
      Column(.arm(candidate), .right, in: [0, 1, 2, 6]) {
        results?.candidateValue($0) ?? $0.candidateValue
      },
      Column(.word("change"), .right, \.changeValue),
      Column(.word("interval"), .centred, \.intervalValue),
      Column(.word("limit"), .right, in: [0, 1, 2, 3, 4, 6], \.limitValue),
      Column("p", .right, in: [0, 1, 6], \.pOfDifference),
      Column("P(better)", .right, in: [0], \.betterValue),
      Column(.word("verdict"), .left, \.findingValue),
    ]
  }
}

extension Table {
  /// The comparisons of a candidate, a group for each family.
  init(
    _ comparisons: [Comparison], _ columns: [ReportKit.Column<Comparison>], rule: Rule = .aligned
  ) {
    self.init(
      columns, groups: .families(of: comparisons, \.metric), layouts: 6, markdown: 6,
      isJoint: true, rule: rule)
  }
}

extension Table.Heading {
  /// The name of an arm, shortened on a terminal; the sentence above the table has it in full.
  static func arm(_ name: String) -> Table.Heading {
    let longest = 14
    return Table.Heading(
      name.count <= longest ? name : name.prefix(longest - 1) + "…", markdown: "\(name)")
  }
}

extension Array {
  /// Rows by the family of their metric.
  package static func families<Row>(
    of rows: [Row], _ metric: (Row) -> MetricDefinition
  ) -> Self where Element == Table.Group<Row> {
    MetricFamily.allCases.map { family in
      Table.Group(.init(family.rawValue), rows.filter { metric($0).family == family })
    }
  }
}

extension Value {
  /// A metric's label with the sign of its good side; in Markdown its id too.
  static func labelled(_ metric: MetricDefinition) -> Value {
    .label(metric.id, text: metric.signedLabel, .metric(metric))
  }

  /// A metric's id with the sign of its good side; in Markdown its name too.
  ///
  /// - Parameter mark: A mark after the sign.
  package static func metric(_ metric: MetricDefinition, mark: String = "") -> Value {
    .label(
      metric.id, text: metric.signedID + mark, Sentence.metric(metric) + .raw(mark))
  }
}

extension Sentence {
  /// A metric's label, id and the sign of its good side.
  static func metric(_ metric: MetricDefinition) -> Sentence {
    let sign = metric.direction.sign
    return "\(metric.label) \(code: metric.id)\(raw: sign.isEmpty ? "" : " \(sign)")"
  }
}
