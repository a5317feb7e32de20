internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit

extension SelectionResults: StudyResults {
  public static let files = StudyFiles(
    "select", "a selection", key: "\"first_stage\": ", rows: "a selection",
    headers: "arm,metric,worlds,mean,shortfall,")

  /// The selected arm, and the status of each.
  public var document: Document { Document(blocks: blocks, table: table, json: json) }

  // MARK: For people

  private var blocks: [Block] {
    let setting =
      "\(ExperimentNotes.community(design.experiment)), \(design.experiment.arms.count) arms in up to"
      + " \(NumberText.count(design.mostWorlds)) parallel worlds"
    return Block.head(
      mark: "select", title: "FeedLab select", scenario: design.experiment.scenario,
      setting: setting) + [
        .paragraph(answer), .table(Table(columns, ordered)),
        .sentences(notes + [method], .paragraphs),
      ]
  }

  /// The selected arm.
  private var answer: Sentence {
    let metric: Sentence = "\(strong: design.metric.labelInSentence)"
    let (count, arms) = (NumberText.count(worlds), design.experiment.arms.count)
    switch best.count {
    case 0:
      return "Undecided after \(count) worlds: \(Self.names(contenders)) may be the best"
        + " in \(metric).\(need)"
    case 1:
      return
        "\(strong: best[0]) is the best of \(arms) arms in \(metric), after \(count) worlds."
    default:
      return "\(Self.names(best)) are the best of \(arms) arms in \(metric) and agree,"
        + " after \(count) worlds."
    }
  }

  private static func names(_ arms: [String]) -> Sentence {
    .joined(arms.map { "\(strong: $0)" }, by: ", ")
  }

  private var need: String {
    mostWorlds.map { " At most \(NumberText.count($0)) worlds decide it." }
      ?? " More than a billion worlds may be needed."
  }

  /// The arms by status, then by their shortfall.
  private var ordered: [ArmResult] {
    arms.enumerated().sorted {
      ($0.element.status.rank, $0.element.shortfall, $0.offset)
        < ($1.element.status.rank, $1.element.shortfall, $1.offset)
    }.map(\.element)
  }

  private var columns: [Column<ArmResult>] {
    // One digit more than the smallest lead that matters.
    let largest = arms.map(\.mean.magnitude).max() ?? 0
    let scale = ValueScale(design.metric, size: largest, error: design.indifference / 10)
    return [
      Column(.word("arm"), key: "arm") { .text($0.arm) },
      Column(.word("worlds"), key: "worlds", .right) { .count($0.worlds) },
      Column(.word("mean"), key: "mean", .right) { .number($0.mean, scale.value) },
      Column(.word("behind"), key: "shortfall", .right) { result in
        .number(result.shortfall) { $0 == 0 ? NumberText.missing : scale.value($0) }
      },
      Column(.word("outcome"), key: "outcome") { $0.status.value },
      .whole("dropped_after", \.status.worlds), .text("because_of", \.status.cause),
    ]
  }

  /// The guardrails whose tests are undecided for remaining arms.
  private var notes: [Sentence] {
    guardrails.filter { $0.gateTest?.gate == .undecided && isAlive($0.candidate) }.map {
      "Whether \($0.candidate) harms \($0.metric.labelInSentence) is not sure yet."
    }
  }

  private func isAlive(_ arm: String) -> Bool {
    best.contains(arm) || contenders.contains(arm)
  }

  /// The procedure and its guarantee.
  private var method: Sentence {
    let delta = NumberText.plain(design.indifference)
    let sure = NumberText.plain(((1 - design.alpha) * 1e6).rounded() / 1e4)
    let parts = [
      "Kim and Nelson's procedure: an arm that leads by \(delta) or more is selected with probability"
        + " \(sure)% or more",
      "\(NumberText.count(design.firstStage)) worlds before the first arm is dropped",
      "\(NumberText.count(outcomes.count)) runs", "seed \(design.experiment.seed)",
    ]
    return Sentence(parts.joined(separator: "; ") + ".")
  }

  // MARK: For programs

  /// A row for each arm.
  private var table: DataTable {
    var columns = columns
    columns.insert(.text("metric") { _ in design.metric.id }, at: 1)
    return DataTable(columns, arms)
  }

  private var json: JSONValue {
    .study(
      design.experiment,
      [
        "method": .string("kim-nelson"), "metric": .string(design.metric.id),
        "delta": .number(design.indifference), "alpha": .number(design.alpha),
        "first_stage": JSONValue(design.firstStage), "most_worlds": JSONValue(design.mostWorlds),
        "worlds": JSONValue(worlds),
        "worlds_needed": mostWorlds.map { JSONValue($0) } ?? .null,
        "runs": JSONValue(outcomes.count),
        "best": .array(best.map(JSONValue.string)),
        "contenders": .array(contenders.map(JSONValue.string)),
        "arms": .array(arms.map(json)),
        "guardrails": .array(guardrails.map(Self.json)),
      ])
  }

  private func json(_ result: ArmResult) -> JSONValue {
    let values = Column<ArmResult>(key: "values") { result in
      .data(
        .array(
          outcomes.filter { $0.arm == result.arm }.map {
            JSONValue($0.value(of: design.metric).value)
          }))
    }
    return .object(result, columns + [values])
  }

  private static func json(_ comparison: Comparison) -> JSONValue {
    .object([
      "candidate": .string(comparison.candidate), "metric": .string(comparison.metric.id),
      "margin": .number(comparison.margin), "worlds": JSONValue(comparison.worlds),
      "difference": comparison.difference?.jsonValue ?? .null,
      "gating": comparison.gateTest?.jsonValue ?? .null,
    ])
  }
}

extension SelectionResults.ArmStatus {
  fileprivate var rank: Int {
    switch self {
    case .best: 0
    case .contender: 1
    case .behind: 2
    case .harmful: 3
    }
  }

  fileprivate var value: Value {
    switch self {
    case .best: .word("best", shown: "best").toned(.good)
    case .contender: .word("contender", shown: "may be the best")
    case .behind(let leader, let worlds):
      .word("behind", shown: "behind \(leader) after \(NumberText.count(worlds)) worlds")
    case .harmful(let metric, let worlds):
      .word("harmful", shown: "harms \(metric) after \(NumberText.count(worlds)) worlds")
    }
  }

  fileprivate var worlds: Int? {
    switch self {
    case .best, .contender: nil
    case .behind(_, let worlds), .harmful(_, let worlds): worlds
    }
  }

  /// The arm that was ahead, or the guardrail that was harmed.
  fileprivate var cause: String? {
    switch self {
    case .best, .contender: nil
    case .behind(let leader, _): leader
    case .harmful(let metric, _): metric
    }
  }
}
