import FeedMetrics
import Foundation
import SocialFeed

extension TraceOracle {
  func extendedViewers() -> [String: MetricValue] {
    let utilities = utilities()
    let all = utilities.map(\.utility)
    let isNew = utilities.map {
      trace.members[$0.member].joinedAt > trace.run.windowStart - Trace.week
    }
    let new = zip(all, isNew).filter(\.1).map(\.0)
    let old = zip(all, isNew).filter { !$0.1 }.map(\.0)
    let gap = mean(old).value.flatMap { old in mean(new).value.map { old - $0 } }
    var values = ["new_viewer_utility_gap": MetricValue(gap, support: all.count)]
    for percent in [10, 50, 90] {
      values["utility_p\(percent)"] = MetricValue(percentile(all, percent), support: all.count)
    }
    return values
  }

  func utilityGroupMeans() -> [(label: String, value: MetricValue)] {
    trace.run.groupNames.enumerated().map { number, name in
      (name, mean(utilities().filter { trace.members[$0.member].group == number }.map(\.utility)))
    }
  }

  /// The times of each session's requests.
  func sessionTimes() -> [[Double]] {
    requestTimes().sorted { $0.key < $1.key }.flatMap { _, times in
      times.reduce(into: [[Double]]()) { sessions, time in
        if let last = sessions.last?.last, time - last <= 1800 {
          sessions[sessions.count - 1].append(time)
        } else {
          sessions.append([time])
        }
      }
    }
  }

  /// The requests and posts of the impressions in the window that are first looks.
  private func firstLooks() -> Set<[Int]> {
    var looked: Set<[Int]> = []
    var firsts: Set<[Int]> = []
    for page in trace.pages.sorted(by: { ($0.time, $0.request) < ($1.time, $1.request) }) {
      for (index, post) in page.posts.enumerated()
      where page.examined[index] && trace.posts[post.index].author != page.viewer {
        let isFirst = looked.insert([page.viewer.index, post.index]).inserted
        if isFirst && page.time >= trace.run.windowStart && page.time < trace.run.duration {
          firsts.insert([Int(page.request), post.index])
        }
      }
    }
    return firsts
  }

  func engagedImpressions() -> Set<[Int]> {
    let impressions = Set(rows.map { [Int($0.request), $0.user, $0.post] })
    return Set(
      trace.interactions.compactMap { action in
        guard [.like, .comment, .save, .vote].contains(action.kind), let request = action.request,
          impressions.contains([Int(request), action.member.index, action.post.index])
        else { return nil }
        return [Int(request), action.post.index]
      })
  }

  func extendedUtility() -> [String: MetricValue] {
    let sessions = sessionTimes()
    let examined = rows.filter(\.examined)
    let impressions = Set(rows.map { [Int($0.request), $0.user, $0.post] })
    func actions(_ kind: InteractionKind) -> Double {
      Double(
        trace.interactions.count { action in
          action.kind == kind
            && impressions.contains([
              action.request.map(Int.init) ?? -1, action.member.index, action.post.index,
            ])
        })
    }
    let firstLooks = firstLooks()
    return [
      "first_look_engagement_rate": MetricValue(
        firstLooks.isEmpty
          ? nil
          : Double(engagedImpressions().intersection(firstLooks).count) / Double(firstLooks.count),
        support: firstLooks.count),
      "net_like_rate": MetricValue(
        examined.isEmpty
          ? nil : (actions(.like) - actions(.unlike)) / Double(examined.count),
        support: examined.count),
      "open_rate": MetricValue(
        rows.isEmpty ? nil : actions(.view) / Double(rows.count), support: rows.count),
      "examined_share": mean(rows.map { $0.examined ? 1 : 0 }),
      "precision@10": mean(
        slates().map { slate in
          Double(slate.rows.count { $0.relevance >= 0.5 }) / Double(slate.rows.count)
        }),
      "examined_relevance_mean": mean(examined.map(\.relevance)),
      "session_requests_mean": mean(sessions.map { Double($0.count) }),
      "session_duration_mean_s": mean(sessions.map { $0.last! - $0[0] }),
    ]
  }
}
