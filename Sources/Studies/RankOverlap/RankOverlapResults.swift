public import Experiments
package import FeedMetrics
public import SocialFeed

/// The overlap of the pages of several arms.
public struct RankOverlapResults: Sendable, Hashable {
  /// Two arms on one surface.
  public struct Pair: Sendable, Hashable {
    public let surface: Surface
    public let arms: [String]
    /// The mean overlap over worlds; `MetricEstimate.support` is the number of pages of a world.
    public let overlap: MetricEstimate
    public let tau: MetricEstimate
  }

  public let design: ExperimentDesign
  /// The serving arm first.
  public let arms: [String]
  /// By surface, then by the first arm, then by the second.
  public let pairs: [Pair]

  /// - Parameter outcomes: One for each world, with the values of all pairs.
  package init(
    design: ExperimentDesign, arms: [String], surfaces: [Surface], outcomes: [WorldOutcome]
  ) {
    self.design = design
    self.arms = arms
    pairs = surfaces.enumerated().flatMap { index, surface in
      ArmPair.all(of: arms.count).enumerated().map { number, pair in
        func estimate(_ measure: MetricDefinition) -> MetricEstimate {
          let key = Self.key(measure, surface: index, pair: number)
          return MetricEstimate(
            metric: measure, arm: arms[pair.first],
            values: outcomes.map { $0.values[key] ?? MetricValue(nil, support: 0) },
            level: design.level)
        }
        return Pair(
          surface: surface, arms: [arms[pair.first], arms[pair.second]],
          overlap: estimate(Self.overlap), tau: estimate(Self.tau))
      }
    }
  }

  /// The key of a measure of a pair in an outcome.
  package static func key(_ measure: MetricDefinition, surface: Int, pair: Int) -> String {
    "\(measure.id) \(surface) \(pair)"
  }

  /// The overlap of two pages.
  package static let overlap = MetricDefinition(
    id: "rank_biased_overlap", family: .diversity, label: "Page overlap", name: "Overlap of pages",
    formula:
      "mean over requests of the extrapolated rank-biased overlap of two first pages, p = 0.9",
    unit: "", direction: .describes, range: "[0, 1]", undefined: "no request has a page",
    source: "Webber, Moffat & Zobel, ACM TOIS 28(4), 2010")

  /// The agreement about the order of posts on both pages.
  package static let tau = MetricDefinition(
    id: "kendall_tau", family: .diversity, label: "Order agreement (τ)",
    name: "Agreement about the order",
    formula: "mean over requests of Kendall's τ-b over the posts that both first pages have",
    unit: "", direction: .describes, range: "[−1, 1]",
    undefined: "no two pages have two posts in common", source: "Kendall, Biometrika 30, 1938")
}
