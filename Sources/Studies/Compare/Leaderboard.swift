package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Scenarios
internal import Stochastics

/// Many arms in a table with a row for each, the best first: of a comparison the candidates by their change of the
/// primary metric, otherwise the arms by their means.
package struct Leaderboard {
  private let results: ExperimentResults

  /// The most arms that have a column each in other tables.
  private static let mostColumns = 3

  package init(_ results: ExperimentResults) { self.results = results }

  private var design: ExperimentDesign { results.design }

  /// Whether there are more arms than tables have columns for.
  package var isUseful: Bool {
    (design.baseline == nil ? design.arms : design.candidates).count > Self.mostColumns
  }

  package var table: Table { design.baseline.map(ranking) ?? MeasuredBrief(results).table }

  private func ranking(_ baseline: String) -> Table {
    let candidates = design.candidates.map { results.comparisons(of: $0) }
    let primary =
      design.questions.primary ?? design.metrics.first { $0.id == "engagement_rate" }?.id
    func chosen(_ comparisons: [Comparison]) -> Comparison? {
      comparisons.first { $0.metric.id == primary }
    }
    let ordered = candidates.enumerated().sorted { one, other in
      let gains = [one.element, other.element].map { chosen($0)?.gains.mean ?? -.infinity }
      return gains[0] == gains[1] ? one.offset < other.offset : gains[0] > gains[1]
    }.map(\.element)
    let name = ordered.first.flatMap(chosen)?.metric.label ?? "primary"
    let columns: [Column<[Comparison]>] = [
      Column("") { comparisons in
        let decision = results.decisions.first { $0.candidate == comparisons.first?.candidate }
        return .text(decision?.outcome.mark ?? "")
      },
      Column(.init("against \(baseline)")) { .text($0.first?.candidate ?? "") },
      Column(.init(name), .right) { chosen($0)?.candidateValue ?? .missing },
      Column("change") { chosen($0)?.briefValue ?? .missing },
      Column("limits") { Self.limits($0) },
      Column("largest other change", in: [0]) { Self.largest($0) },
    ]
    return Table(columns, ordered, layouts: 2)
  }

  private static func limits(_ comparisons: [Comparison]) -> Value {
    let guardrails = comparisons.filter { $0.gateTest?.role == .guardrail }
    guard !guardrails.isEmpty else { return .missing }
    let broken = guardrails.filter { $0.gateTest?.gate == .fail }.map(\.metric.label)
    let kept = guardrails.count { $0.gateTest?.gate == .pass }
    return .text(
      broken.isEmpty
        ? "\(kept) of \(guardrails.count) ok" : "broken: \(broken.joined(separator: ", "))"
    ).toned(broken.isEmpty ? .plain : .bad)
  }

  private static func largest(_ comparisons: [Comparison]) -> Value {
    let others = comparisons.filter { $0.gateTest == nil && $0.sizeThatMatters > 0 }
    guard let largest = others.max(by: { $0.sizeThatMatters < $1.sizeThatMatters }) else {
      return .missing
    }
    return .text("\(largest.metric.label) \(largest.briefValue.text)").toned(largest.finding.tone)
  }
}

extension [Double] {
  fileprivate var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
