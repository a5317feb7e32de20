import FeedMetrics
import Foundation
internal import SocialFeed

extension TraceOracle {
  private func age(_ row: Row) -> Double { row.time - trace.posts[row.post].createdAt }

  func extendedFreshness() -> [String: MetricValue] {
    let ages = rows.map(age)
    let weights = rows.map(\.weight).reduce(0, +)
    let weighted = rows.map { $0.weight * age($0) }.reduce(0, +)
    func impressions(_ value: Double?) -> MetricValue {
      MetricValue(rows.isEmpty ? nil : value, support: rows.count)
    }
    return [
      "age_at_impression_mean_s": mean(ages),
      "age_at_impression_p90_s": impressions(percentile(ages, 90)),
      "age_exposure_weighted_mean_s": impressions(weighted / weights),
      "fresh_impression_share": mean(ages.map { $0 < Trace.day ? 1 : 0 }),
      "stale_impression_share": mean(ages.map { $0 >= Trace.week ? 1 : 0 }),
      "never_shown_share": mean(watched().map { shown($0).isEmpty ? 1 : 0 }),
      "never_10_impressions_share": mean(
        watched().map { shown($0).count(where: \.examined) < 10 ? 1 : 0 }),
      "time_to_first_impression_mean_shown_s": mean(
        watched().compactMap { post in shown(post).map(\.time).min().map { $0 - post.createdAt } }),
      "author_repeat_share": authorRepeats(),
      "ndcf@10": mean(slates().compactMap(freshness)),
    ]
  }

  /// The posts created in the window.
  private func watched() -> [PostObservation] {
    posts.filter { $0.createdAt >= trace.run.windowStart }
  }

  private func shown(_ post: PostObservation) -> [Row] {
    rows.filter { $0.post == post.post.index }
  }

  /// The number below which `percent` hundredths lie, on the line through the sorted numbers.
  func percentile(_ x: [Double], _ percent: Int) -> Double? {
    let sorted = x.sorted()
    guard let last = sorted.last else { return nil }
    let (below, rest) = ((sorted.count - 1) * percent).quotientAndRemainder(dividingBy: 100)
    let next = below + 1 < sorted.count ? sorted[below + 1] : last
    return (sorted[below] * Double(100 - rest) + next * Double(rest)) / 100
  }

  private func authorRepeats() -> MetricValue {
    let rows = rows.filter { sampled.contains($0.user) }
    let pairs = Set(rows.map { [$0.user, trace.posts[$0.post].author.index] })
    return MetricValue(
      rows.isEmpty ? nil : 1 - Double(pairs.count) / Double(rows.count),
      support: Set(rows.map(\.user)).count)
  }

  private func freshness(
    _ slate: (rows: [Row], pool: [CandidateObservation]?, time: Double)
  ) -> Double? {
    guard let pool = slate.pool, !pool.isEmpty else { return nil }
    func news(_ post: Int, at time: Double) -> Double {
      min(1, pow(0.5, (time - trace.posts[post].createdAt) / Trace.day))
    }
    let best = pool.map { news($0.post.index, at: slate.time) }.sorted(by: >).prefix(10)
    let ideal = best.enumerated().map { index, gain in gain / log2(2 + Double(index)) }
    let gain = slate.rows.map { $0.weight * news($0.post, at: $0.time) }.reduce(0, +)
    return gain / max(ideal.reduce(0, +), gain)
  }
}
