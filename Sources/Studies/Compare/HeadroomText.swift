internal import DataFiles
package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Stochastics

/// The sentences about how far order can move the primary metric.
package struct HeadroomText {
  private let results: ExperimentResults

  package init(_ results: ExperimentResults) { self.results = results }

  /// The line below the decisions, such as `Order can bring here: random −6.0%, ideal +55.1% of newest's engagement
  /// per member-day. affinity brings −6.2%, contest +0.1%.`; `nil` without headroom.
  package var line: Sentence? {
    guard let headroom = results.headroom, headroom.isFound, let baseline = results.design.baseline
    else { return nil }
    let isShare = ([headroom.random, headroom.ideal] + primaries).allSatisfy { $0.relative != nil }
    func size(_ comparison: Comparison) -> String {
      isShare
        ? NumberText.percent(comparison.relative?.estimate ?? 0) : ChangeText(comparison).signed
    }
    let metric = headroom.metric.labelInSentence
    let unit: Sentence =
      isShare
      ? "of \(strong: baseline)'s \(metric)" : "in \(metric), against \(strong: baseline)"
    let arms = primaries.enumerated().map { index, comparison -> Sentence in
      "\(strong: comparison.candidate)\(index == 0 ? " brings" : "") \(raw: size(comparison))"
    }
    return """
      Order can bring here: random \(raw: size(headroom.random)), ideal \(raw: size(headroom.ideal)) \
      \(unit). \(.joined(arms, by: ", ")).
      """
  }

  /// That order decides nothing here, which stands above the decisions; `nil` where it does, or that is not known.
  package var warning: Sentence? {
    guard let headroom = results.headroom, !headroom.isFound else { return nil }
    let change = ChangeText(headroom.range)
    return """
      In this world order makes no difference that can be measured: in \(headroom.metric.labelInSentence), ideal \
      order cannot be distinguished from random order (\(raw: change.sized) in \(headroom.worlds) worlds). No arm is \
      shipped on such evidence; more members, more days or more posts for each look give order something to decide.
      """
  }

  /// The changes of the primary, of the most important candidates.
  private var primaries: [Comparison] {
    let all = results.comparisons.filter { $0.metric.id == results.headroom?.metric.id }
    guard all.count > Self.mostArms else { return all }
    let gains = all.map { $0.gains.reduce(0, +) / Double(max(1, $0.gains.count)) }
    return gains.indices.max { gains[$0] < gains[$1] }.map { [all[$0]] } ?? []
  }

  /// Of more arms the line has the best only.
  private static let mostArms = 4

  /// For results.json.
  var json: JSONValue {
    guard let plan = results.design.headroom else { return .null }
    var gap: HeadroomGap?
    if case .unavailable(let reason) = plan { gap = reason }
    let headroom = results.headroom
    return .object([
      "gap": JSONValue(gap?.rawValue), "metric": JSONValue(headroom?.metric.id),
      "worlds": headroom.map { JSONValue($0.worlds) } ?? .null,
      "random": headroom?.random.headroomJSON ?? .null,
      "ideal": headroom?.ideal.headroomJSON ?? .null,
      "ideal_against_random": headroom?.range.headroomJSON ?? .null,
      "found": headroom.map { .bool($0.isFound) } ?? .null,
    ])
  }
}

extension Comparison {
  fileprivate var headroomJSON: JSONValue {
    .object([
      "mean": JSONValue(candidateMean), "difference": difference.map(\.jsonValue) ?? .null,
      "relative": relative.map(\.jsonValue) ?? .null,
    ])
  }
}
