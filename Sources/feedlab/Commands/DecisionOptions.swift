public import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import Scenarios
internal import Studies

extension Scenario.Correction: ExpressibleByArgument {}

/// What a comparison is to decide, at which risk, and when it has seen enough.
struct DecisionOptions: ParsableArguments {
  /// What an experiment looks at its results for.
  enum Until: String, ExpressibleByArgument, CaseIterable {
    case decided, open
  }

  @Option(
    help: ArgumentHelp(
      """
      decided: looks at 8, 16, 32 and 64 worlds, or in the range of -n, until what is asked is decided; \
      open: a look after every 4 worlds, from -n on, with wider intervals that are valid at any look.
      """, valueName: "when"))
  var until: Until?

  @Option(
    help: ArgumentHelp(
      "Simulate as many worlds as make the half-width of a metric's interval this small.",
      valueName: "metric=h"))
  var halfWidth: String?

  @Option(
    help: ArgumentHelp(
      """
      The smallest effect that matters, of one metric or of all that have none: in the metric's unit or in \
      percent of the baseline; may be repeated.
      """, valueName: "[metric=]d|d%"))
  var margin: [String] = []

  @Option(
    help: ArgumentHelp(
      "Metric that a candidate must improve to be shipped. Default: the scenario's.",
      valueName: "metric"))
  var primary: String?

  @Option(
    name: .customLong("guardrail"),
    help: ArgumentHelp(
      "Metric that must not get worse by more than its margin; may be repeated. Default: the scenario's.",
      valueName: "metric"))
  var guardrails: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Type I error rate. Default: the scenario's alpha, or 0.05.", valueName: "a")
  )
  var alpha: Double?

  @Option(
    help: ArgumentHelp(
      "Correction of the p-values of the primary and the guardrails: holm, bh or none.",
      valueName: "how"))
  var correction: Scenario.Correction?

  /// Whether any of the options is given.
  var isAsked: Bool {
    until != nil || halfWidth != nil || !margin.isEmpty || primary != nil || !guardrails.isEmpty
      || alpha != nil || correction != nil
  }

  /// The metrics that the options name, which are measured whatever the set.
  func named() throws -> [String] {
    var named: [String] = []
    if let primary { named.append(try NamedMetric.judged(primary, at: "--primary").id) }
    for id in guardrails { named.append(try NamedMetric.judged(id, at: "--guardrail").id) }
    for (metric, _) in try margins() { if let metric { named.append(metric) } }
    if let goal = try goal() { named.append(goal.metric) }
    return named
  }

  /// Lets an experiment ask and end as the options say.
  ///
  /// - Parameters:
  ///   - asked: What `-n` says.
  ///   - usual: What the scenario says.
  func apply(
    to experiment: inout Experiment, replications asked: Scenario.Replications?,
    otherwise usual: Scenario.Replications
  ) throws {
    try ask(&experiment)
    if until == .decided, case .fixed(let worlds)? = asked {
      throw CommandFailure.usage(
        "-n \(worlds) and --until decided: the one fixes how many worlds there are, the other lets the results"
          + " decide it; write a range, such as -n 8..64, or leave one of them out")
    }
    experiment.end(by: try plan(asked ?? usual))
  }

  private func ask(_ experiment: inout Experiment) throws {
    var questions = experiment.design.questions
    if let primary {
      let primary = try NamedMetric.judged(primary, at: "--primary").id
      questions.primary = primary
      questions.guardrails.removeAll { $0 == primary }
    }
    if !guardrails.isEmpty {
      questions.guardrails = []
      for guardrail in guardrails {
        let id = try NamedMetric.judged(guardrail, at: "--guardrail").id
        if id == questions.primary {
          throw CommandFailure.usage("--guardrail '\(id)': it is the primary")
        }
        if questions.guardrails.contains(id) {
          throw CommandFailure.usage("--guardrail '\(id)': it is a guardrail already")
        }
        questions.guardrails.append(id)
      }
    }
    if let alpha {
      guard alpha >= 0.0001, alpha <= 0.5 else {
        throw CommandFailure.usage("--alpha \(alpha): expected a number from 0.0001 to 0.5")
      }
      questions.alpha = alpha
    }
    if let correction { questions.correction = correction }
    var sizes: [String: Scenario.Margin.Size] = [:]
    for (metric, size) in try margins() {
      guard let metric else {
        for other in experiment.design.metrics
        where experiment.design.margins[other.id] == nil && sizes[other.id] == nil {
          sizes[other.id] = size
        }
        continue
      }
      sizes[metric] = size
    }
    experiment.ask(questions, margins: sizes)
  }

  private func plan(_ replications: Scenario.Replications) throws -> WorldPlan {
    if let goal = try goal() {
      guard until == nil else {
        throw CommandFailure.usage(
          "--half-width and --until: the one says when it is enough, so does the other")
      }
      let (first, most) = Self.range(replications, most: Self.mostPrecise)
      guard first >= 2 else {
        throw CommandFailure.usage("--half-width: one world has no spread to judge by")
      }
      return .precise(.init(metric: goal.metric, size: goal.size, first: first, most: most))
    }
    switch until {
    case nil: return WorldPlan(replications)
    case .decided:
      if case .fixed = replications { return WorldPlan(.auto) }
      return WorldPlan(replications)
    case .open:
      let (first, most) = Self.range(replications, most: Self.mostOpen)
      guard first >= 2 else {
        throw CommandFailure.usage("--until open: one world has no spread to judge by")
      }
      return .open(first: first, most: most)
    }
  }

  private static let mostPrecise = 1000
  private static let mostOpen = 1000

  /// A fixed number is that of the first look.
  private static func range(
    _ replications: Scenario.Replications, most: Int
  ) -> (first: Int, most: Int) {
    switch replications {
    case .fixed(let worlds): (worlds, max(worlds, most))
    case .looks(let first, let last): (first, replications == .auto ? max(last, most) : last)
    }
  }

  private func goal() throws -> (metric: String, size: Double)? {
    guard let halfWidth else { return nil }
    let parts = halfWidth.split(outsideParenthesesAt: "=")
    guard parts.count == 2, let size = PlainNumber(parts[1])?.value, size > 0 else {
      throw CommandFailure.usage(
        "--half-width '\(halfWidth)': expected a metric and a number greater than 0, such as"
          + " engagement_rate=0.001")
    }
    return (try NamedMetric.metric(String(parts[0]), at: "--half-width").id, size)
  }

  private func margins() throws -> [(metric: String?, size: Scenario.Margin.Size)] {
    var margins: [(metric: String?, size: Scenario.Margin.Size)] = []
    for text in margin {
      let parts = text.split(outsideParenthesesAt: "=")
      guard let size = Scenario.Margin.Size(String(parts.last ?? "")) else {
        throw CommandFailure.usage("--margin '\(text)': expected \(Scenario.Margin.Size.form)")
      }
      let id = parts.count == 2 ? try NamedMetric.metric(String(parts[0]), at: "--margin").id : nil
      if margins.contains(where: { $0.metric == id }) {
        throw CommandFailure.usage(
          "--margin '\(text)': \(id ?? "the metrics without one") has a margin already")
      }
      margins.append((id, size))
    }
    return margins
  }
}
