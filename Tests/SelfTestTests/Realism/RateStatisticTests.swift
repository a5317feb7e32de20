import FeedMetrics
import Foundation
import SelfTest
import SocialFeed
import TestSupport
import Testing

@Suite struct RateStatisticTests {
  private typealias Run = HandmadeRun

  /// Looks 1, 2, 4 with open rates 1, 1/2, 1/4: the more looks, the fewer opens.
  @Test func `rates of members worked by hand`() {
    var run = Run(members: 4, days: 1)
    for _ in 0..<4 { run.publish(by: 3, at: -1) }
    for (member, looks) in [1, 2, 4].enumerated() {
      run.show(Array(0..<looks), to: member, at: 10)
      run.act(.view, by: member, on: 0, at: 20)
    }
    run.act(.like, by: 0, on: 0, at: 21)
    let record = run.record
    #expect(agree(record.value(of: "kuairand.ctr_standard.spearman_impr_ctr"), -1))
    #expect(agree(record.value(of: "kuairand.ctr_standard.pooled"), 3.0 / 7))
    #expect(agree(record.value(of: "kuairand.funnel.like"), 1.0 / 7))
    // Looks a post: 3, 2, 1, 1, scaled by 10.06 ÷ 1.75: 17, 11, 6, 6; the largest of four holds 17 of 40.
    #expect(agree(record.value(of: "kuairand.post_impressions.top1pct"), 17.0 / 40))
    // Looks a member: 1, 2, 4: 2 · (1 + 4 + 12) ÷ (3 · 7) − 4/3.
    #expect(agree(record.value(of: "kuairand.impressions_standard.gini"), 34.0 / 21 - 4.0 / 3))
  }

  @Test func `the open rate by hour is the highest over the lowest`() {
    var run = Run(members: 2, days: 1)
    for _ in 0..<4 { run.publish(by: 0, at: -1) }
    for hour in 0..<24 {
      let time = Double(hour) * Run.hour
      run.show([0, 1, 2, 3], to: 1, at: time)
      for post in 0..<(hour == 5 ? 3 : 2) { run.act(.view, by: 1, on: post, at: time + 5) }
    }
    #expect(agree(run.record.value(of: "kuairand.hour_ctr"), 1.5))
  }

  /// 0 → 1 → 2 → 0 and 1 → 0; of 4 follows 2 are returned.
  @Test func `ties are those at the end`() {
    var run = Run(members: 4, days: 10)
    run.tie(.follow, 0, 1)
    run.tie(.follow, 1, 2)
    run.tie(.follow, 2, 0)
    run.tie(.follow, 1, 0, at: Run.day)
    run.tie(.follow, 0, 3, at: 2 * Run.day)
    run.tie(.unfollow, 0, 3, at: 3 * Run.day)
    run.tie(.friend, 0, 2)
    run.tie(.friend, 1, 2)
    run.tie(.unfriend, 0, 2, at: Run.day)
    run.publish(by: 0, at: 1)
    let record = run.record
    #expect(agree(record.value(of: "kuairand.reciprocity_edges"), 0.5))
    // A triangle, and one who is alone.
    #expect(agree(record.value(of: "advogato.avg_clustering_undirected"), 0.75))
    #expect(agree(record.value(of: "advogato.giant_share"), 0.75))
    #expect(agree(record.value(of: "kuairand.followers.zero_share"), 0.25))
    #expect(agree(record.value(of: "kuairand.mutual.zero_share"), 0.5))
    expectEqual(record.friendsOfMember, [0, 1, 1, 0])
    #expect(agree(record.value(of: "model.graph.friends"), 0.5))
  }

  @Test func `a follow of the first half is returned within two days or not`() {
    let run = Run(members: 4, days: 10)
    run.tie(.follow, 0, 1, at: 0)
    run.tie(.follow, 1, 0, at: Run.day, returned: true)
    run.tie(.follow, 2, 1, at: Run.day)
    run.tie(.follow, 1, 2, at: 4 * Run.day, returned: true)
    run.tie(.follow, 3, 1, at: 6 * Run.day)
    run.tie(.follow, 1, 3, at: 6.5 * Run.day, returned: true)
    expectEqual(run.record.returnDelays, [Run.day, 3 * Run.day])
    expectEqual(run.record.value(of: "model.G2.delay"), 0.5)
  }

  @Test func `entries are of contests that open and close within the run`() {
    var run = Run(members: 20, days: 10)
    for _ in 0..<4 { run.publish(by: 0, at: -1) }
    run.contest(from: 0, to: 100, entries: [(0, 10), (1, 50), (2, 89), (3, 90)])
    let record = run.record
    #expect(agree(record.value(of: "model.B6"), 0.25))
    // 4 of 20 members.
    #expect(agree(record.value(of: "model.entering.entries"), 2000))
    let open = Run(members: 20, days: 10)
    open.contest(from: 0, to: 11 * Run.day, entries: [])
    expectEqual(open.record.value(of: "model.entering.entries"), nil)
  }

  /// Votes ÷ looks in the contest: 1/1 and 0/1; looks elsewhere do not count. The Gini of 0 and 1 is 1/2.
  @Test func `votes are counted for each look in the contest's feed`() {
    var run = Run(members: 3, days: 1)
    for _ in 0..<3 { run.publish(by: 0, at: -1) }
    run.show([0, 1], to: 1, at: 10, on: .contest)
    run.show([0, 2], to: 1, at: 20)
    run.act(.vote, by: 1, on: 0, at: 30)
    #expect(agree(run.record.value(of: "dpchallenge_2009.frac_8up.gini"), 0.5))
  }
}
