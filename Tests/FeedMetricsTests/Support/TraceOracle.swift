import FeedMetrics
import Foundation
internal import SocialFeed

/// The definitions of the metrics, word for word and slowly, on plain rows of a whole trace.
struct TraceOracle {
  /// An impression of somebody else's post in the window.
  struct Row {
    var user: Int
    var request: UInt32
    var post: Int
    var position: Int
    var time: Double
    var feed: [Int]
    var examined: Bool
    var relevance: Double

    var weight: Double { 1 / log2(1 + Double(position)) }
  }

  let trace: Trace
  /// Members whose pairs are looked at.
  let sampled: Set<Int>
  var rows: [Row] = []
  var posts: [PostObservation] = []

  init(_ trace: Trace, sampled: Set<Int>? = nil) {
    self.trace = trace
    self.sampled = sampled ?? Set(trace.members.indices)
    posts = trace.posts.filter { $0.createdAt < trace.run.duration }
    for page in trace.pages.sorted(by: { ($0.time, $0.request) < ($1.time, $1.request) }) {
      guard page.time >= trace.run.windowStart, page.time < trace.run.duration else { continue }
      for (index, post) in page.posts.enumerated()
      where trace.posts[post.index].author != page.viewer {
        rows.append(
          Row(
            user: page.viewer.index, request: page.request, post: post.index,
            position: page.offset + index + 1, time: page.time,
            feed: [page.viewer.index, Int(page.surface.rawValue), page.ranker],
            examined: page.examined[index], relevance: page.relevance[index]))
      }
    }
  }

  /// The value of every metric.
  func values() -> [String: MetricValue] {
    var values: [String: MetricValue] = [:]
    for family in [
      creators(), entrants(), viewers(), freshness(), device(), diversity(), ties(), utility(),
      sessions(), extendedCreators(), extendedEntrants(), extendedViewers(), extendedFreshness(),
      extendedDiversity(), extendedUtility(), volumes(), supply(),
    ] {
      values.merge(family) { _, _ in fatalError("a metric is there twice") }
    }
    return values
  }

  /// Of the first page of each request in the window, whoever wrote its posts.
  private func supply() -> [String: MetricValue] {
    let pages = trace.pages.sorted {
      ($0.time, $0.request, $0.offset) < ($1.time, $1.request, $1.offset)
    }
    var seen: Set<UInt32> = []
    let firsts = pages.filter { page in
      page.time >= trace.run.windowStart && page.time < trace.run.duration
        && seen.insert(page.request).inserted
    }
    return [
      "short_page_share": mean(firsts.map { $0.isShort ? 1 : 0 }),
      "empty_request_share": mean(firsts.map { $0.posts.isEmpty ? 1 : 0 }),
    ]
  }

  func mean(_ values: [Double]) -> MetricValue {
    MetricValue(
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count), support: values.count)
  }

  /// The mean absolute difference over twice the mean.
  func gini(_ x: [Double]) -> Double? {
    let total = x.reduce(0, +)
    guard total > 0 else { return nil }
    var differences = 0.0
    for a in x { for b in x { differences += abs(a - b) } }
    return differences / (2 * Double(x.count) * total)
  }

  func tau(_ x: [Double], _ y: [Double]) -> Double? {
    var (balance, untiedX, untiedY) = (0.0, 0.0, 0.0)
    for i in x.indices {
      for j in 0..<i {
        balance += sign(x[i] - x[j]) * sign(y[i] - y[j])
        untiedX += abs(sign(x[i] - x[j]))
        untiedY += abs(sign(y[i] - y[j]))
      }
    }
    return untiedX > 0 && untiedY > 0 ? balance / sqrt(untiedX * untiedY) : nil
  }

  private func sign(_ x: Double) -> Double { x > 0 ? 1 : x < 0 ? -1 : 0 }

  func effective(_ shares: [Double]) -> Double { exp(entropy(shares)) }

  func entropy(_ shares: [Double]) -> Double {
    -shares.filter { $0 > 0 }.map { $0 * log($0) }.reduce(0, +)
  }

  /// Shares of the categories in some rows.
  func shares(_ rows: [Row]) -> [Double] {
    (0..<trace.run.categoryCount).map { category in
      Double(rows.count { trace.posts[$0.post].category.index == category }) / Double(rows.count)
    }
  }

  private func idealGain(_ pool: [CandidateObservation]) -> Double {
    pool.map(\.relevance).sorted(by: >).prefix(10).enumerated()
      .map { $0.element / log2(2 + Double($0.offset)) }.reduce(0, +)
  }

  /// The requests, each with its rows on the first ten positions and the ideal gain.
  func heads() -> [(rows: [Row], ideal: Double?)] {
    let pages = Dictionary(grouping: trace.pages, by: \.request)
    return Dictionary(grouping: rows, by: \.request).sorted { $0.key < $1.key }
      .map { request, rows in
        let pools = pages[request]!.filter { $0.time < trace.run.duration }.compactMap(\.pool)
        return (rows.filter { $0.position <= 10 }, pools.first.map(idealGain))
      }
      .filter { !$0.rows.isEmpty }
  }
}
