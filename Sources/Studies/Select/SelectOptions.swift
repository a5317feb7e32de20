package import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// Which metric arms are selected by.
struct SelectionMetric: ParsableArguments {
  @Option(
    help: ArgumentHelp("Metric to select by.", valueName: "metric"), completion: .judgedMetric)
  var metric: String
}

/// How surely the selected arm is the best.
struct SelectionPrecision: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Smallest lead that matters, in the metric's unit.", valueName: "d"))
  var delta: Double

  @OptionGroup var errorRate: ErrorRateOptions
}

/// Selects the best of a scenario's arms.
package struct SelectOptions: StudyOptions {
  package static let configuration = CommandConfiguration(
    commandName: "select",
    abstract: "Find the best of several arms in few worlds, with a guarantee.",
    discussion: """
      Simulates all arms in a first stage of parallel worlds. Then it adds worlds one by one, and drops an \
      arm when it is too far behind another (Kim and Nelson's procedure). An arm that leads by D or \
      more is selected with probability 1 - alpha or more. Arms that harm a guardrail of the scenario \
      beyond its margin are dropped after the first stage, whatever their metric.

      -n N sets the maximum number of worlds, -n F..N also the size of the first stage. Default: 10..1000.

      Prints the status of each arm and writes select.json, select.csv and select.md to reports/NAME. \
      Finished worlds are saved in ledger.sqlite there, so that the same command resumes after Ctrl-C.

      Example:
        feedlab select scenarios/quickstart.yml --metric engagement_rate --delta 0.002
      """)

  package init() {}

  @OptionGroup var comparison: ComparisonOptions

  @OptionGroup(title: OptionSection.what) var selected: SelectionMetric

  @OptionGroup(title: OptionSection.howSure) var precision: SelectionPrecision

  package var worlds: ExperimentOptions { comparison.worlds }

  package func study() throws -> any Study {
    let metric = try NamedMetric.directed(selected.metric, at: "--metric")
    let delta = precision.delta
    guard delta > 0, delta.isFinite else {
      throw CommandFailure.usage(
        "--delta \(delta): expected a number above 0, in the unit of \(metric.id)")
    }
    let (first, most) = try stages()
    let scenario = try comparison.loadedToCompare()
    var questions = scenario.comparison.questions
    questions.primary = nil
    questions.guardrails.removeAll { $0 == metric.id }
    let pages = MetricCatalogue.underfilledPages
    if scenario.arms.contains(where: \.leavesOut), metric.id != pages,
      !questions.guardrails.contains(pages)
    {
      questions.guardrails.append(pages)
    }
    questions.alpha = try precision.errorRate.alpha(else: questions.alpha)
    let measured = MetricCatalogue.definitions(of: [metric.id] + questions.guardrails)
    var experiment = try comparison.experiment(scenario, measuring: measured)
    experiment.setHypotheses(questions)
    experiment.end(by: .fixed(first))
    return Selection(experiment, metric: metric, indifference: delta, mostWorlds: most)
  }

  /// Worlds of the first stage, and the largest number of worlds.
  private func stages() throws -> (first: Int, most: Int) {
    let first = SelectionDesign.defaultFirstStage
    switch try comparison.worlds.replications() {
    case nil: return (first, SelectionDesign.defaultMostWorlds)
    case .looks(let first, let most): return (first, most)
    case .fixed(let most):
      guard most >= first else {
        throw CommandFailure.usage(
          "-n \(most): the first stage has \(first) worlds; use -n 2..\(max(3, most)) for a shorter one"
        )
      }
      return (first, most)
    }
  }
}
