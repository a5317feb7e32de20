internal import DataFiles
package import Experiments
internal import FeedMetrics
internal import ReportKit
internal import SocialFeed

/// How much there is to show on home under the baseline: what an order could choose from.
package struct SupplyText {
  /// The baseline.
  private let arm: String
  /// Shares, each a mean over worlds; `nil` where it is not measured.
  private let shortPages: Double?
  private let emptyRequests: Double?
  private let repeatedLooks: Double?

  /// - Returns: `nil` without a comparison, and where the supply is not known.
  package init?(_ results: ExperimentResults) {
    guard let baseline = results.design.baseline else { return nil }
    arm = baseline
    let home = results.breakdown.filter {
      $0.arm == baseline && $0.scope.kind == .surface && $0.scope.name == Surface.home.description
    }
    func mean(_ id: String) -> Double? { home.first { $0.metric.id == id }?.mean }
    (shortPages, emptyRequests) = (mean("short_page_share"), mean("empty_request_share"))
    let shares = results.outcomes.filter { $0.arm == baseline }.compactMap(Self.repeatedLooks)
    repeatedLooks = shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
    guard shortPages != nil || repeatedLooks != nil else { return nil }
  }

  /// The share of looks on home at posts that the viewer had looked at before.
  private static func repeatedLooks(of outcome: WorldOutcome) -> Double? {
    let tables = (outcome.looks ?? []).compactMap { $0.table(.surfaceAndLook) }
    func looks(_ isMeant: (String) -> Bool) -> Double {
      tables.flatMap { table in table.levels.filter(isMeant).map { table[$0, .looks] } }.reduce(
        0, +)
    }
    let all = looks { $0.hasPrefix("\(Surface.home), ") }
    return all > 0 ? 1 - looks { $0 == "\(Surface.home), first" } / all : nil
  }

  /// Such as `Under newest, 59% of requests on home get fewer posts than a page has, 12% get none; 72% of looks are
  /// repeats.`
  package var sentence: String {
    let requests = shortPages.map { short in
      "\(NumberText.share(short)) of requests on home get fewer posts than a page has, "
        + "\(NumberText.share(emptyRequests ?? 0)) get none"
    }
    let looks = repeatedLooks.map { "\(NumberText.share($0)) of looks on home are repeats" }
    return "Under \(arm), \([requests, looks].compactMap { $0 }.joined(separator: "; "))."
  }

  /// For results.json.
  var json: JSONValue {
    .object([
      "arm": .string(arm), "surface": .string(Surface.home.description),
      "short_page_share": JSONValue(shortPages), "empty_request_share": JSONValue(emptyRequests),
      "repeat_look_share": JSONValue(repeatedLooks),
    ])
  }
}
