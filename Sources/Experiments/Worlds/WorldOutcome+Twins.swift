internal import FeedMetrics
internal import SyntheticSociety

extension WorldOutcome {
  /// What is left of a pair of antithetic twins: the means of what both of them have, and the sums of their
  /// counts.
  ///
  /// A metric that is undefined in one of them is undefined.
  init(twins first: WorldOutcome, _ second: WorldOutcome) {
    precondition(
      first.arm == second.arm && first.world == second.world, "twins of different worlds")
    self.init(
      arm: first.arm, world: first.world, values: Self.means(first.values, second.values),
      scopes: Self.means(first.scopes, second.scopes),
      tables: Self.means(first.tables, second.tables),
      curves: RunCurves(meanOf: [first.curves, second.curves].compactMap { $0 }),
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
  /// The sums of the counts, and the means of what came from outside.
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
