internal import Experiments
package import FeedMetrics
package import ReportKit
internal import Stochastics

/// The cells of a comparison in tables.
extension Comparison {
  package var baselineValue: Value { .number(baselineMean, ValueScale(self).value) }
  package var candidateValue: Value { .number(candidateMean, ValueScale(self).value) }
  package var changeValue: Value { .number(difference?.mean, ValueScale(self).change) }

  /// `[−0.08, −0.05]`, or missing.
  package var intervalValue: Value { .figure(difference?.interval.map(ValueScale(self).limits)) }

  /// `±0.01`, or missing.
  var halfWidthValue: Value {
    .figure(difference?.interval.map { "±\(ValueScale(self).halfWidth($0.halfWidth))" })
  }

  /// The relative difference; missing if the baseline is so near 0 that Fieller's limits are unbounded.
  package var percentValue: Value {
    worlds == 1 || relative?.interval != nil
      ? .number(relative?.estimate, NumberText.percent) : .missing
  }

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

  /// The finding of the row, with its sign.
  package var findingValue: Value { .text(finding.label).toned(finding.tone) }

  var markValue: Value { .text(finding.mark).toned(finding.tone) }

  var labelValue: Value { .metric(metric, mark: testedMark) }
}

extension [Column<Comparison>] {
  /// The columns of the comparisons of a candidate, in eight layouts.
  ///
  /// - Parameters:
  ///   - level: The heading of the intervals.
  ///   - markdownLevel: The heading of the intervals in Markdown.
  static func comparisons(
    candidate: String, baseline: String, level: String, markdownLevel: String? = nil
  ) -> Self {
    [
      Column("", in: [5, 6, 7], \.markValue),
      Column(.group) { $0.labelValue },
      Column("", in: [0, 1]) { .text($0.metric.label) },
      Column(.arm(baseline), .right, \.baselineValue),
      Column(.arm(candidate), .right, \.candidateValue),
      Column("Δ", .right, \.changeValue),
      Column(
        .init(level, markdown: markdownLevel.map { "\($0)" }), .centred, in: [0, 1, 2, 3, 8],
        \.intervalValue),
      Column(.init(level), .right, gap: 1, in: [4, 5, 6, 7], \.halfWidthValue),
      Column("Δ%", .right, in: [0, 1, 2, 3, 4, 5, 6, 8], \.percentValue),
      Column("p", .right, in: [0, 1, 2, 3, 4, 5, 8], \.pOfDifference),
      Column("P(better)", .right, in: [0, 2], \.betterValue),
      Column(.word("verdict"), in: [0, 1, 2, 3, 4, 8], \.findingValue),
    ]
  }
}

extension Table {
  /// The comparisons of a candidate, a group for each family.
  init(
    _ comparisons: [Comparison], _ columns: [ReportKit.Column<Comparison>], rule: Rule = .aligned
  ) {
    self.init(
      columns, groups: .families(of: comparisons, \.metric), layouts: 8, markdown: 8,
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
