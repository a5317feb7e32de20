internal import Experiments
package import FeedMetrics
package import ReportKit
internal import Stochastics

/// What tables of any kind show of a comparison.
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

  /// Not where the baseline is so near 0 that Fieller's limits are unbounded.
  package var percentValue: Value {
    worlds == 1 || relative?.interval != nil
      ? .number(relative?.estimate, NumberText.percent) : .missing
  }

  /// Of those that something is asked of, corrected for their number.
  package var pValueShown: Value {
    .figure((gateTest.map(\.adjustedP) ?? difference?.pValue).map(NumberText.probability))
  }

  /// How likely the candidate is better, or missing.
  var betterValue: Value { .number(probabilityBetter, NumberText.chance) }

  /// What the row says, with its sign.
  package var findingValue: Value { .text(finding.words).toned(finding.tone) }

  var markValue: Value { .text(finding.mark).toned(finding.tone) }

  var labelValue: Value { .metric(metric, mark: askedMark) }
}

extension [Column<Comparison>] {
  /// The comparisons of a candidate, for people in eight layouts.
  ///
  /// - Parameters:
  ///   - level: The heading of the intervals.
  ///   - markdownLevel: The same in Markdown.
  static func comparisons(
    candidate: String, baseline: String, level: String, markdownLevel: String? = nil
  ) -> Self {
    [
      Column("", in: [5, 6, 7], \.markValue),
      Column(.group) { $0.labelValue },
      Column("", in: [0, 1]) { .text($0.metric.name) },
      Column(.arm(baseline), .right, \.baselineValue),
      Column(.arm(candidate), .right, \.candidateValue),
      Column("Δ", .right, \.changeValue),
      Column(
        .init(level, markdown: markdownLevel.map { "\($0)" }), .centred, in: [0, 1, 2, 3, 8],
        \.intervalValue),
      Column(.init(level), .right, gap: 1, in: [4, 5, 6, 7], \.halfWidthValue),
      Column("Δ%", .right, in: [0, 1, 2, 3, 4, 5, 6, 8], \.percentValue),
      Column("p", .right, in: [0, 1, 2, 3, 4, 5, 8], \.pValueShown),
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
  /// Names of arms are cut on a terminal; the sentence above has them whole.
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
  /// A metric's id and which way is good; in Markdown its name too.
  ///
  /// - Parameter mark: What follows it.
  package static func metric(_ metric: MetricDefinition, mark: String = "") -> Value {
    .label(
      metric.id, text: metric.label + mark, Sentence.metric(metric) + .raw(mark))
  }
}

extension Sentence {
  /// A metric's name, id and which way is good.
  static func metric(_ metric: MetricDefinition) -> Sentence {
    let sign = metric.direction.sign
    return "\(metric.name) \(code: metric.id)\(raw: sign.isEmpty ? "" : " \(sign)")"
  }
}
