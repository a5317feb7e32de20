internal import ArgumentParser
internal import Experiments
internal import FeedMetrics
internal import Scenarios

/// Which of a scenario's arms the best is looked for among, and what it is best in.
struct SelectionOptions: ParsableArguments {
  @OptionGroup var comparison: ComparisonOptions

  @Option(help: ArgumentHelp("What the best arm is best in.", valueName: "metric"))
  var metric: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The smallest lead that matters, in the metric's unit.", valueName: "d"))
  var delta: Double

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The risk of a wrong choice, instead of the scenario's; 0.05 when nothing is said.",
      valueName: "a"))
  var alpha: Double?

  func selection() throws(CommandFailure) -> Selection {
    let metric = try NamedMetric.judged(metric, at: "--metric")
    guard delta > 0, delta.isFinite else {
      throw .usage("--delta \(delta): expected a number above 0, in the unit of \(metric.id)")
    }
    let (first, most) = try stages()
    let scenario = try comparison.loaded()
    var questions = scenario.comparison.questions
    questions.primary = nil
    questions.guardrails.removeAll { $0 == metric.id }
    questions.alpha = try CommandFailure.risk(alpha, else: questions.alpha)
    let measured = MetricCatalogue.all.filter {
      $0.id == metric.id || questions.guardrails.contains($0.id)
    }
    var experiment = try comparison.experiment(scenario, measuring: measured)
    experiment.ask(questions)
    experiment.end(by: .fixed(first))
    return Selection(experiment, metric: metric, indifference: delta, mostWorlds: most)
  }

  /// Worlds of the first stage, and worlds at most.
  private func stages() throws(CommandFailure) -> (first: Int, most: Int) {
    let first = SelectionDesign.defaultFirstStage
    switch try comparison.worlds.replications() {
    case nil: return (first, SelectionDesign.defaultMostWorlds)
    case .looks(let first, let most): return (first, most)
    case .fixed(let most):
      guard most >= first else {
        throw .usage(
          "-n \(most): the first stage has \(first) worlds; -n 2..\(max(3, most)) has a shorter one"
        )
      }
      return (first, most)
    }
  }
}

extension CommandFailure {
  /// The risk that `--alpha` gives.
  ///
  /// - Parameter other: That where it gives none.
  static func risk(_ alpha: Double?, else other: Double) throws(CommandFailure) -> Double {
    guard let alpha else { return min(other, 0.49) }
    guard alpha >= 0.0001, alpha < 0.5 else {
      throw .usage("--alpha \(alpha): expected a number from 0.0001 up to, but not, 0.5")
    }
    return alpha
  }
}
