package import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import Scenarios
internal import Stochastics
internal import SyntheticSociety

/// What is uncertain, and over how many values it varies.
struct VariedOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What varies: societies, behaviour or weights. Default: societies.", valueName: "subject"))
  var of = SensitivityOptions.Subject.societies

  @Option(
    help: ArgumentHelp(
      "Parameters to vary: keys or regular expressions, separated by commas. Default: all.",
      valueName: "list"), completion: .list(PlausibleRange.all.map(\.key)))
  var parameters: String?
}

/// How many points a screening has.
struct ScreeningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of trajectories. Default: 4 for behaviour, 10 for weights.",
      valueName: "r"))
  var trajectories: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of values of each parameter, an even number. Default: 4.",
      valueName: "p"))
  var levels: Int?
}

/// Where the findings go besides the folder of results.
struct RecordingOptions: ParsableArguments {
  @Flag(
    help: """
      Record beside the scenario, in sensitivity/NAME.json, in which communities its verdicts hold; reports of \
      'feedlab ab' and 'feedlab check' then say so.
      """)
  var record = false
}

/// Estimates what the verdicts of a comparison, or the metrics of an arm, depend on.
package struct SensitivityOptions: StudyOptions {
  package static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Show whether verdicts hold in other communities, or which weights of an arm matter.",
    discussion: """
      Repeats the comparison of a scenario in its own community and in 16 others. The others vary \
      together which posts are candidates on home, how many posts and follows there are, how people react \
      to what they see, what they like and how often they come, whether they change, and half or twice the \
      members; each thing is at each of two values in half of them. All arms are simulated in the same \
      parallel worlds of each community, 4 by default and 3 of a larger one, which takes some minutes for \
      2,000 members. Each community has its own random draws. Prints for each candidate in how many of the \
      16 the verdict on the primary metric holds, and with what it turns, and writes societies.json, \
      societies.csv and societies.md to reports/NAME. With --record the findings go to sensitivity/NAME.json \
      beside the scenario, a file to commit: the first lines of 'feedlab ab' and 'feedlab check' then show \
      them.

      --of behaviour shows in which plausible communities the verdicts of a comparison hold. The behaviour \
      of people is known only within ranges, which 'feedlab describe plausible' lists. A Morris screening \
      varies each parameter over its range, one at a time, from several starting points; at each point all \
      arms are simulated in the same parallel worlds. K parameters and R trajectories make R x (K + 1) \
      communities, each with as many worlds as 'feedlab ab' would have. Prints the share of communities in \
      which each verdict holds, the most influential parameters and where verdicts change, and writes \
      sensitivity.json, sensitivity.csv and sensitivity.md to reports/NAME.

      --of weights shows which of an arm's tunable numbers, written as {value: 3, tune: [0, 10]}, matter to \
      which metric. The metrics come from --metric, else from 'tune:', else from 'ab:'; else they are the core metrics. The method \
      is the same screening, or with --method sobol the share of a metric's variance that each number \
      explains, from N x (K + 2) points for N samples. Each point has -n worlds (4 by default). The table \
      also shows what a weight without any effect would show by chance. Writes weights.json, weights.csv \
      and weights.md.

      Finished worlds are saved in ledger.sqlite in the same folder, so that the same command resumes after \
      Ctrl-C.

      Examples:
        feedlab sensitivity scenarios/quickstart.yml --record
        feedlab sensitivity scenarios/quickstart.yml --of behaviour
        feedlab sensitivity scenario.yml --of weights --arm blend --metric engagement_rate
      """)

  /// What varies.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case societies, behaviour, weights
  }

  /// The design of the points.
  enum Method: String, ExpressibleByArgument, CaseIterable {
    case morris, sobol
  }

  @OptionGroup var comparison: ComparisonOptions

  @OptionGroup(title: OptionSection.what) var varied: VariedOptions

  @OptionGroup(title: OptionSection.howSure) var screening: ScreeningOptions

  @OptionGroup var weights: WeightOptions

  @OptionGroup(title: OptionSection.output) var rows: RowOptions

  @OptionGroup(title: OptionSection.output) var recording: RecordingOptions

  package init() {}

  package var worlds: ExperimentOptions { comparison.worlds }

  package func study() throws -> any Study {
    if recording.record, varied.of != .societies {
      throw CommandFailure.usage(
        "--record: it applies to --of societies, not to --of \(varied.of.rawValue)")
    }
    switch varied.of {
    case .societies:
      var analysis = try societiesAnalysis()
      analysis.hiddenMetrics = try rows.hidden(in: analysis.design.experiment)
      return analysis
    case .behaviour:
      var analysis = try behaviourAnalysis()
      analysis.hiddenMetrics = try rows.hidden(in: analysis.design.experiment)
      return analysis
    case .weights:
      var analysis = try weightAnalysis()
      analysis.hiddenMetrics = try rows.hidden(in: analysis.design.experiment)
      return analysis
    }
  }

  /// The number of trajectories.
  func trajectories(default: Int) throws -> Int {
    let trajectories = screening.trajectories ?? `default`
    guard (2...10_000).contains(trajectories) else {
      throw CommandFailure.usage(
        "--trajectories \(trajectories): expected a number from 2 to 10,000")
    }
    return trajectories
  }

  /// The number of values of each parameter.
  func levels(default: Int) throws -> Int {
    let levels = screening.levels ?? `default`
    guard (2...64).contains(levels), levels.isMultiple(of: 2) else {
      throw CommandFailure.usage("--levels \(levels): expected an even number from 2 to 64")
    }
    return levels
  }
}

// MARK: - Societies
extension SensitivityOptions {
  func societiesAnalysis() throws -> SocietiesAnalysis {
    try weights.refuse(for: .societies)
    try refuseScreening()
    let worlds =
      try comparison.worlds.fixedReplications(for: "sensitivity") ?? ListedSociety.defaultWorlds
    guard worlds > 1 else {
      throw CommandFailure.usage("-n 1: each community needs at least two worlds")
    }
    let scenario = try comparison.loadedToCompare()
    let headline = Experiment(scenario).headlineMetric.id
    let experiment = try comparison.experiment(
      scenario, measuring: MetricSet.core.metrics(for: scenario, named: [headline]))
    var analysis = SocietiesAnalysis(experiment, worlds: worlds)
    analysis.isRecorded = recording.record
    if recording.record { try refuseOtherQuestions() }
    return analysis
  }

  /// Throws for options of a screening.
  private func refuseScreening() throws {
    let given: [(option: String, isGiven: Bool)] = [
      ("--parameters", varied.parameters != nil), ("--trajectories", screening.trajectories != nil),
      ("--levels", screening.levels != nil),
    ]
    if let first = given.first(where: \.isGiven) {
      throw CommandFailure.usage(
        "\(first.option): it applies to --of behaviour and --of weights, not to --of societies")
    }
  }

  /// Throws for options that change the scenario, since a record must be about its file.
  private func refuseOtherQuestions() throws {
    let given: [(option: String, isGiven: Bool)] = [
      ("--set", !comparison.worlds.scenario.settings.isEmpty),
      ("--seed", comparison.worlds.scenario.seed != nil),
      ("--baseline", comparison.baseline != nil), ("--candidate", !comparison.candidates.isEmpty),
    ]
    if let first = given.first(where: \.isGiven) {
      throw CommandFailure.usage(
        "--record and \(first.option): a record describes the unchanged scenario file")
    }
  }
}

// MARK: - Behaviour
extension SensitivityOptions {
  func behaviourAnalysis() throws -> SensitivityAnalysis {
    try weights.refuse(for: .behaviour)
    let trajectories = try trajectories(default: SensitivityDesign.defaultTrajectories)
    let levels = try levels(default: SensitivityDesign.defaultLevels)
    let ranges = try varied.parameters.map(chosenRanges) ?? PlausibleRange.all
    _ = try comparison.worlds.fixedReplications(for: "sensitivity")
    let experiment = try comparison.experiment()
    guard experiment.design.worlds > 1 else {
      throw CommandFailure.usage("-n 1: each community needs at least two worlds")
    }
    return SensitivityAnalysis(
      experiment, parameters: ranges, trajectories: trajectories, levels: levels)
  }

  /// The ranges of a list of keys, of keys without their section, and of regular expressions.
  private func chosenRanges(_ list: String) throws -> [PlausibleRange] {
    var chosen: Set<String> = []
    for item in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
    where !item.isEmpty {
      chosen.formUnion(try keys(item))
    }
    guard !chosen.isEmpty else {
      throw CommandFailure.usage("--parameters '\(list)': matches no parameter")
    }
    return PlausibleRange.all.filter { chosen.contains($0.key) }
  }

  private func keys(_ item: String) throws -> [String] {
    let keys = PlausibleRange.all.map(\.key)
    let named = keys.filter { $0 == item || $0 == "behaviour.\(item)" }
    if !named.isEmpty { return named }
    if SocietyParameter.all.contains(where: { $0.key == item || $0.key == "behaviour.\(item)" }) {
      throw CommandFailure.usage(
        "--parameters '\(item)': this parameter has no plausible range; --set changes its value")
    }
    let pattern = try NamePattern(item, at: "--parameters")
    let matching = keys.filter(pattern.matches)
    if !matching.isEmpty { return matching }
    let shortKeys = keys.map { $0.replacing(/^behaviour\./, with: "") }
    let remedy =
      nearestName(to: item, among: keys + shortKeys).map { "did you mean '\($0)'?" }
      ?? "'feedlab describe plausible' lists them"
    throw CommandFailure.usage(
      "--parameters '\(item)': there is no plausible range of this name; \(remedy)")
  }
}

// MARK: - Weights
extension SensitivityOptions {
  func weightAnalysis() throws -> WeightAnalysis {
    if comparison.baseline != nil || !comparison.candidates.isEmpty {
      throw CommandFailure.usage(
        "--baseline and --candidate: they do not apply to --of weights; --arm names the arm")
    }
    let worlds =
      try comparison.worlds.fixedReplications(for: "sensitivity") ?? WeightDesign.defaultWorlds
    let scenario = try comparison.loaded()
    let (arm, tunables) = try weights.tunables(of: scenario, file: comparison.scenario)
    let chosen = try varied.parameters.map { list throws in
      try Self.chosen(list, among: tunables)
    }
    let experiment = Experiment(
      measuring: scenario, arms: [arm], worlds: worlds,
      metrics: try weights.measured(of: scenario))
    switch weights.points.method ?? .morris {
    case .morris: return try screened(experiment, chosen ?? tunables)
    case .sobol: return try variance(experiment, chosen ?? tunables)
    }
  }

  private func screened(
    _ experiment: Experiment, _ parameters: [TunableParameter]
  ) throws -> WeightAnalysis {
    if weights.points.samples != nil {
      throw CommandFailure.usage("--samples: it applies only to --method sobol")
    }
    let trajectories = try trajectories(default: WeightDesign.defaultTrajectories)
    let levels = try levels(default: WeightDesign.defaultLevels)
    guard experiment.design.worlds > 1 else {
      throw CommandFailure.usage("-n 1: each point needs at least two worlds")
    }
    return WeightAnalysis(
      screening: experiment, parameters: parameters, trajectories: trajectories, levels: levels)
  }

  private func variance(
    _ experiment: Experiment, _ parameters: [TunableParameter]
  ) throws -> WeightAnalysis {
    if screening.trajectories != nil || screening.levels != nil {
      throw CommandFailure.usage("--trajectories and --levels: they apply only to --method morris")
    }
    let samples = weights.points.samples ?? WeightDesign.defaultSamples
    guard (2...100_000).contains(samples) else {
      throw CommandFailure.usage("--samples \(samples): expected a number from 2 to 100,000")
    }
    let most = SaltelliDesign.factorRange.upperBound
    guard parameters.count <= most else {
      throw CommandFailure.usage(
        "--method sobol takes \(most) numbers at most, not \(parameters.count); select some with --parameters"
      )
    }
    return WeightAnalysis(varianceOf: experiment, parameters: parameters, samples: samples)
  }

  /// The numbers of a list of keys, paths or last parts of them, and of regular expressions.
  private static func chosen(
    _ list: String, among tunables: [TunableParameter]
  ) throws -> [TunableParameter] {
    var chosen: Set<String> = []
    for item in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
    where !item.isEmpty {
      var matching = tunables.filter { $0.isNamed(item) }
      if matching.isEmpty {
        let pattern = try NamePattern(item, at: "--parameters")
        matching = tunables.filter { pattern.matches($0.key) }
      }
      guard !matching.isEmpty else {
        throw CommandFailure.unknownName(
          item, kind: "tuned number", at: "--parameters", among: tunables.map { "\($0.path)" })
      }
      chosen.formUnion(matching.map(\.key))
    }
    guard !chosen.isEmpty else {
      throw CommandFailure.usage("--parameters '\(list)': matches no parameter")
    }
    return tunables.filter { chosen.contains($0.key) }
  }
}
