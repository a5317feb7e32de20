internal import DataFiles
package import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// What to do after a decision: more worlds, a larger community, a tuning to try, or no step that FeedLab knows.
package struct NextStep {
  private let candidate: String
  private let outcome: Decision.Outcome
  /// The comparisons that decide.
  private let reasons: [Comparison]
  private let design: ExperimentDesign

  /// - Parameter comparisons: All comparisons of the candidate.
  package init(_ decision: Decision, _ comparisons: [Comparison], in design: ExperimentDesign) {
    candidate = decision.candidate
    outcome = decision.outcome
    reasons = decision.reasons.compactMap { id in comparisons.first { $0.metric.id == id } }
    self.design = design
  }

  /// What would change the decision; none where more worlds would not.
  package var sentences: [String] {
    switch outcome {
    case .undecided: undefined + deciding
    case .noHeadroom: ["Choose a community whose ideal order is better than random order."]
    case .equivalent:
      reasons.first { $0.gateTest?.role == .primary }.flatMap(noticing).map { [$0] } ?? []
    case .doNotShip: tuning
    case .ship: []
    }
  }

  /// A trial without a promise, where the scenario tunes the candidate for a metric that decided.
  private var tuning: [String] {
    let section = JSONValue(canonical: design.resolvedScenario).members["tune"]?.members ?? [:]
    guard section["arm"] == .string(candidate) else { return [] }
    let metrics = ["maximize", "minimize", "subject-to"].flatMap { key -> [String] in
      guard case .array(let texts) = section[key] else { return [] }
      // A limit, such as `creator_exposure_gini <= 0.8`, begins with its metric.
      return texts.compactMap { text in
        guard case .string(let text) = text else { return nil }
        return String(text.prefix { $0 != " " })
      }
    }
    return reasons.first { metrics.contains($0.metric.id) }.map {
      [
        "You can try 'feedlab tune': it searches other values of \(candidate) with"
          + " \($0.metric.labelInSentence) among its goals and limits, and may find none."
      ]
    } ?? []
  }

  /// The tested metrics without a value.
  private var undefined: [String] {
    reasons.filter { $0.worlds == 0 }.map {
      "Remove \($0.metric.labelInSentence) from the tested metrics."
    }
  }

  /// The number of worlds that decides all open tests if the changes are as observed.
  private var deciding: [String] {
    let open = reasons.filter { $0.worlds > 0 }
    let worlds = open.map { ($0, $0.worldsToDecide(alpha: design.questions.alpha) ?? .max) }
    if let (open, _) = worlds.first(where: { $0.1 > Self.mostWorlds }) {
      return [
        "More worlds hardly decide \(open.metric.labelInSentence) if its change is as it seems."
      ]
    }
    return worlds.map(\.1).max().map { most in
      let (each, changes) =
        open.count == 1
        ? ("it", "the change is as it seems") : ("each", "the changes are as they seem")
      return
        "\(NumberText.count(most)) worlds (option -n \(most)) decide \(each) in four of five cases if \(changes)."
    }.map { [$0] } ?? []
  }

  /// The smallest effect that the worlds would have found.
  private func noticing(_ comparison: Comparison) -> String? {
    guard let error = comparison.difference?.standardError, error > 0, comparison.worlds > 1 else {
      return nil
    }
    let power = Power(
      deviation: error * Double(comparison.worlds).squareRoot(), level: comparison.rule.level)
    let smallest = power.detectableEffect(worlds: comparison.worlds, power: 0.8)
    return "\(comparison.worlds) worlds find a change of \(comparison.metric.labelInSentence) by"
      + " \(text(smallest, comparison)) in four of five cases."
  }

  /// A size in percent of the baseline where the row of the metric has percentages.
  private func text(_ size: Double, _ comparison: Comparison) -> String {
    guard comparison.deciding?.scale == .share, let base = comparison.baselineMean else {
      return ValueScale(comparison).chosen(size)
    }
    return NumberText.rounded(size / base.magnitude * 100, figures: 2) + "%"
  }

  /// More worlds than that are not simulated for one decision.
  private static let mostWorlds = 10_000
}

extension MetricDefinition {
  /// The label within a sentence.
  package var labelInSentence: String {
    let second = label.dropFirst().first
    return second?.isUppercase == true ? label : label.prefix(1).lowercased() + label.dropFirst()
  }
}
