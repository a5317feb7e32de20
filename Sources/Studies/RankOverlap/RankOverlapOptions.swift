package import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Scenarios
internal import SyntheticSociety

/// Shows how much the pages of a scenario's arms overlap.
package struct RankOverlapOptions: StudyOptions {
  package static let configuration = CommandConfiguration(
    commandName: "rank-overlap",
    abstract: "Show how much the pages of several arms have in common.",
    discussion: """
      The baseline serves parallel worlds. For every first page of a refresh after warm-up, the candidates \
      rank the same request without being shown. For each surface on which the arms differ and for each \
      pair of arms it prints the rank-biased overlap of the pages (p = 0.9), Kendall's tau of the posts \
      on both pages, and their intervals over the worlds.

      Writes rank_overlap.json, rank_overlap.csv and rank_overlap.md to reports/NAME.

      Example:
        feedlab rank-overlap scenarios/quickstart.yml -n 4
      """)

  @OptionGroup var comparison: ComparisonOptions

  package init() {}

  package var worlds: ExperimentOptions { comparison.worlds }

  package func study() throws -> any Study {
    let worlds = try worlds.fixedReplications(for: "rank-overlap")
    let scenario = try comparison.loadedToCompare()
    let compared = try comparison.experiment(scenario, measuring: []).design.arms
    do throws(LiveTestConflict) {
      return try RankOverlapStudy(
        scenario, arms: compared, worlds: worlds ?? scenario.comparison.replications.least)
    } catch {
      throw CommandFailure.usage("\(comparison.scenario): \(error)")
    }
  }
}
