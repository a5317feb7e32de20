public import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import Scenarios
internal import Studies

extension Scenario.Correction: ExpressibleByArgument {}

/// The metrics that a decision depends on.
struct DecidingMetrics: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Metric that a candidate must improve to be shipped. Default: the scenario's.",
      valueName: "metric"), completion: .judgedMetric)
  var primary: String?

  @Option(
    name: .customLong("guardrail"),
    help: ArgumentHelp(
      "Metric that must not get worse by more than its margin; may be repeated. Default: the scenario's.",
      valueName: "metric"), completion: .judgedMetric)
  var guardrails: [String] = []

  /// The metrics with their options.
  fileprivate var tested: [(option: String, id: String)] {
    (primary.map { [("--primary", $0)] } ?? []) + guardrails.map { ("--guardrail", $0) }
  }
}

/// How much evidence a decision needs.
struct DecisionPrecision: ParsableArguments {
  /// When an experiment ends, depending on its results.
  enum Until: String, ExpressibleByArgument, CaseIterable {
    case decided, open
  }

  @Option(
    help: ArgumentHelp(
      """
      decided: look at the results after 8, 16, 32 and 64 worlds, or in the range of -n, until the primary \
      and the guardrails are decided; open: look after every 4 worlds, from -n on, with wider intervals that \
      are valid at any look.
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
      Margin of one metric, or of all metrics without a margin: the smallest effect that matters, in the \
      metric's unit or in percent of the baseline; may be repeated.
      """, valueName: "[metric=]d|d%"))
  var margin: [String] = []

  @OptionGroup var errorRate: ErrorRateOptions

  @Option(
    help: ArgumentHelp(
      "Correction of the p-values of the primary and the guardrails: holm, bh or none.",
      valueName: "how"))
  var correction: Scenario.Correction?

  fileprivate var isGiven: Bool {
    until != nil || halfWidth != nil || !margin.isEmpty || errorRate.alpha != nil
      || correction != nil
  }
}

/// The tested metrics of a comparison, its alpha, and when it stops.
struct DecisionOptions: ParsableArguments {
  @OptionGroup(title: OptionSection.what) var metrics: DecidingMetrics

  @OptionGroup(title: OptionSection.howSure) var precision: DecisionPrecision

  /// Whether any of the options is given.
  var isGiven: Bool {
    metrics.primary != nil || !metrics.guardrails.isEmpty || precision.isGiven
  }

  /// The metrics that the options name, which are always measured.
  func named() throws -> [String] {
    var named: [String] = []
    if let primary = metrics.primary {
      named.append(try NamedMetric.directed(primary, at: "--primary").id)
    }
    for id in metrics.guardrails {
      named.append(try NamedMetric.directed(id, at: "--guardrail").id)
    }
    for (metric, _) in try margins() { if let metric { named.append(metric) } }
    if let goal = try goal() { named.append(goal.metric) }
    return named
  }

  /// Sets the tests and the end of an experiment.
  ///
  /// - Parameters:
  ///   - given: The value of `-n`.
  ///   - scenario: Has what the options leave open.
  func apply(
    to experiment: inout Experiment, replications given: Scenario.Replications?,
    of scenario: Scenario
  ) throws {
    try setTests(&experiment, of: scenario)
    if precision.until == .decided, case .fixed(let worlds)? = given {
      throw CommandFailure.usage(
        "-n \(worlds) and --until decided: -n fixes the number of worlds, and --until decided lets results"
          + " determine it; give a range, such as -n 8..64, or only one of them")
    }
    experiment.end(by: try plan(given ?? scenario.comparison.replications))
  }

  private func setTests(_ experiment: inout Experiment, of scenario: Scenario) throws {
    var questions = experiment.design.questions
    if let primary = metrics.primary {
      let primary = try NamedMetric.directed(primary, at: "--primary").id
      questions.primary = primary
      questions.guardrails.removeAll { $0 == primary }
    } else if !metrics.guardrails.isEmpty, questions.hasDefaultPrimary {
      questions.primary = nil
    }
    if !metrics.tested.isEmpty { questions.hasDefaultPrimary = false }
    if !metrics.guardrails.isEmpty {
      questions.guardrails = []
      for guardrail in metrics.guardrails {
        let id = try NamedMetric.directed(guardrail, at: "--guardrail").id
        if id == questions.primary {
          throw CommandFailure.usage("--guardrail '\(id)': this metric is the primary")
        }
        if questions.guardrails.contains(id) {
          throw CommandFailure.usage("--guardrail '\(id)': this metric is given twice")
        }
        questions.guardrails.append(id)
      }
    }
    for (option, id) in metrics.tested {
      if let reason = scenario.untestable(id) { throw CommandFailure.usage("\(option): \(reason)") }
    }
    if let alpha = precision.errorRate.alpha {
      guard alpha >= 0.0001, alpha <= 0.5 else {
        throw CommandFailure.usage("--alpha \(alpha): expected a number from 0.0001 to 0.5")
      }
      questions.alpha = alpha
    }
    if let correction = precision.correction { questions.correction = correction }
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
    experiment.setHypotheses(questions, margins: sizes)
  }

  private func plan(_ replications: Scenario.Replications) throws -> WorldPlan {
    if let goal = try goal() {
      guard precision.until == nil else {
        throw CommandFailure.usage(
          "--half-width and --until: only one of them can be given")
      }
      let (first, most) = Self.range(replications, most: Self.mostPrecise)
      guard first >= 2 else {
        throw CommandFailure.usage("--half-width: at least two worlds are needed")
      }
      return .precise(.init(metric: goal.metric, size: goal.size, first: first, most: most))
    }
    switch precision.until {
    case nil: return WorldPlan(replications)
    case .decided:
      if case .fixed = replications { return WorldPlan(.auto) }
      return WorldPlan(replications)
    case .open:
      let (first, most) = Self.range(replications, most: Self.mostOpen)
      guard first >= 2 else {
        throw CommandFailure.usage("--until open: at least two worlds are needed")
      }
      return .open(first: first, most: most)
    }
  }

  private static let mostPrecise = 1000
  private static let mostOpen = 1000

  /// The range of worlds; a fixed number is the number of the first look.
  private static func range(
    _ replications: Scenario.Replications, most: Int
  ) -> (first: Int, most: Int) {
    switch replications {
    case .fixed(let worlds): (worlds, max(worlds, most))
    case .looks(let first, let last): (first, replications == .auto ? max(last, most) : last)
    }
  }

  private func goal() throws -> (metric: String, size: Double)? {
    guard let halfWidth = precision.halfWidth else { return nil }
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
    for text in precision.margin {
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

extension ComparisonOptions {
  /// The comparison with its tests.
  func experiment(
    _ set: MetricSet, deciding decision: DecisionOptions, tapes: TapeIndex? = nil,
    probe: ProbeOptions, hasReferences: Bool
  ) throws -> Experiment {
    let named = try decision.named()
    let scenario = probe.applied(to: try loadedToCompare(tapes, hasReferences: hasReferences))
    var experiment = try experiment(
      scenario, measuring: try set.chosen(for: scenario, named: named))
    try decision.apply(
      to: &experiment, replications: try worlds.replications(),
      of: scenario)
    return experiment
  }
}
