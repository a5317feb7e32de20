internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import SocialFeed

/// The calls of `feedlab explain` on the same results that show more.
package struct ExplainCall: Sendable {
  private let words: [String]

  /// - Parameters:
  ///   - results: The path of the results, as given.
  ///   - number: The number of the experiment in its ledger, as given.
  ///   - scenario: The path of the scenario, as given.
  package init(_ results: String, number: Int?, scenario: String? = nil) {
    words =
      ["explain", results] + (number.map { ["--number", "\($0)"] } ?? [])
      + (scenario.map { ["--scenario", $0] } ?? [])
  }

  /// A call with further words.
  func text(_ more: [String]) -> String { ProgramName.command(words + more) }

  /// Lists the members, creators or posts that moved a metric most.
  ///
  /// - Parameter metric: `nil` for the usual one.
  func movers(_ subject: LookSubject, of metric: MetricDefinition? = nil) -> String {
    text((metric.map { [$0.id] } ?? []) + ["--movers", subject.rawValue])
  }

  /// Prints the feeds that show a page.
  ///
  /// - Parameter candidate: `nil` where the results have only one.
  func feeds(on page: SubjectLooks.Page, world: Int, candidate: String?) -> String {
    text(
      [
        "--member", "\(page.viewer.index)", "--at", InstantForm.text(page.time), "--surface",
        page.surface.description, "--world", "\(world)",
      ] + (candidate.map { ["--candidate", $0] } ?? []))
  }
}
