internal import DataFiles
internal import Experiments
internal import Foundation
internal import SyntheticSociety

// In which plausible societies the verdicts of a comparison are looked at.
extension SensitivityOptions {
  func behaviourAnalysis() throws -> SensitivityAnalysis {
    try weights.refuse(for: .behaviour)
    let trajectories = try trajectories(else: SensitivityDesign.defaultTrajectories)
    let levels = try levels(else: SensitivityDesign.defaultLevels)
    let ranges = try varied.parameters.map(chosenRanges) ?? PlausibleRange.all
    _ = try comparison.worlds.fixedReplications(for: "sensitivity")
    let experiment = try comparison.experiment()
    guard experiment.design.worlds > 1 else {
      throw CommandFailure.usage("one world a society has no spread to judge by; -n 2 is the least")
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
      throw CommandFailure.usage("--parameters '\(list)': names no parameter")
    }
    return PlausibleRange.all.filter { chosen.contains($0.key) }
  }

  private func keys(_ item: String) throws -> [String] {
    let keys = PlausibleRange.all.map(\.key)
    let named = keys.filter { $0 == item || $0 == "behaviour.\(item)" }
    if !named.isEmpty { return named }
    if SocietyParameter.all.contains(where: { $0.key == item || $0.key == "behaviour.\(item)" }) {
      throw CommandFailure.usage(
        "--parameters '\(item)': it has no plausible range; --set gives it a value")
    }
    if let expression = try? Regex(item) {
      let matching = keys.filter { $0.contains(expression) }
      if !matching.isEmpty { return matching }
    }
    let shortKeys = keys.map { $0.replacing(/^behaviour\./, with: "") }
    let remedy =
      nearestName(to: item, among: keys + shortKeys).map { "did you mean '\($0)'?" }
      ?? "'feedlab describe plausible' lists them"
    throw CommandFailure.usage(
      "--parameters '\(item)': there is no plausible range of this name; \(remedy)")
  }
}
