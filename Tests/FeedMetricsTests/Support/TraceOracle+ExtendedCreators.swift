import FeedMetrics
import Foundation
internal import SocialFeed

extension TraceOracle {
  func extendedCreators() -> [String: MetricValue] {
    var values = exposureInequality()
    values.merge(groups()) { _, _ in fatalError("a metric is there twice") }
    values.merge(newcomers()) { _, _ in fatalError("a metric is there twice") }
    values.merge(supply()) { _, _ in fatalError("a metric is there twice") }
    return values
  }

  private func supply() -> [String: MetricValue] {
    let (start, end) = (trace.run.windowStart, trace.run.duration)
    func authors(_ times: Range<Double>) -> Set<Int> {
      Set(posts.filter { times.contains($0.createdAt) }.map(\.author.index))
    }
    let before = authors(-.infinity..<start)
    let (first, second) = (authors(start..<(start + end) / 2), authors((start + end) / 2..<end))
    let active = first.union(second)
    func share(_ part: Set<Int>, of whole: Set<Int>) -> MetricValue {
      MetricValue(
        whole.isEmpty ? nil : Double(part.count) / Double(whole.count), support: whole.count)
    }
    return [
      "creators_started_share": share(active.subtracting(before), of: active),
      "creators_stopped_share": share(first.subtracting(second), of: first),
      "creators_returned_share": share(
        second.subtracting(first).intersection(before), of: second),
    ]
  }

  /// The authors' sums of something over their posts' impressions.
  private func ofAuthors(_ amount: (Row) -> Double) -> [Double] {
    Set(posts.map(\.author)).sorted().map { author in
      rows.filter { trace.posts[$0.post].author == author }.map(amount).reduce(0, +)
    }
  }

  private func ofPosts(_ amount: (Row) -> Double) -> [Double] {
    posts.map { post in rows.filter { $0.post == post.post.index }.map(amount).reduce(0, +) }
  }

  private func exposureInequality() -> [String: MetricValue] {
    let exposures = ofAuthors(\.weight)
    let ofPosts = ofPosts(\.weight)
    let n = Double(exposures.count)
    let mean = exposures.reduce(0, +) / n
    let perPost = zip(Set(posts.map(\.author)).sorted(), exposures).map { author, exposure in
      exposure / Double(posts.count { $0.author == author })
    }
    let qualities = posts.map(\.quality)
    let (total, merit) = (ofPosts.reduce(0, +), qualities.reduce(0, +))
    let gaps = zip(ofPosts, qualities).map { abs($0 / total - $1 / merit) }
    func author(_ value: Double?) -> MetricValue { MetricValue(value, support: exposures.count) }
    func share(_ value: @autoclosure () -> Double?) -> MetricValue {
      author(mean > 0 ? value() : nil)
    }
    let x = exposures.map { $0 / mean }
    func average(_ term: (Double) -> Double) -> Double { x.map(term).reduce(0, +) / n }
    return [
      "creator_exposure_gini(exposure=log2)": author(gini(exposures)),
      "creator_exposure_gini(exposure=geometric)": author(
        gini(ofAuthors { pow(0.85, Double($0.position - 1)) })),
      "creator_exposure_gini(exposure=impressions)": author(gini(ofAuthors { _ in 1 })),
      "creator_exposure_gini(exposure=examined)": author(gini(ofAuthors { $0.examined ? 1 : 0 })),
      "creator_exposure_gini_unbiased": author(
        n < 2 ? nil : gini(exposures).map { $0 * n / (n - 1) }),
      "creator_exposure_per_post_gini": author(gini(perPost)),
      "post_exposure_gini": MetricValue(gini(ofPosts), support: posts.count),
      "creator_theil_t": share(average { $0 > 0 ? $0 * log($0) : 0 }),
      "creator_theil_l": share(x.contains(0) ? nil : average { log(1 / $0) }),
      "creator_atkinson": share(1 - pow(average { sqrt($0) }, 2)),
      "creator_atkinson(epsilon=1)": share(x.contains(0) ? 1 : 1 - pow(x.reduce(1, *), 1 / n)),
      "creator_palma": share(lorenz(x, 40) > 0 ? (1 - lorenz(x, 90)) / lorenz(x, 40) : nil),
      "creator_hoover": share(average { abs($0 - 1) } / 2),
      "creator_top10_share": share(1 - lorenz(x, 90)),
      "creator_bottom50_share": share(lorenz(x, 50)),
      "creator_jain": share(1 / average { $0 * $0 }),
      "creator_cv": share(sqrt(average { ($0 - 1) * ($0 - 1) })),
      "post_attention_merit_gap": MetricValue(
        total > 0 && merit > 0 ? gaps.reduce(0, +) / 2 : nil, support: posts.count),
      "post_exposure_quality_tau": MetricValue(
        tau(qualities, ofPosts.map(rounded)), support: posts.count),
    ]
  }

  /// Exposures that are equal but for the order in which they were added up.
  func rounded(_ exposure: Double) -> Double { (exposure * 1e9).rounded() }

  /// The share of the poorest `percent` hundredths, from numbers with mean 1: the area under the steps
  /// of the sorted amounts.
  private func lorenz(_ x: [Double], _ percent: Int) -> Double {
    let sorted = x.sorted()
    return sorted.indices.map { index in
      let inPart = min(max(x.count * percent - 100 * index, 0), 100)
      return sorted[index] * Double(inPart) / 100
    }.reduce(0, +) / Double(x.count)
  }

  private func group(_ post: Int) -> Int { trace.members[trace.posts[post].author.index].group }

  private func groups() -> [String: MetricValue] {
    let numbers = Set(posts.map { group($0.post.index) }).sorted()
    let supply = numbers.map { number in
      Double(posts.count { group($0.post.index) == number }) / Double(posts.count)
    }
    let means = groupMeanExposure().compactMap(\.value.value)
    let isDefined = means.count >= 2 && means.max()! > 0
    let likenesses = slates().map { slate in
      let total = slate.rows.map(\.weight).reduce(0, +)
      let shares = numbers.map { number in
        slate.rows.filter { group($0.post) == number }.map(\.weight).reduce(0, +) / total
      }
      let middle = zip(shares, supply).map { ($0 + $1) / 2 }
      let divergence = entropy(middle) - (entropy(shares) + entropy(supply)) / 2
      return 1 - divergence / log(2)
    }
    let compares = numbers.count >= 2
    var values = [
      "group_exposure_gap": MetricValue(
        isDefined ? means.max()! - means.min()! : nil, support: means.count),
      "awrf": MetricValue(compares ? mean(likenesses).value : nil, support: likenesses.count),
    ]
    let sampled = slates().filter { $0.pool != nil }
    let n = Double(sampled.count)
    let pairs: [(Double, Double)] = trace.run.groupNames.indices.map { number in
      let exposure = sampled.flatMap(\.rows).filter { group($0.post) == number }.map(\.weight)
      let target = sampled.flatMap { due($0.pool!) }.filter { group($0.post) == number }
      return (exposure.reduce(0, +) / n, target.map(\.exposure).reduce(0, +) / n)
    }
    func sum(_ term: (Double, Double) -> Double) -> MetricValue {
      MetricValue(
        compares && n > 0 ? pairs.map(term).reduce(0, +) : nil, support: sampled.count)
    }
    values["group_ee_d"] = sum { e, _ in e * e }
    values["group_ee_r"] = sum { e, t in e * t }
    values["group_ee_l"] = sum { e, t in (e - t) * (e - t) }
    return values
  }

  /// What each candidate gets in the mean over all orders that put the more relevant first.
  private func due(_ pool: [CandidateObservation]) -> [(post: Int, exposure: Double)] {
    pool.map { candidate in
      let better = pool.count { $0.relevance > candidate.relevance }
      let equal = pool.count { $0.relevance == candidate.relevance }
      let weights = (better..<better + equal).map { $0 < 10 ? 1 / log2(2 + Double($0)) : 0 }
      return (candidate.post.index, weights.reduce(0, +) / Double(equal))
    }
  }

  func groupMeanExposure() -> [(label: String, value: MetricValue)] {
    trace.run.groupNames.enumerated().map { number, name in
      let ofGroup = posts.filter { group($0.post.index) == number }
      let exposure = rows.filter { group($0.post) == number }.map(\.weight).reduce(0, +)
      return (
        name,
        MetricValue(
          ofGroup.isEmpty ? nil : exposure / Double(ofGroup.count), support: ofGroup.count)
      )
    }
  }

  private func newcomers() -> [String: MetricValue] {
    let new = Set(
      posts.filter { $0.createdAt - trace.members[$0.author.index].joinedAt < 7 * Trace.day }
        .map(\.post.index))
    let exposure = rows.filter { new.contains($0.post) }.map(\.weight).reduce(0, +)
    let judged = posts.filter {
      $0.createdAt >= trace.run.windowStart && $0.createdAt <= trace.run.duration - Trace.day
    }
    return [
      "new_creator_exposure_share": MetricValue(
        rows.isEmpty ? nil : exposure / rows.map(\.weight).reduce(0, +), support: new.count),
      "new_creator_supply_share": MetricValue(
        posts.isEmpty ? nil : Double(new.count) / Double(posts.count), support: posts.count),
      "zero_impression_share": mean(
        judged.map { post in
          rows.contains {
            $0.post == post.post.index && $0.time - post.createdAt <= Trace.day
          } ? 0 : 1
        }),
    ]
  }

  /// The requests, each with its rows on the first ten positions, its pool and the time of that.
  func slates() -> [(rows: [Row], pool: [CandidateObservation]?, time: Double)] {
    let pages = Dictionary(grouping: trace.pages, by: \.request)
    return Dictionary(grouping: rows, by: \.request).sorted { $0.key < $1.key }
      .map { request, rows in
        let first = pages[request]!.first { $0.pool != nil && $0.time < trace.run.duration }
        return (rows.filter { $0.position <= 10 }, first?.pool, first?.time ?? 0)
      }
      .filter { !$0.rows.isEmpty }
  }
}
