internal import ArgumentParser
internal import Experiments
internal import Foundation
internal import OutputFiles
internal import Reports
internal import Scenarios
internal import Stochastics
internal import SyntheticSociety

/// Tells in which plausible societies the verdicts of a comparison hold.
struct SensitivityCommand: ParsableCommand {
  /// What is uncertain.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case behaviour
  }

  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Say in which plausible societies the verdicts of a comparison hold.",
    discussion: """
      The behaviour of people is known within ranges, which 'feedlab describe plausible' lists. A \
      Morris screening moves each parameter over its range, one at a time, from many places; at each \
      point all arms live in the same parallel worlds. Of K parameters and R trajectories that is \
      R x (K + 1) societies, each of as many worlds as 'feedlab ab' would have.

      Prints in which share of the societies each verdict holds, which parameters move it most and \
      where it turns, and writes sensitivity.json, sensitivity.csv and sensitivity.md to reports/NAME.
      """)

  @OptionGroup var comparison: ComparisonOptions

  @Option(help: ArgumentHelp("What is uncertain: behaviour.", valueName: "subject"))
  var of: Subject

  @Option(
    help: ArgumentHelp(
      "Only these parameters: keys or regular expressions, separated by commas.",
      valueName: "list"))
  var parameters: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How often each parameter moves.", valueName: "r"))
  var trajectories = SensitivityDesign.defaultTrajectories

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many values of each parameter are tried, an even number.", valueName: "p"))
  var levels = SensitivityDesign.defaultLevels

  @OptionGroup var report: ReportOptions

  func run() throws {
    let analysis = try analysis()
    let part = LongWork.Part(
      name: analysis.design.experiment.scenario,
      folder: comparison.folder(of: analysis.design.experiment),
      arms: analysis.design.experiment.arms.count, worlds: analysis.design.experiment.worlds,
      work: { monitor, _ throws(ExperimentFailure) in
        if !report.quiet { StandardStream.error.tell("feedlab: \(analysis.design.budget)") }
        return try analysis.run(jobs: comparison.worlds.threads, monitor: monitor)
      },
      publish: { results, folder throws(UnwritableFolder) in
        try folder.write(results.json, to: "sensitivity.json")
        try folder.write(results.influenceTable(), to: "sensitivity.csv")
        try folder.write(SensitivityMarkdown(results).text, to: "sensitivity.md")
        return report.format.render(
          results, width: ReportOptions.width, hasStyle: report.color.allows(.output))
      })
    try LongWork(report: report).perform([part])
  }

  private func analysis() throws(CommandFailure) -> SensitivityAnalysis {
    guard (2...10_000).contains(trajectories) else {
      throw .usage("--trajectories \(trajectories): expected a number from 2 to 10,000")
    }
    guard (2...64).contains(levels), levels.isMultiple(of: 2) else {
      throw .usage("--levels \(levels): expected an even number from 2 to 64")
    }
    let ranges = try parameters.map(chosenRanges) ?? PlausibleRange.all
    _ = try comparison.worlds.fixedReplications(for: "sensitivity")
    let experiment = try comparison.experiment()
    guard experiment.design.worlds > 1 else {
      throw .usage("one world a society has no spread to judge by; -n 2 is the least")
    }
    return SensitivityAnalysis(
      experiment, parameters: ranges, trajectories: trajectories, levels: levels)
  }

  /// The ranges of a list of keys, of keys without their section, and of regular expressions.
  private func chosenRanges(_ list: String) throws(CommandFailure) -> [PlausibleRange] {
    var chosen: Set<String> = []
    for item in list.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
    where !item.isEmpty {
      chosen.formUnion(try keys(item))
    }
    guard !chosen.isEmpty else { throw .usage("--parameters '\(list)': names no parameter") }
    return PlausibleRange.all.filter { chosen.contains($0.key) }
  }

  private func keys(_ item: String) throws(CommandFailure) -> [String] {
    let keys = PlausibleRange.all.map(\.key)
    let named = keys.filter { $0 == item || $0 == "behaviour.\(item)" }
    if !named.isEmpty { return named }
    if SocietyParameter.all.contains(where: { $0.key == item || $0.key == "behaviour.\(item)" }) {
      throw .usage("--parameters '\(item)': it has no plausible range; --set gives it a value")
    }
    if let expression = try? Regex(item) {
      let matching = keys.filter { $0.contains(expression) }
      if !matching.isEmpty { return matching }
    }
    let shortKeys = keys.map { $0.replacing(/^behaviour\./, with: "") }
    let remedy =
      nearestName(to: item, among: keys + shortKeys).map { "did you mean '\($0)'?" }
      ?? "'feedlab describe plausible' lists them"
    throw .usage("--parameters '\(item)': there is no plausible range of this name; \(remedy)")
  }
}

extension SensitivityDesign {
  /// What the analysis costs.
  fileprivate var budget: String {
    let moved = parameters.count == 1 ? "1 parameter" : "\(parameters.count) parameters"
    let product = [
      "\(NumberText.count(societies)) societies", "\(NumberText.count(experiment.worlds)) worlds",
      "\(experiment.arms.count) arms",
    ].joined(separator: " x ")
    return "\(moved), \(screening.trajectories) trajectories: \(product) ="
      + " \(NumberText.count(runs)) runs"
  }
}
