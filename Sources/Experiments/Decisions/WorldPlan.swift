internal import FeedMetrics
public import Scenarios
package import Stochastics

/// How many worlds an experiment simulates, and when it ends.
///
/// An experiment that stops as soon as its results are significant has a type I error rate above alpha:
/// with 95 % intervals and a look after every world, one A/A experiment in four ends with a difference.
/// Each plan but the first therefore has its own intervals, which are valid at the look that ends it.
public enum WorldPlan: Sendable, Hashable, Codable {
  /// A number of worlds that does not depend on the results; Student's intervals.
  case fixed(Int)
  /// Looks at `first` worlds, twice as many and so on, the last at `most`, until all tests are decided;
  /// Student's intervals at the level of the look: `Looks`.
  case looks(first: Int, most: Int)
  /// A look after `first` worlds and after every ``WorldPlan/stride`` more, until all tests are decided;
  /// always-valid intervals.
  case open(first: Int, most: Int)
  /// As many worlds as the interval of a metric's difference needs to reach a half-width: Stein's
  /// two-stage procedure, which gives the intervals of all metrics.
  case precise(HalfWidth)

  public init(_ replications: Scenario.Replications) {
    self =
      switch replications {
      case .fixed(let worlds): .fixed(worlds)
      case .looks(let first, let most): .looks(first: first, most: most)
      }
  }

  /// Whether the results decide the number of worlds: tests that ignore the plan, such as
  /// ``FurtherTests``, are then only approximate.
  public var isEndedByResults: Bool { firstLook < most }

  /// Worlds between the looks of an open plan.
  public static let stride = 4

  /// The half-width that an interval must reach.
  public struct HalfWidth: Sendable, Hashable, Codable {
    /// The metric's id.
    public var metric: String
    /// In the metric's unit; greater than 0.
    public var size: Double
    /// Worlds of the first stage, to estimate the spread from; at least 2.
    public var first: Int
    /// The largest number of worlds.
    public var most: Int

    public init(metric: String, size: Double, first: Int, most: Int) {
      precondition(size > 0, "a half-width of \(size)")
      precondition(first >= 2 && most >= first, "\(first) to \(most) worlds")
      self.metric = metric
      self.size = size
      self.first = first
      self.most = most
    }
  }

  /// The worlds after which the experiment looks at its results for the first time.
  public var firstLook: Int {
    switch self {
    case .fixed(let worlds): worlds
    case .looks(let first, _), .open(let first, _): first
    case .precise(let goal): goal.first
    }
  }

  /// The number of worlds of a fixed plan; `nil` for other plans.
  public var fixedWorlds: Int? { if case .fixed(let worlds) = self { worlds } else { nil } }

  /// The largest number of worlds that the experiment may simulate.
  public var most: Int {
    switch self {
    case .fixed(let worlds): worlds
    case .looks(_, let most), .open(_, let most): most
    case .precise(let goal): goal.most
    }
  }
}

/// Why an experiment ended when it did.
public enum Ending: Sendable, Hashable, Codable {
  /// All planned worlds were simulated.
  case planned
  /// All tests were decided at look `look`, from 1, of `of`; an open plan has no last look.
  case decided(look: Int, of: Int?)
  /// A test was undecided at the last look.
  case exhausted
  /// The interval has the required half-width.
  case precise
  /// The interval is too wide: `needed` worlds would be needed.
  case imprecise(needed: Int)
  /// The experiment was interrupted before its plan ended it.
  case interrupted
}

/// What an experiment does after a look at its results.
package enum NextStage: Equatable {
  /// It simulates more worlds, until there are so many.
  case upTo(Int)
  case end(Ending)
}

extension WorldPlan {
  /// The next stage, given the results of the worlds so far.
  package func next(after results: ExperimentResults) -> NextStage {
    let worlds = results.design.worlds
    switch self {
    case .fixed: return .end(.planned)
    case .looks:
      let looks = looks(alpha: results.design.questions.alpha)?.worlds ?? []
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
  package func looks(alpha: Double) -> Looks? {
    guard case .looks(let first, let most) = self else { return nil }
    return Looks(first: first, last: most, risk: alpha)
  }

  /// The second stage of the candidate that needs the most worlds. A world without a value has no difference, so another
  /// one follows it.
  private static func next(_ goal: HalfWidth, _ results: ExperimentResults) -> NextStage {
    let needed = results.comparisons.filter { $0.metric.id == goal.metric }.map { comparison in
      guard case .stein(_, let first) = comparison.rule,
        let design = SteinDesign(
          firstStage: Summary(comparison.pairs.differences.prefix(first)),
          halfWidth: goal.size, level: comparison.rule.level)
      else { return 0 }
      return design.worlds.map { $0 + comparison.missing } ?? .max
    }.max()
    let (worlds, all) = (results.design.worlds, max(goal.first, needed ?? 0))
    if worlds >= all { return .end(.precise) }
    return worlds < goal.most ? .upTo(min(all, goal.most)) : .end(.imprecise(needed: all))
  }
}

extension ExperimentResults {
  /// Whether all tests are decided: the primary and the guardrails of all candidates; without a primary
  /// or guardrail the metrics that have a margin; without margins all metrics that have a good direction.
  ///
  /// A candidate that does harm is decided unless a guardrail is open whose estimate lies further beyond its limit than all
  /// harm that was found. A metric that has no value in any world neither ends the experiment nor keeps it going.
  package var isDecided: Bool {
    guard decisions.isEmpty else { return decisions.allSatisfy(isDecided) }
    let declared = comparisons.filter { design.margins[$0.metric.id] != nil }
    let judged = comparisons.filter { $0.metric.direction != .describes }
    return (declared.isEmpty ? judged : declared).allSatisfy { !$0.isOpen }
  }

  private func isDecided(_ decision: Decision) -> Bool {
    let tests = comparisons(of: decision.candidate).filter { $0.gateTest != nil && $0.worlds > 0 }
    let open = tests.filter(\.isOpen).map(\.harm)
    guard decision.outcome == .doNotShip else { return open.isEmpty }
    let found = tests.filter { $0.gateTest?.gate == .fail }.map(\.harm).max() ?? 0
    return open.allSatisfy { $0 <= max(1, found) }
  }
}
