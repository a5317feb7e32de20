import Experiments
import Foundation
import Reports

/// A report's HTML as tests read it.
struct PageText {
  let html: String

  init(html: String) { self.html = html }

  init(_ results: ExperimentResults) {
    html = HTMLReport(results).text
  }

  /// What stands between two texts, each time.
  func between(_ start: String, _ end: String) -> [String] {
    html.components(separatedBy: start).dropFirst().map {
      $0.components(separatedBy: end)[0]
    }
  }

  func count(_ text: String) -> Int { html.components(separatedBy: text).count - 1 }

  /// The page without the script.
  var markup: String {
    html.components(separatedBy: "<script")[0]
  }

  /// The ids of the figures, in their order.
  var figures: [String] { between("<figure aria-labelledby=\"", "-t\"") }

  /// The markup of a figure.
  func figure(_ id: String) -> String {
    between("<figure aria-labelledby=\"\(id)-t\"", "</figure>").first ?? ""
  }

  /// What a pointer on the marks of a figure shows, those of both layouts.
  func tips(_ id: String) -> [String] { PageText(html: figure(id)).between("<title>", "</title>") }
}

extension ExperimentResults {
  /// The same results with other names of arms.
  func renamingArms(_ name: (String) -> String) -> ExperimentResults {
    let design = ExperimentDesign(
      scenario: design.scenario, scenarioDigest: design.scenarioDigest,
      resolvedScenario: design.resolvedScenario, seed: design.seed, members: design.members,
      days: design.days, warmUpDays: design.warmUpDays, arms: design.arms.map(name),
      baseline: design.baseline.map(name), hasReferenceRankers: design.hasReferenceRankers,
      worlds: design.worlds, metrics: design.metrics, margins: design.margins,
      questions: design.questions)
    return ExperimentResults(
      design: design,
      outcomes: outcomes.map { outcome in
        WorldOutcome(
          arm: name(outcome.arm), world: outcome.world, values: outcome.values,
          scopes: outcome.scopes, curves: outcome.curves, digest: outcome.digest,
          summary: outcome.summary)
      })
  }
}
