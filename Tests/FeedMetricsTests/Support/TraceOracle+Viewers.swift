import FeedMetrics
import Foundation

extension TraceOracle {
  /// Each member's mean over requests of the position-weighted mean relevance of the first ten positions.
  func utilities() -> [(member: Int, utility: Double)] {
    let byMember = Dictionary(grouping: heads().map(\.rows), by: { $0[0].user })
    return byMember.sorted { $0.key < $1.key }.map { member, heads in
      let values = heads.map { rows in
        rows.map { $0.weight * $0.relevance }.reduce(0, +) / rows.map(\.weight).reduce(0, +)
      }
      return (member, values.reduce(0, +) / Double(values.count))
    }
  }

  func viewers() -> [String: MetricValue] {
    let utilities = utilities()
    let groups = (0..<trace.run.groupNames.count).compactMap { group in
      mean(utilities.filter { trace.members[$0.member].group == group }.map(\.utility)).value
    }
    let all = utilities.map(\.utility).sorted()
    let average = mean(all).value ?? 0
    let worst = mean(Array(all.prefix(Int((Double(all.count) / 10).rounded(.up)))))
    let isCompared = groups.count >= 2
    return [
      "utility_group_gap": MetricValue(
        isCompared ? groups.max()! - groups.min()! : nil, support: groups.count),
      "utility_group_ratio": MetricValue(
        isCompared && groups.max()! > 0 ? groups.min()! / groups.max()! : nil,
        support: groups.count),
      "utility_bottom10_ratio": MetricValue(
        average > 0 ? worst.value! / average : nil, support: all.count),
      "utility_gini": MetricValue(gini(all), support: all.count),
    ]
  }

  /// The times of each member's requests, in order.
  func requestTimes() -> [Int: [Double]] {
    Dictionary(grouping: rows, by: \.user).mapValues { rows in
      Dictionary(grouping: rows, by: \.request).values.map { $0.map(\.time).min()! }.sorted()
    }
  }

  func sessions() -> [String: MetricValue] {
    let times = requestTimes()
    let gaps = times.values.flatMap { times in zip(times, times.dropFirst()).map { $1 - $0 } }
    let sessions = times.count + gaps.count { $0 > 1800 }
    let weeks = Int((trace.run.duration - trace.run.windowStart) / Trace.week)
    let active = (0..<weeks).map { week in
      Set(
        times.filter { member in
          member.value.contains {
            Int((($0 - trace.run.windowStart) / Trace.week).rounded(.down)) == week
          }
        }.keys)
    }
    let before = active.dropLast().map(\.count).reduce(0, +)
    let after = zip(active, active.dropFirst()).map { $0.intersection($1).count }.reduce(0, +)
    let examined = rows.count { $0.examined }
    return [
      "session_examined_mean": MetricValue(
        sessions > 0 ? Double(examined) / Double(sessions) : nil, support: sessions),
      "weekly_retention": MetricValue(
        before > 0 ? Double(after) / Double(before) : nil, support: before),
    ]
  }
}
