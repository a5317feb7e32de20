public import FeedMetrics
public import SyntheticSociety

/// The outcome of a run: an arm in one world.
public struct WorldOutcome: Sendable, Hashable, Codable {
  public let arm: String
  /// Number of the replication.
  public let world: Int
  /// The values by the metric's id; in a live test the values of both groups together.
  public let values: [String: MetricValue]
  /// The values by surface, ranker and day, in this order; empty where they were not measured.
  public let scopes: [ScopedValues]
  /// The metrics that have a row for each group or week; empty where they were not measured.
  public let tables: [MetricTable]
  /// The curves of a report's charts; `nil` where they were not measured.
  public let curves: RunCurves?
  /// What happens on each whole day of the run; `nil` where it was not counted.
  public let activity: DailyActivity?
  /// The looks by the levels of their dimensions, one element for a world and two for antithetic twins; `nil` where
  /// they were not counted.
  public let looks: [LookCounts]?
  /// The values of each group of a live test.
  public let groups: GroupValues?
  /// A digest of everything that happened.
  public let digest: String
  public let summary: WorldSummary

  public init(
    arm: String, world: Int, values: [String: MetricValue], scopes: [ScopedValues] = [],
    tables: [MetricTable] = [], curves: RunCurves? = nil, activity: DailyActivity? = nil,
    looks: [LookCounts]? = nil, groups: GroupValues? = nil, digest: String, summary: WorldSummary
  ) {
    self.arm = arm
    self.world = world
    self.values = values
    self.scopes = scopes
    self.tables = tables
    self.curves = curves
    self.activity = activity
    self.looks = looks
    self.groups = groups
    self.digest = digest
    self.summary = summary
  }

  /// The value of a metric that was measured.
  public func value(of metric: MetricDefinition) -> MetricValue {
    guard let value = values[metric.id] else {
      preconditionFailure("\(metric.id) was not measured")
    }
    return value
  }
}

/// Simulates a run; `nil` when `shouldContinue` returned `false`.
///
/// `shouldContinue` is called each simulated hour with the progress in simulated seconds and impressions.
package typealias RunSimulator =
  @Sendable (_ run: WorldRun, _ shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool)
  throws(ExperimentFailure) -> WorldOutcome?

extension WorldOutcome {
  /// The outcome of a pair of antithetic twins: the means of their values and the sums of their counts.
  ///
  /// A metric that is undefined in one twin is undefined.
  init(twins first: WorldOutcome, _ second: WorldOutcome) {
    precondition(
      first.arm == second.arm && first.world == second.world, "twins of different worlds")
    self.init(
      arm: first.arm, world: first.world, values: Self.means(first.values, second.values),
      scopes: Self.means(first.scopes, second.scopes),
      tables: Self.means(first.tables, second.tables),
      curves: RunCurves(meanOf: [first.curves, second.curves].compactMap { $0 }),
      activity: first.activity.flatMap { one in
        second.activity.map { DailyActivity(sumOf: one, $0) }
      },
      looks: first.looks.flatMap { one in second.looks.map { one + $0 } },
      groups: first.groups.flatMap { one in
        second.groups.map { other in
          GroupValues(
            baseline: Self.means(one.baseline, other.baseline),
            candidate: Self.means(one.candidate, other.candidate))
        }
      },
      digest: "\(first.digest)+\(second.digest)",
      summary: WorldSummary(twins: first.summary, second.summary))
  }

  private static func means(
    _ first: [String: MetricValue], _ second: [String: MetricValue]
  ) -> [String: MetricValue] {
    first.reduce(into: [:]) { means, member in
      means[member.key] = second[member.key].map { mean(member.value, $0) }
    }
  }

  private static func mean(_ first: MetricValue, _ second: MetricValue) -> MetricValue {
    MetricValue(mean(first.value, second.value), support: first.support + second.support)
  }

  private static func mean(_ first: Double?, _ second: Double?) -> Double? {
    first.flatMap { first in second.map { first / 2 + $0 / 2 } }
  }

  private static func means(
    _ first: [ScopedValues], _ second: [ScopedValues]
  ) -> [ScopedValues] {
    first.compactMap { one in
      second.first { $0.scope == one.scope }.map { other in
        ScopedValues(
          scope: one.scope, values: zip(one.values, other.values).map { mean($0, $1) })
      }
    }
  }

  private static func means(_ first: [MetricTable], _ second: [MetricTable]) -> [MetricTable] {
    zip(first, second).map { one, other in
      MetricTable(
        definition: one.definition,
        rows: one.rows.compactMap { row in
          other.rows.first { $0.label == row.label }.map {
            MetricTable.Row(label: row.label, value: mean(row.value, $0.value))
          }
        })
    }
  }
}

extension WorldSummary {
  /// The sums of the counts, and the means of the exogenous totals.
  fileprivate init(twins first: WorldSummary, _ second: WorldSummary) {
    self.init()
    members = first.members + second.members
    posts = first.posts + second.posts
    follows = first.follows + second.follows
    friendships = first.friendships + second.friendships
    sessions = first.sessions + second.sessions
    requests = first.requests + second.requests
    pages = first.pages + second.pages
    impressions = first.impressions + second.impressions
    examined = first.examined + second.examined
    interactions = first.interactions + second.interactions
    departures = first.departures + second.departures
    events = first.events + second.events
    exogenous = ExogenousTotals(
      arrivals: (first.exogenous.arrivals + second.exogenous.arrivals) / 2,
      activity: (first.exogenous.activity + second.exogenous.activity) / 2)
  }
}

/// The metrics of the two groups of a live test, by the metric's id.
public struct GroupValues: Sendable, Hashable, Codable {
  public let baseline: [String: MetricValue]
  public let candidate: [String: MetricValue]

  public init(baseline: [String: MetricValue], candidate: [String: MetricValue]) {
    self.baseline = baseline
    self.candidate = candidate
  }
}
