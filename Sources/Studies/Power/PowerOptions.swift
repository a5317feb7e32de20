package import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Scenarios

/// Which metric is compared.
struct ComparedMetric: ParsableArguments {
  @Option(help: ArgumentHelp("Metric to compare.", valueName: "metric"), completion: .metric)
  var metric: String
}

/// How small an effect is to be detected, and with which error rates.
struct PowerPrecision: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Effect size to detect, in the metric's unit or in percent of the baseline.",
      valueName: "d|d%"))
  var effect: String?

  @Option(
    help: ArgumentHelp(
      "Half-width of the interval, in the metric's unit or in percent of the baseline.",
      valueName: "h|h%"))
  var halfWidth: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Probability of detecting the effect.", valueName: "p"))
  var power = PowerAnalysis.defaultPower

  @OptionGroup var errorRate: ErrorRateOptions
}

/// Estimates how many worlds a comparison needs.
package struct PowerOptions: StudyOptions {
  package static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Estimate how many worlds a comparison needs, with paired and with unpaired worlds.",
    discussion: """
      Simulates the arms in a first stage of parallel worlds (10 by default) and estimates the standard \
      deviation of their differences. With --effect it reports how many worlds detect an effect of that \
      size, with --half-width how many worlds make the interval that narrow, and in any case what 8, 16, \
      32 and 64 worlds can show.

      Prints a table for each candidate and writes power.json, power.csv and power.md to reports/NAME. \
      Finished worlds are saved in ledger.sqlite there, so that the same command resumes after Ctrl-C.

      Example:
        feedlab power scenarios/quickstart.yml --metric engagement_rate --effect 1%
      """)

  @OptionGroup var comparison: ComparisonOptions

  @OptionGroup(title: OptionSection.what) var compared: ComparedMetric

  @OptionGroup(title: OptionSection.howSure) var precision: PowerPrecision

  package init() {}

  package var worlds: ExperimentOptions { comparison.worlds }

  package func study() throws -> any Study {
    let metric = try NamedMetric.metric(compared.metric, at: "--metric")
    let goal = try goal()
    let power = precision.power
    guard power >= 0.5, power < 1 else {
      throw CommandFailure.usage("--power \(power): expected a number from 0.5 up to, but not, 1")
    }
    return PowerStudy(try experiment(metric), metric: metric, goal: goal, power: power)
  }

  private func experiment(
    _ metric: MetricDefinition
  ) throws -> Experiment {
    let worlds =
      try comparison.worlds.fixedReplications(for: "power") ?? PowerAnalysis.defaultWorlds
    guard worlds >= 2 else {
      throw CommandFailure.usage("-n 1: the spread needs at least two worlds")
    }
    let scenario = try comparison.loadedToCompare()
    let alpha = try precision.errorRate.alpha(else: scenario.comparison.questions.alpha)
    var experiment = try comparison.experiment(scenario, measuring: [metric])
    experiment.setHypotheses(Scenario.Questions(alpha: alpha))
    experiment.end(by: .fixed(worlds))
    return experiment
  }

  private func goal() throws -> PowerAnalysis.Goal? {
    switch (precision.effect, precision.halfWidth) {
    case (nil, nil): nil
    case (let effect?, nil): .effect(try Self.size(effect, at: "--effect"))
    case (nil, let halfWidth?): .halfWidth(try Self.size(halfWidth, at: "--half-width"))
    case (_?, _?):
      throw CommandFailure.usage("--effect and --half-width: only one of them can be given")
    }
  }

  private static func size(
    _ text: String, at option: String
  ) throws -> Scenario.Margin.Size {
    guard let size = Scenario.Margin.Size(text), size != .absolute(0), size != .relative(0) else {
      throw CommandFailure.usage(
        "\(option) '\(text)': expected a number above 0 in the metric's unit, such as 0.01, or a"
          + " percentage of the baseline, such as 1%")
    }
    return size
  }
}
