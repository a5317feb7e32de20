internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics

extension PowerAnalysis: StudyResults {
  public static let files = StudyFiles(
    "power", "a power analysis", key: "\"power\": ", rows: "a power analysis",
    headers: "candidate,metric,pairing,deviation,")

  /// For each candidate the worlds that the goal needs, and the precision of several numbers of worlds.
  public var document: Document { Document(blocks: blocks, table: table, json: json) }

  // MARK: For people

  private var blocks: [Block] {
    let setting =
      "\(ExperimentNotes.community(design)), \(design.arms.count) arms in \(design.worlds) parallel worlds as a"
      + " first stage"
    return Block.head(
      mark: "power", title: "FeedLab power", scenario: design.scenario, setting: setting)
      + candidates.flatMap { candidate -> [Block] in
        let rows = rows(candidate)
        return [.paragraph(answer(candidate))]
          + (rows.isEmpty ? [] : [.table(Table(Self.columns, rows))])
      } + [.paragraph(method)]
  }

  /// The worlds that the goal needs for a candidate.
  private func answer(_ candidate: CandidatePower) -> Sentence {
    let name: Sentence =
      "\(strong: candidate.candidate) against \(strong: design.arms[0])"
      + " in \(strong: metric.labelInSentence)"
    guard candidate.worlds >= 2, let paired = candidate.paired else {
      return "\(name): fewer than two pairs of worlds have a value, so that the spread is unknown."
    }
    guard goal != nil else { return "\(name): \(gain(candidate))." }
    guard let size = candidate.size else {
      return "\(name): the baseline's mean is 0, so that a percentage of it is 0."
    }
    return "\(name): \(worlds(paired)) for \(goalText(size)); \(gain(candidate))."
  }

  private func worlds(_ plan: CandidatePower.Plan) -> String {
    plan.worlds.map { "\(NumberText.count($0)) worlds" } ?? "more than a billion worlds"
  }

  private func goalText(_ size: Double) -> String {
    let scale = ValueScale(metric, size: size, error: nil)
    return switch goal {
    case .halfWidth: "an interval of ±\(scale.value(size))"
    case .effect, nil: "an effect of \(scale.value(size)) with power \(percent)"
    }
  }

  private var percent: String { "\(NumberText.plain((power * 1e6).rounded() / 1e4))%" }

  private func gain(_ candidate: CandidatePower) -> String {
    if candidate.paired?.power.deviation == 0 {
      return "the first stage has no spread, so that two worlds are enough"
    }
    return candidate.varianceReduction.map {
      "pairing divides the variance of a difference by \(NumberText.fixed($0, decimals: 1))"
    } ?? "the spread is zero, so the gain by pairing is unknown"
  }

  /// A row of the table: a quantity with pairing and without.
  private typealias Row = (name: String, paired: Value, unpaired: Value)

  private static var columns: [Column<Row>] {
    [
      Column("") { .text($0.name) },
      Column("paired", .right) { $0.paired },
      Column("unpaired", .right) { $0.unpaired },
    ]
  }

  private func rows(_ candidate: CandidatePower) -> [Row] {
    guard let paired = candidate.paired, let unpaired = candidate.unpaired else { return [] }
    let largest = (paired.readings + unpaired.readings).map(\.effect).max() ?? 0
    let scale = ValueScale(metric, size: largest, error: nil)
    func row(_ name: String, _ text: (CandidatePower.Plan) -> String) -> Row {
      (name, .figure(text(paired)), .figure(text(unpaired)))
    }
    let tabulated = CandidatePower.tabulated.enumerated()
    return [row("standard deviation of a difference") { scale.value($0.power.deviation) }]
      + (candidate.size.map { size in
        [row("worlds for \(goalText(size))") { $0.worlds.map(NumberText.count) ?? ">1e9" }]
      } ?? [])
      + tabulated.map { index, worlds in
        row("effect found with power \(percent) in \(worlds) worlds") {
          scale.value($0.readings[index].effect)
        }
      }
      + tabulated.map { index, worlds in
        row("half-width of the interval in \(worlds) worlds") {
          "±\(scale.value($0.readings[index].halfWidth))"
        }
      }
  }

  /// The method and its limits.
  private var method: Sentence {
    "Effects are detected at alpha \(NumberText.plain(alpha)), two-sided, in a fixed number of"
      + " worlds; the spread is an estimate from \(design.worlds) worlds;"
      + " seed \(design.seed)."
  }

  // MARK: For programs

  /// A row for each candidate, with and without pairing, and number of worlds.
  private var table: DataTable {
    typealias Row = (
      candidate: CandidatePower, plan: CandidatePower.Plan, reading: CandidatePower.Reading
    )
    let rows = candidates.flatMap { candidate in
      [candidate.paired, candidate.unpaired].compactMap { $0 }.flatMap { plan in
        plan.readings.map { Row(candidate, plan, $0) }
      }
    }
    let columns: [Column<Row>] =
      [
        .text("candidate", \.candidate.candidate), .text("metric") { _ in metric.id },
        .text("pairing", \.plan.power.pairing.rawValue),
        .number("deviation", \.plan.power.deviation), .text("goal") { _ in goal?.name },
        .number("size", \.candidate.size), .whole("worlds_needed", \.plan.worlds),
      ] + Self.readings.map { column in Column(key: column.key!) { column.value($0.reading) } }
    return DataTable(columns, rows)
  }

  private static var readings: [Column<CandidatePower.Reading>] {
    [
      .whole("worlds", \.worlds), .number("effect", \.effect), .number("half_width", \.halfWidth),
    ]
  }

  private var json: JSONValue {
    .study(
      design,
      [
        "metric": .string(metric.id), "alpha": .number(alpha),
        "power": .number(power), "baseline": .string(design.arms[0]),
        "worlds": JSONValue(design.worlds), "goal": JSONValue(goal?.name),
        "candidates": .array(candidates.map(Self.json)),
      ])
  }

  private static func json(_ candidate: CandidatePower) -> JSONValue {
    .object([
      "candidate": .string(candidate.candidate), "worlds": JSONValue(candidate.worlds),
      "baseline_mean": JSONValue(candidate.baselineMean),
      "difference": JSONValue(candidate.difference), "size": JSONValue(candidate.size),
      "variance_reduction": JSONValue(candidate.varianceReduction),
      "paired": candidate.paired.map(json) ?? .null,
      "unpaired": candidate.unpaired.map(json) ?? .null,
    ])
  }

  private static func json(_ plan: CandidatePower.Plan) -> JSONValue {
    .object([
      "deviation": .number(plan.power.deviation),
      "worlds_needed": plan.worlds.map { JSONValue($0) } ?? .null,
      "readings": .array(plan.readings.map { .object($0, readings) }),
    ])
  }
}

extension PowerAnalysis.Goal {
  fileprivate var name: String {
    switch self {
    case .effect: "effect"
    case .halfWidth: "half_width"
    }
  }
}
