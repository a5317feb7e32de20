import FeedMetrics
import Foundation
internal import SocialFeed

extension TraceOracle {
  private func category(_ post: Int) -> Int { trace.posts[post].category.index }
  private func author(_ post: Int) -> Int { trace.posts[post].author.index }

  func extendedDiversity() -> [String: MetricValue] {
    var values = slateDiversity()
    for family in [novelty(), catalogue(), mixes(), repetition(), calibrations()] {
      values.merge(family) { _, _ in fatalError("a metric is there twice") }
    }
    return values
  }

  private func slateDiversity() -> [String: MetricValue] {
    let slates = slates()
    let categories = Double(trace.run.categoryCount)
    return [
      "effective_categories@10": mean(slates.map { effective(shares($0.rows)) }),
      "unique_author_share@10": mean(
        slates.map { Double(Set($0.rows.map { author($0.post) }).count) / Double($0.rows.count) }),
      "subtopic_recall@10": mean(
        slates.map { Double(Set($0.rows.map { category($0.post) }).count) / categories }),
      "alpha_ndcg@10": mean(
        slates.compactMap { slate in
          guard let pool = slate.pool else { return nil }
          let ideal = max(bestNovelty(pool), novelty(slate.rows))
          return ideal > 0 ? novelty(slate.rows) / ideal : nil
        }),
    ]
  }

  private func novelty(_ rows: [Row]) -> Double {
    rows.filter { $0.relevance >= 0.5 }.map { row in
      let before = rows.count {
        $0.position < row.position && $0.relevance >= 0.5 && category($0.post) == category(row.post)
      }
      return row.weight * pow(0.5, Double(before))
    }.reduce(0, +)
  }

  /// Always takes the candidate that adds most.
  private func bestNovelty(_ pool: [CandidateObservation]) -> Double {
    var left = pool.filter { $0.relevance >= 0.5 }.map { category($0.post.index) }
    var taken: [Int] = []
    var sum = 0.0
    while !left.isEmpty && taken.count < 10 {
      let worth = left.map { category in pow(0.5, Double(taken.count { $0 == category })) }
      let best = worth.firstIndex(of: worth.max()!)!
      sum += worth[best] / log2(2 + Double(taken.count))
      taken.append(left.remove(at: best))
    }
    return sum
  }

  /// The posts that each sampled member who was shown something was shown.
  private func sets() -> [Set<Int>] {
    sampled.sorted().map { member in Set(rows.filter { $0.user == member }.map(\.post)) }
      .filter { !$0.isEmpty }
  }

  private func novelty() -> [String: MetricValue] {
    let sets = sets()
    let complements = rows.map { row in
      let seen = Double(sets.count { $0.contains(row.post) }) / Double(sets.count)
      return row.weight * row.relevance * (1 - seen)
    }
    let bits = sets.map { set in
      mean(
        set.sorted().map { post in
          -log2(Double(rows.count { $0.post == post }) / Double(rows.count))
        }
      ).value!
    }
    let fromProfiles = Dictionary(grouping: rows, by: \.user).sorted { $0.key < $1.key }
      .flatMap { member, rows in distances(rows, from: engaged(by: member)) }
    return [
      "expected_popularity_complement": MetricValue(
        sets.isEmpty || rows.isEmpty
          ? nil : complements.reduce(0, +) / rows.map(\.weight).reduce(0, +), support: rows.count),
      "expected_profile_distance": mean(fromProfiles), "surprisal_bits": mean(bits),
    ]
  }

  private func distances(_ rows: [Row], from liked: [Int]) -> [Double] {
    guard !liked.isEmpty else { return [] }
    return rows.map { row in
      1 - Double(liked.count { $0 == category(row.post) }) / Double(liked.count)
    }
  }

  /// The categories of the impressions that led the member to a like, comment, save or vote.
  private func engaged(by member: Int) -> [Int] {
    let actions = trace.interactions.filter {
      $0.member.index == member && [.like, .comment, .save, .vote].contains($0.kind)
    }
    return rows.filter { row in
      row.user == member
        && actions.contains { $0.request == row.request && $0.post.index == row.post }
    }.map { category($0.post) }
  }

  private func catalogue() -> [String: MetricValue] {
    let authors = Set(posts.map(\.author.index)).sorted()
    let impressions = posts.map { post in Double(rows.count { $0.post == post.post.index }) }
    let exposures = posts.map { post in
      rows.filter { $0.post == post.post.index }.map(\.weight).reduce(0, +)
    }
    let ofAuthors = authors.map { author in
      rows.filter { self.author($0.post) == author }.map(\.weight).reduce(0, +)
    }
    func shares(_ x: [Double]) -> [Double] { x.map { $0 / x.reduce(0, +) } }
    let isShown = !rows.isEmpty
    return [
      "distributional_coverage_bits": MetricValue(
        isShown ? entropy(shares(impressions)) / log(2) : nil, support: posts.count),
      "post_effective_number": MetricValue(
        isShown ? effective(shares(exposures)) : nil, support: posts.count),
      "author_effective_number": MetricValue(
        isShown ? effective(shares(ofAuthors)) : nil, support: authors.count),
      "author_coverage": mean(ofAuthors.map { $0 > 0 ? 1 : 0 }),
    ]
  }

  private func mixes() -> [String: MetricValue] {
    let mixes = Dictionary(grouping: rows, by: \.user).sorted { $0.key < $1.key }
      .map { shares($0.value) }
    let pooled = (0..<trace.run.categoryCount).map { c in mean(mixes.map { $0[c] }).value ?? 0 }
    func members(_ value: Double) -> MetricValue {
      MetricValue(mixes.isEmpty ? nil : value, support: mixes.count)
    }
    return [
      "category_alpha_diversity": members(exp(mean(mixes.map(entropy)).value ?? 0)),
      "category_gamma_diversity": members(effective(pooled)),
      "category_gini_simpson": members(1 - pooled.map { $0 * $0 }.reduce(0, +)),
    ]
  }

  private func repetition() -> [String: MetricValue] {
    let authors = sets().map { set in set.map(author) }
    var cosines: [Double] = []
    for i in authors.indices {
      for j in 0..<i {
        let (one, other) = (Set(authors[i]), Set(authors[j]))
        let common = Double(one.intersection(other).count)
        cosines.append(common / sqrt(Double(one.count) * Double(other.count)))
      }
    }
    return [
      "inter_user_author_overlap": MetricValue(mean(cosines).value, support: authors.count),
      "user_top_author_share": mean(
        authors.map { authors in
          let most = Set(authors).map { author in authors.count { $0 == author } }.max()!
          return Double(most) / Double(authors.count)
        }),
    ]
  }

  private func calibrations() -> [String: MetricValue] {
    let members = Dictionary(grouping: rows, by: \.user).sorted { $0.key < $1.key }
      .filter { $0.value.count >= 10 }
    func divergence(_ p: [Double], _ rows: [Row]) -> Double {
      zip(p, shares(rows)).map { p, q in p > 0 ? p * log(p / (0.99 * q + 0.01 * p)) : 0 }
        .reduce(0, +)
    }
    return [
      "calibration_kl_latent": mean(
        members.compactMap { member, rows in
          let taste = trace.members[member].taste.map(Double.init)
          return taste.contains { $0 > 0 } ? divergence(taste, rows) : nil
        }),
      "calibration_kl_engaged": mean(
        members.compactMap { member, rows in
          let liked = engaged(by: member)
          guard !liked.isEmpty else { return nil }
          let p = (0..<trace.run.categoryCount).map { category in
            Double(liked.count { $0 == category }) / Double(liked.count)
          }
          return divergence(p, rows)
        }),
    ]
  }

  func weeklyEffectiveCategories() -> [(label: String, value: MetricValue)] {
    let weeks = Int((trace.run.duration - trace.run.windowStart) / Trace.week)
    return (0..<weeks).map { week in
      let start = trace.run.windowStart + Double(week) * Trace.week
      let inWeek = rows.filter { $0.time >= start && $0.time < start + Trace.week }
      let numbers = Dictionary(grouping: inWeek, by: \.user).sorted { $0.key < $1.key }
        .map(\.value).filter { $0.count >= 10 }.map { effective(shares($0)) }
      return ("\(week + 1)", mean(numbers))
    }
  }
}
