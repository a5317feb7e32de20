internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Studies

/// Which study of each scenario is planned. Default: the comparison of its arms.
struct PlannedStudyOptions: ParsableArguments {
  @Flag(help: "Measure all arms like 'feedlab run', without comparing them.")
  var measure = false

  @Flag(
    help: """
      Plans the first round of 'feedlab tune'; each gathering plans the next. What --budget, --method and \
      --validate say there is said by --set tune.budget=200 and so on.
      """)
  var tune = false
}

/// Writes the plan of experiments.
struct PlanWriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Write the plan of the experiments of some scenarios.",
    discussion: """
      A plan contains a line for each run until the first look, and a header with the version of the \
      simulation, the fingerprint of the arithmetic and the digests of the inputs. The inputs, with all \
      defaults resolved, go to the store.

      A scenario that compares arms is planned like 'feedlab ab', any other like 'feedlab run'; with \
      --measure all are planned like 'feedlab run'.

      Examples:
        feedlab plan scenarios/quickstart.yml --worlds 64 --out town.jsonl
        feedlab work --plan town.jsonl --shard 0 --of 1
        feedlab gather --plan town.jsonl --out reports/town
      """)

  @Argument(help: "Scenario files.", completion: .scenario)
  var scenarios: [String]

  @OptionGroup(title: OptionSection.what) var study: PlannedStudyOptions

  @OptionGroup var worlds: ExperimentOptions

  @OptionGroup var decision: DecisionOptions

  @OptionGroup var measurement: MeasurementOptions

  @OptionGroup(title: OptionSection.what) var live: LiveDesignOptions

  @OptionGroup(title: OptionSection.output) var file: PlanFileOptions

  func run() throws {
    try file.write(studies())
  }

  private func studies() throws -> [any DistributedStudy] {
    try worlds.check()
    try check()
    var studies: [any DistributedStudy] = []
    var names: [String] = []
    for scenario in try Scenario.load(files: scenarios, overrides: worlds.overrides) {
      if let other = names.firstIndex(of: scenario.name) {
        throw CommandFailure.usage(
          "\(scenario.file) and \(scenarios[other]): both are named '\(scenario.name)' and would share a results folder; rename one"
        )
      }
      names.append(scenario.name)
      studies.append(
        study.tune ? try tuner(scenario) : ExperimentStudy(try experiment(scenario)))
    }
    return studies
  }

  /// Throws for options that have no effect.
  private func check() throws {
    if study.measure, study.tune {
      throw CommandFailure.usage("--measure and --tune: only one of them can be given")
    }
    try PlanFileOptions.check(worlds)
    if measurement.by != nil {
      throw CommandFailure.usage(
        "--by: planning shows no metric; breakdown.csv of 'feedlab gather' has them all")
    }
    if study.measure || study.tune, decision.isGiven || live.design != .global {
      throw CommandFailure.usage(
        "\(study.measure ? "--measure" : "--tune"): it does not compare arms; leave out options of decisions"
          + " and live tests")
    }
    let isMeasuredOtherwise =
      worlds.n != nil || measurement.metrics != nil
      || measurement.measured.hasReferences || measurement.measured.sampledMembers != nil
    if study.tune, isMeasuredOtherwise {
      throw CommandFailure.usage(
        "--tune: section tune of the scenario sets the metrics and the numbers of worlds; leave out -n and"
          + " options that choose metrics")
    }
  }

  private func tuner(_ scenario: Scenario) throws -> Tuner {
    guard let tuning = scenario.tuning else {
      throw CommandFailure.usage(
        "--tune: \(scenario.file) has no objective for tuning; write tune: {maximize: METRIC}, and a"
          + " number of an arm's ranker as {value: 3, tune: [0, 10]}")
    }
    return try TuneCommand.tuner(scenario, tuning)
  }

  private func experiment(_ scenario: Scenario) throws -> Experiment {
    var experiment: Experiment
    if study.measure || scenario.comparison.candidates.isEmpty {
      let metrics = try (measurement.metrics ?? .all).chosen(for: scenario)
      experiment = Experiment(
        measuring: scenario, worlds: try worlds.fixedReplications(for: "plan --measure"),
        metrics: metrics)
    } else {
      let set = try (measurement.metrics ?? .core).chosen(
        for: scenario, named: try decision.named())
      experiment = Experiment(scenario, metrics: set)
      try decision.apply(
        to: &experiment, replications: try worlds.replications(),
        of: scenario)
      try live.apply(to: &experiment)
      experiment.lookUpOtherSocieties(hasOptions: !worlds.overrides.isEmpty || decision.isGiven)
    }
    try measurement.apply(to: &experiment)
    if experiment.design.baseline != nil { experiment.addHeadroom() }
    return experiment
  }
}
