package import ArgumentParser
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// The titles under which `--help` groups the options of every command. Options that change neither results
/// nor output, such as `--jobs`, have no title.
package enum OptionSection {
  /// Titles the options for what is simulated, compared and measured.
  package static let what = "What"
  /// Titles the options for how much evidence a result needs.
  package static let howSure = "How sure"
  /// Titles the options for what is printed and written.
  package static let output = "Output"
}

extension CompletionKind {
  /// Scenario files. Those in JSON are not offered, because results, schemas and baselines are JSON too.
  package static let scenario = CompletionKind.file(extensions: ["yml", "yaml"])

  /// The ids of all metrics with one value a run.
  package static let metric = CompletionKind.list(MetricCatalogue.all.map(\.id))

  /// The ids of metrics whose higher or lower values are better.
  package static let judgedMetric = CompletionKind.list(
    MetricCatalogue.all.filter { $0.direction != .describes }.map(\.id))

  /// The arms of the scenarios on the command line. A scenario that cannot be read has none.
  package static let arm = CompletionKind.custom { words, _, _ in
    var arms: [String] = []
    for word in words where [".yml", ".yaml", ".json"].contains(where: word.hasSuffix) {
      let scenario = try? Scenario.load(file: word, tapes: nil, loadsLibraries: false)
      arms += scenario?.arms.map(\.name).filter { !arms.contains($0) } ?? []
    }
    return arms
  }
}
