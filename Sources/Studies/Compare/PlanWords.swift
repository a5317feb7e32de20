internal import Experiments
internal import FeedMetrics
internal import Scenarios

/// At which risk a comparison judges, in words.
struct PlanWords {
  private let design: ExperimentDesign

  init(_ design: ExperimentDesign) { self.design = design }

  /// Alpha, what the intervals hold for, and what is corrected for.
  var risk: String {
    [coverage, correction].compactMap { $0 }.joined(separator: ", ")
  }

  private var coverage: String {
    let alpha = "alpha \(Remarks.alpha(design))"
    switch design.plan {
    case .fixed: return "\(alpha) for each difference"
    case .precise(let goal):
      return
        "\(alpha) for each difference, with the spread of the first \(goal.first) pairs of worlds"
        + " (Stein's two stages)"
    case .looks:
      let all = LevelWords.phrase(1 - design.questions.alpha)
      return "\(alpha) for each difference over all looks: intervals of"
        + " \(LevelWords.phrase(design.level)) at this one cover with those of the others at \(all)"
    case .open: return "\(alpha) for each difference, with intervals that are valid at any look"
    }
  }

  private var correction: String? {
    let questions = design.questions
    let asked = questions.metrics.filter { id in design.metrics.contains { $0.id == id } }
    guard !asked.isEmpty, questions.family != .none else { return "not corrected for their number" }
    let count = familySize(asked.count)
    switch questions.correction {
    case .holm: return "p of ! (of guardrails: of harm beyond the margin) by Holm for \(count)"
    case .benjaminiHochberg:
      return
        "p of ! (of guardrails: of harm beyond the margin) by Benjamini and Hochberg for \(count)"
    case .none: return "not corrected for their number"
    }
  }

  private func familySize(_ asked: Int) -> String {
    func questions(_ count: Int) -> String { count == 1 ? "1 question" : "\(count) questions" }
    return design.questions.family == .candidate
      ? "\(questions(asked)) of each candidate" : questions(asked * design.candidates.count)
  }
}
