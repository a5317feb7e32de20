import FeedMetrics
import Foundation
import SocialFeed

extension TraceOracle {
  func freshness() -> [String: MetricValue] {
    let ages = rows.map { $0.time - trace.posts[$0.post].createdAt }
    let weights = rows.map(\.weight).reduce(0, +)
    let fresh = zip(rows, ages).filter { $0.1 < Trace.day }.map(\.0.weight).reduce(0, +)
    return [
      "age_at_impression_p50_s": MetricValue(median(ages), support: rows.count),
      "fresh_exposure_share": MetricValue(
        rows.isEmpty ? nil : fresh / weights, support: rows.count),
      "time_to_first_impression_p50_s": timeTo(1) { _ in true },
      "time_to_10_impressions_p50_s": timeTo(10, where: \.examined),
      "repeat_impression_share": repeats(),
      "feed_turnover": turnover(),
    ]
  }

  private func median(_ x: [Double]) -> Double? {
    let sorted = x.sorted()
    guard let last = sorted.last else { return nil }
    let middle = Double(sorted.count - 1) / 2
    let below = sorted[Int(middle)]
    let above = Int(middle) + 1 < sorted.count ? sorted[Int(middle) + 1] : last
    return below + (middle - middle.rounded(.down)) * (above - below)
  }

  /// Time from creation to the `nth` of some impressions, censored at the end of the run.
  private func timeTo(_ nth: Int, where counts: (Row) -> Bool) -> MetricValue {
    let watched = posts.filter { $0.createdAt >= trace.run.windowStart }
    let events: [Double?] = watched.map { post in
      let times = rows.filter { $0.post == post.post.index && counts($0) }.map(\.time).sorted()
      return times.count >= nth ? times[nth - 1] - post.createdAt : nil
    }
    let ends = zip(watched, events).map { $1 ?? trace.run.duration - $0.createdAt }
    var survival = 1.0
    for time in Set(events.compactMap(\.self)).sorted() {
      let dead = events.count { $0 == time }
      survival *= 1 - Double(dead) / Double(ends.count { $0 >= time })
      if survival <= 0.5 + 1e-12 { return MetricValue(time, support: watched.count) }
    }
    return MetricValue(nil, support: watched.count)
  }

  private func repeats() -> MetricValue {
    let rows = rows.filter { sampled.contains($0.user) }
    let pairs = Set(rows.map { [$0.user, $0.post] })
    return MetricValue(
      rows.isEmpty ? nil : 1 - Double(pairs.count) / Double(rows.count),
      support: Set(rows.map(\.user)).count)
  }

  private func turnover() -> MetricValue {
    var shares: [Double] = []
    var members: Set<Int> = []
    let feeds = Dictionary(grouping: rows.filter { sampled.contains($0.user) }, by: \.feed)
    for (feed, rows) in feeds {
      let slates = Dictionary(grouping: rows, by: \.request).sorted { $0.key < $1.key }
        .map { Set($0.value.map(\.post)) }
      for (earlier, later) in zip(slates, slates.dropFirst()) {
        shares.append(Double(later.subtracting(earlier).count) / Double(later.count))
        members.insert(feed[0])
      }
    }
    return MetricValue(mean(shares).value, support: members.count)
  }

  func diversity() -> [String: MetricValue] {
    let shown = Set(rows.map(\.post)).count
    return [
      "intra_list_diversity@10": mean(heads().compactMap { pairsThatDiffer($0.rows) }),
      "user_week_effective_categories": mean(weekly().flatMap { $0.compactMap(\.self) }),
      "post_coverage": MetricValue(
        posts.isEmpty ? nil : Double(shown) / Double(posts.count), support: posts.count),
      "inter_user_overlap": overlap(),
      "category_beta_diversity": beta(),
      "bubble_drift_per_week": drift(),
      "calibration_kl": calibration(),
    ]
  }

  private func pairsThatDiffer(_ rows: [Row]) -> Double? {
    let categories = rows.map { trace.posts[$0.post].category }
    var (different, pairs) = (0.0, 0.0)
    for i in categories.indices {
      for j in 0..<i {
        different += categories[i] != categories[j] ? 1 : 0
        pairs += 1
      }
    }
    return pairs > 0 ? different / pairs : nil
  }

  /// The effective categories of each member in each complete week.
  private func weekly() -> [[Double?]] {
    let weeks = Int((trace.run.duration - trace.run.windowStart) / Trace.week)
    return trace.members.indices.map { member in
      (0..<weeks).map { week in
        let start = trace.run.windowStart + Double(week) * Trace.week
        let rows = rows.filter {
          $0.user == member && $0.time >= start && $0.time < start + Trace.week
        }
        return rows.count >= 10 ? effective(shares(rows)) : nil
      }
    }
  }

  private func drift() -> MetricValue {
    let cohort = weekly().map { $0.compactMap(\.self) }.filter { !$0.isEmpty }
    let weeks = weekly().first?.count ?? 0
    let members = cohort.filter { $0.count == weeks }
    guard weeks >= 2, !members.isEmpty else { return MetricValue(nil, support: 0) }
    let y = (0..<weeks).map { week in mean(members.map { $0[week] }).value! }
    let x = (0..<weeks).map(Double.init)
    let (xMean, yMean) = (mean(x).value!, mean(y).value!)
    let covariance = zip(x, y).map { ($0 - xMean) * ($1 - yMean) }.reduce(0, +)
    let variance = x.map { ($0 - xMean) * ($0 - xMean) }.reduce(0, +)
    return MetricValue(covariance / variance, support: members.count)
  }

  private func overlap() -> MetricValue {
    let sets = sampled.sorted().map { member in
      Set(rows.filter { $0.user == member }.map(\.post))
    }.filter { !$0.isEmpty }
    var cosines: [Double] = []
    for i in sets.indices {
      for j in 0..<i {
        let common = Double(sets[i].intersection(sets[j]).count)
        cosines.append(common / sqrt(Double(sets[i].count) * Double(sets[j].count)))
      }
    }
    return MetricValue(mean(cosines).value, support: sets.count)
  }

  private func beta() -> MetricValue {
    let mixes = Dictionary(grouping: rows, by: \.user).values.map(shares)
    guard !mixes.isEmpty else { return MetricValue(nil, support: 0) }
    let alpha = exp(mean(mixes.map(entropy)).value!)
    let pooled = (0..<trace.run.categoryCount).map { c in mean(mixes.map { $0[c] }).value! }
    return MetricValue(effective(pooled) / alpha, support: mixes.count)
  }

  private func calibration() -> MetricValue {
    mean(
      Dictionary(grouping: rows, by: \.user).compactMap { member, rows in
        let taste = trace.members[member].taste.map(Double.init)
        guard rows.count >= 10, taste.contains(where: { $0 > 0 }) else { return nil }
        return zip(taste, shares(rows)).map { p, q in
          p > 0 ? p * log(p / (0.99 * q + 0.01 * p)) : 0
        }.reduce(0, +)
      })
  }

  func utility() -> [String: MetricValue] {
    let heads = heads()
    func gain(_ rows: [Row]) -> Double { rows.map { $0.weight * $0.relevance }.reduce(0, +) }
    let graded = heads.compactMap { head in
      head.ideal.map { (rows: head.rows, ideal: max($0, gain(head.rows))) }
    }
    return [
      "ndcg@10": mean(graded.filter { $0.ideal > 0 }.map { gain($0.rows) / $0.ideal }),
      "relevance@10": mean(heads.map { gain($0.rows) / $0.rows.map(\.weight).reduce(0, +) }),
      "regret@10": mean(graded.map { $0.ideal - gain($0.rows) }),
      "like_rate": rate(actions(.like).count),
      "comment_rate": rate(actions(.comment).count),
      "save_rate": rate(actions(.save).count),
      "vote_rate": rate(actions(.vote).count),
      "engagement_rate": rate(
        Set(actions(.like, .comment, .save, .vote).map { [Int($0.request!), $0.post.index] }).count),
    ]
  }

  private func actions(_ kinds: InteractionKind...) -> [InteractionObservation] {
    let impressions = Set(rows.map { [Int($0.request), $0.user, $0.post] })
    return trace.interactions.filter { action in
      guard kinds.contains(action.kind), let request = action.request else { return false }
      return impressions.contains([Int(request), action.member.index, action.post.index])
    }
  }

  private func rate(_ count: Int) -> MetricValue {
    let examined = rows.count { $0.examined }
    return MetricValue(examined > 0 ? Double(count) / Double(examined) : nil, support: examined)
  }
}
