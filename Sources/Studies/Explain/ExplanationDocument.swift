internal import DataFiles
internal import Experiments
internal import FeedMetrics
package import ReportKit
internal import Stochastics

extension Explanation: Documented {
  /// For each candidate the parts by each dimension, and the levels of the one that explains most.
  package var document: Document {
    Document(
      blocks: blocks, table: DataTable(dataColumns, rows),
      json: .study(
        results.design,
        [
          "metric": .string(metric.id), "baseline": .string(baseline),
          "level": .number(results.design.rule(of: metric).level),
          "candidates": .array(candidates.map(json)),
        ]))
  }

  private var baseline: String { results.design.baseline ?? "" }
  private var level: String { LevelText.heading(results.design.rule(of: metric).level) }

  // MARK: For people

  private var blocks: [Block] {
    let notes = ExperimentNotes(results)
    return Block.head(
      mark: "explain", title: "FeedLab explain", scenario: results.design.scenario,
      setting: notes.setting)
      + candidates.flatMap(blocks)
      + [
        .sentences(
          Self.note(on: metric, in: results.design).map { [Sentence($0)] } ?? [], .paragraphs)
      ]
      + [.paragraph(.init(method))] + next
  }

  /// The call that shows who is behind the change.
  private var next: [Block] {
    guard let call else { return [] }
    let named = metric.id == Self.usualMetric(of: results.design)?.id ? nil : metric
    let members = call.movers(.members, of: named)
    return [
      .paragraph(
        ("Members that moved it most (or creators, or posts): \(code: members)" as Sentence)
          .inOneLine)
    ]
  }

  private func blocks(of candidate: Candidate) -> [Block] {
    let comparison = candidate.comparison
    let change =
      "\(comparison.baselineValue.text) → \(comparison.candidateValue.text), \(candidate.change)"
    var blocks: [Block] = [
      .heading("\(strong: comparison.candidate) against \(strong: baseline)"),
      .paragraph("\(metric.label) \(code: metric.id): \(raw: change)"),
    ]
    if dimension == nil {
      blocks.append(.table(Table(overviewColumns, candidate.decompositions, layouts: 3)))
    }
    return blocks
      + candidate.main.flatMap { [.paragraph(.init($0.sentence)), .table(table(of: $0))] }
  }

  /// The dimensions, a row each.
  private var overviewColumns: [Column<Decomposition>] {
    [
      Column("by") { .text($0.dimension.title) },
      Column("from the mix", .right) { Self.change($0.sum.fromMix, $0.partScale) },
      Column(.init(level), .centred, in: [0]) { Self.interval($0.sum.fromMix, $0.partScale) },
      Column("from rates", .right) { Self.change($0.sum.fromRate, $0.partScale) },
      Column("most at", in: [0, 1]) { decomposition in
        .text(
          decomposition.largest.map { part in
            "\(decomposition.partScale.change(part.whole.mean)) \(part.level ?? "")"
          })
      },
    ]
  }

  private typealias Row = (level: Decomposition.Part, of: Decomposition)

  private func table(of decomposition: Decomposition) -> Table {
    let ordered = decomposition.byShare
    let shown = ordered.count <= Self.mostRows ? ordered : Array(ordered.prefix(Self.mostRows - 1))
    let rows = (shown + [decomposition.sum]).map { Row($0, decomposition) }
    let others = ordered.count - shown.count
    let sum = others > 0 ? "all, with \(others) more" : "all"
    let columns: [Column<Row>] = [
      Column(.word(decomposition.dimension.title)) { .text($0.level.level ?? sum) },
      Column("looks", .right) { row in
        .text(
          row.level.level == nil && row.of.isOfShares
            ? ""
            : "\(row.of.weight(row.level.baselineWeight)) → \(row.of.weight(row.level.candidateWeight))"
        )
      },
      Column("rate", .right, in: [0, 1, 2]) { row in
        let scale = row.of.rateScale
        let rates = [row.level.baselineRate, row.level.candidateRate].map {
          $0.map(scale.value) ?? NumberText.missing
        }
        return .text("\(rates[0]) → \(rates[1])")
      },
      Column("mix", .right, in: [0, 1]) { Self.change($0.level.fromMix, $0.of.partScale) },
      Column("rates", .right, in: [0, 1]) { Self.change($0.level.fromRate, $0.of.partScale) },
      Column("together", .right) { Self.change($0.level.whole, $0.of.partScale) },
      Column(.init(level), .centred) { Self.interval($0.level.whole, $0.of.partScale) },
      Column("share", .right, in: [0]) { Self.share($0.level, of: $0.of) },
    ]
    return Table(columns, rows, layouts: 3)
  }

  /// The most levels of a table; JSON and CSV have all.
  private static let mostRows = 12

  private static func change(_ part: PairedDifference, _ scale: ValueScale) -> Value {
    .text(scale.change(part.mean))
  }

  private static func interval(_ part: PairedDifference, _ scale: ValueScale) -> Value {
    .figure(part.interval.map(scale.limits))
  }

  /// The share of the whole change; missing where that is not clearly other than 0.
  private static func share(_ part: Decomposition.Part, of whole: Decomposition) -> Value {
    guard let interval = whole.sum.whole.interval, !interval.contains(0) else { return .missing }
    return .text(
      NumberText.fixed(100 * part.whole.mean / whole.sum.whole.mean, decimals: 0) + "%")
  }

  private var method: String {
    let weight =
      candidates.first?.main.first?.isOfShares ?? true
      ? "share of all looks" : "looks for each member and day"
    return [
      "Looks: \(weight), \(baseline) → candidate",
      "rate: what a look leads to there",
      "mix: the part that comes from looking more or less at a level",
      "rates: the part that comes from another rate there",
      "the parts add up to the change (Kitagawa 1955)",
      "intervals are paired by world and not corrected for the number of levels",
    ].joined(separator: "; ") + "."
  }

  // MARK: For programs

  private var rows: [Row] {
    candidates.flatMap { candidate in
      candidate.decompositions.flatMap { decomposition in
        (decomposition.levels + [decomposition.sum]).map { Row($0, decomposition) }
      }
    }
  }

  private var dataColumns: [Column<Row>] {
    [
      .text("metric") { $0.of.metric.id }, .text("candidate") { $0.of.candidate },
      .text("by") { $0.of.dimension.rawValue },
    ] + Self.partColumns.map { $0.of(\.level) }
  }

  private static var partColumns: [Column<Decomposition.Part>] {
    [
      .text("at") { $0.level ?? "all" },
      .number("baseline_weight", \.baselineWeight), .number("candidate_weight", \.candidateWeight),
      .number("baseline_rate", \.baselineRate), .number("candidate_rate", \.candidateRate),
      .number("from_mix") { $0.fromMix.mean },
      .number("from_mix_lower") { $0.fromMix.interval?.lower },
      .number("from_mix_upper") { $0.fromMix.interval?.upper },
      .number("from_rate") { $0.fromRate.mean },
      .number("from_rate_lower") { $0.fromRate.interval?.lower },
      .number("from_rate_upper") { $0.fromRate.interval?.upper },
      .number("difference") { $0.whole.mean },
      .number("difference_lower") { $0.whole.interval?.lower },
      .number("difference_upper") { $0.whole.interval?.upper },
    ]
  }

  private func json(_ candidate: Candidate) -> JSONValue {
    .object([
      "candidate": .string(candidate.comparison.candidate),
      "baseline_mean": JSONValue(candidate.comparison.baselineMean),
      "candidate_mean": JSONValue(candidate.comparison.candidateMean),
      "by": .object(
        Dictionary(
          uniqueKeysWithValues: candidate.decompositions.map { decomposition in
            (
              decomposition.dimension.rawValue,
              JSONValue.array(
                (decomposition.levels + [decomposition.sum]).map {
                  .object($0, Self.partColumns)
                })
            )
          })),
    ])
  }
}
