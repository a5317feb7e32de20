internal import FeedMetrics
internal import Scenarios
package import Stochastics

/// What an experiment does after a look at its results.
package enum NextStage: Equatable {
  /// It lives through more worlds, until there are so many.
  case upTo(Int)
  case end(Ending)
}

extension WorldPlan {
  /// What to do after a look at the results of the worlds so far.
  package func next(after results: ExperimentResults) -> NextStage {
    let worlds = results.design.worlds
    switch self {
    case .fixed: return .end(.planned)
    case .looks:
      let looks = looks(risk: results.design.questions.alpha)?.worlds ?? []
      guard let look = looks.firstIndex(of: worlds) else {
        preconditionFailure("no look at \(worlds) worlds")
      }
      if results.isDecided { return .end(.decided(look: look + 1, of: looks.count)) }
      return look + 1 < looks.count ? .upTo(looks[look + 1]) : .end(.exhausted)
    case .open(let first, let most):
      if results.isDecided {
        return .end(.decided(look: (worlds - first) / Self.stride + 1, of: nil))
      }
      return worlds < most ? .upTo(min(most, worlds + Self.stride)) : .end(.exhausted)
    case .precise(let goal): return Self.next(goal, results)
    }
  }

  /// The looks of a plan that has several of them; `nil` for others.
  package func looks(risk: Double) -> Looks? {
    guard case .looks(let first, let most) = self else { return nil }
    return Looks(first: first, last: most, risk: risk)
  }

  /// The second stage of the candidate that needs the most worlds.
  private static func next(_ goal: HalfWidth, _ results: ExperimentResults) -> NextStage {
    let needed = results.comparisons.filter { $0.metric.id == goal.metric }.map { comparison in
      let design = SteinDesign(
        firstStage: Summary(comparison.pairs.differences.prefix(goal.first)),
        halfWidth: goal.size, level: comparison.rule.level)
      return design.map { $0.worlds ?? .max } ?? 0
    }.max()
    let (worlds, all) = (results.design.worlds, max(goal.first, needed ?? 0))
    if worlds >= all { return .end(.precise) }
    return worlds < goal.most ? .upTo(min(all, goal.most)) : .end(.imprecise(needed: all))
  }
}

extension ExperimentResults {
  /// Whether more worlds could not change what is asked: the primary and the guardrails of all candidates;
  /// where nothing is asked, the metrics that have a margin; without these, all that have a good side.
  package var isDecided: Bool {
    guard decisions.isEmpty else { return decisions.allSatisfy { $0.outcome != .undecided } }
    let declared = comparisons.filter { design.margins[$0.metric.id] != nil }
    let judged = comparisons.filter { $0.metric.direction != .describes }
    return (declared.isEmpty ? judged : declared).allSatisfy { !$0.isOpen }
  }
}
