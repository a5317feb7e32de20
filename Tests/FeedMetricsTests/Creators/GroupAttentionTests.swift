import FeedMetrics
import Foundation
import SocialFeed
import Testing

/// Member 0 looks; member 1 is an author of group a, member 2 one of group b.
@Suite struct GroupAttentionTests {
  /// The weight of position 2.
  private static let second = 1 / log2(3.0)

  private func twoAuthors() -> Trace {
    var trace = Trace()
    for group in [0, 0, 1] { trace.join(group: group) }
    for author in 1...2 { trace.publish(by: author) }
    return trace
  }

  private func pool(_ relevance: [Double]) -> [CandidateObservation] {
    relevance.enumerated().map { CandidateObservation(post: PostID($0), relevance: $1) }
  }

  private func expect(
    _ trace: Trace, disparity: Double?, relevance: Double?, loss: Double?, support: Int
  ) {
    #expect(trace.metric("group_ee_d").isAbout(disparity, support: support))
    #expect(trace.metric("group_ee_r").isAbout(relevance, support: support))
    #expect(trace.metric("group_ee_l").isAbout(loss, support: support))
  }

  @Test func `exposure is compared with the order by relevance`() {
    var trace = twoAuthors()
    trace.show([1, 0], to: 0, pool: pool([0.9, 0.4]))
    trace.show([0], to: 0)  // nobody looked at its candidates
    let w = Self.second
    // ε = (w, 1), ε* = (1, w)
    expect(
      trace, disparity: 1 + w * w, relevance: 2 * w, loss: 2 * (1 - w) * (1 - w), support: 1)
  }

  @Test func `exposure is the mean over requests`() {
    var trace = twoAuthors()
    trace.show([1, 0], to: 0, pool: pool([0.9, 0.4]))
    trace.show([0, 1], to: 0, pool: pool([0.9, 0.4]))
    let (w, half) = (Self.second, (1 + Self.second) / 2)
    // ε = ((1 + w)/2, (1 + w)/2), ε* = (1, w)
    expect(
      trace, disparity: 2 * half * half, relevance: half * (1 + w),
      loss: (1 - half) * (1 - half) + (w - half) * (w - half), support: 2)
  }

  @Test func `equally relevant candidates are due the same`() {
    var trace = twoAuthors()
    trace.show([0, 1], to: 0, pool: pool([0.5, 0.5]))
    let (w, half) = (Self.second, (1 + Self.second) / 2)
    // ε = (1, w), ε* = ((1 + w)/2, (1 + w)/2)
    expect(
      trace, disparity: 1 + w * w, relevance: half * (1 + w), loss: (1 - w) * (1 - w) / 2,
      support: 1)
  }

  @Test func `a slate that is too short owes exposure`() {
    var trace = twoAuthors()
    trace.show([0], to: 0, pool: pool([0.5, 0.4]))
    let w = Self.second
    // ε = (1, 0), ε* = (1, w)
    expect(trace, disparity: 1, relevance: 1, loss: w * w, support: 1)
  }

  @Test func `the share of a group on a slate is compared with its share of posts`() {
    var trace = twoAuthors()
    trace.show([0], to: 0)
    // m = (¾, ¼): JSD = ½ log₂(4/3) + ¼ log₂(2/3) + ¼ log₂ 2
    let one = 1 - (0.5 * log2(4.0 / 3) + 0.25 * log2(2.0 / 3) + 0.25)
    #expect(trace.metric("awrf").isAbout(one, support: 1))
    trace.publish(by: 2)
    trace.show([1, 2], to: 0)
    // supply (⅓, ⅔): m = (⅔, ⅓) and (1/6, 5/6)
    let first = 1 - (0.5 * log2(1.5) + log2(0.5) / 6 + log2(2.0) / 3)
    let second = 1 - (0.5 * log2(1.2) + log2(2.0) / 6 + log2(0.8) / 3)
    #expect(trace.metric("awrf").isAbout((first + second) / 2, support: 2))
  }

  @Test func `positions 1 and 3 against positions 2, 4 and 5 are what they are worth`() {
    var trace = twoAuthors()
    trace.publish(by: 1)
    for _ in 0..<2 { trace.publish(by: 2) }
    trace.publish(by: 2, at: 10 * Trace.day)  // after the end: no supply
    trace.show([0, 1, 2, 3, 4], to: 0)
    let weights = (2...6).map { 1 / log2(Double($0)) }
    let share = (weights[0] + weights[2]) / weights.reduce(0, +)
    func bits(_ p: Double) -> Double { -p * log2(p) - (1 - p) * log2(1 - p) }
    // JSD = H(m) − (H(p) + H(q)) / 2, of p = (share, 1 − share) and q = (0.4, 0.6)
    let divergence = bits((share + 0.4) / 2) - (bits(share) + bits(0.4)) / 2
    #expect(trace.metric("awrf").isAbout(1 - divergence, support: 1))
  }

  @Test func `one group or no request leaves it undefined`() {
    #expect(twoAuthors().metric("awrf").isAbout(nil, support: 0))
    expect(twoAuthors(), disparity: nil, relevance: nil, loss: nil, support: 0)
    var trace = twoAuthors()
    trace.members[2].group = 0
    trace.show([0], to: 0, pool: pool([0.5, 0.4]))
    expect(trace, disparity: nil, relevance: nil, loss: nil, support: 1)
  }
}
