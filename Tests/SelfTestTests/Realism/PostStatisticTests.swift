import FeedMetrics
import Foundation
import SelfTest
import SocialFeed
import TestSupport
import Testing

@Suite struct PostStatisticTests {
  private typealias Run = HandmadeRun

  /// Member 0 publishes posts 0 and 1, member 1 post 2; post 3 is too new to be settled. Opens 1, 3, 0.
  private var run: Run {
    var run = Run(members: 3, days: 4, warmUp: 1)
    run.publish(by: 0, at: 1.2 * Run.day, category: 0)
    run.publish(by: 0, at: 1.2 * Run.day, category: 0)
    run.publish(by: 1, at: 1.5 * Run.day, category: 1)
    run.publish(by: 1, at: 3.5 * Run.day, category: 1)
    run.show([0, 1, 2], to: 2, at: 2 * Run.day)
    run.show([1, 2], to: 0, at: 2 * Run.day)
    run.act(.view, by: 2, on: 0, at: 2 * Run.day + 1)
    for second in 2...4 { run.act(.view, by: 2, on: 1, at: 2 * Run.day + Double(second)) }
    run.act(.like, by: 2, on: 0, at: 2.1 * Run.day)
    run.act(.like, by: 2, on: 1, at: 2.5 * Run.day)
    run.act(.unlike, by: 2, on: 1, at: 2.5 * Run.day + 9)
    run.act(.like, by: 2, on: 2, at: 3.2 * Run.day)
    run.act(.comment, by: 2, on: 2, at: 1.5 * Run.day + 1800)
    run.act(.comment, by: 2, on: 2, at: 1.5 * Run.day + 5400)
    run.act(.save, by: 0, on: 2, at: 2.2 * Run.day)
    // One's own post, and the warm-up, do not count.
    run.act(.like, by: 1, on: 2, at: 2.2 * Run.day)
    run.act(.view, by: 2, on: 0, at: 0.5 * Run.day)
    return run
  }

  @Test func `posts have what others did with them`() {
    let posts = run.record.posts.posts
    expectEqual(posts.map(\.looks), [1, 1, 2, 0])
    expectEqual(posts.map(\.opens), [1, 3, 0, 0])
    expectEqual(posts.map(\.likes), [1, 0, 1, 0])
    expectEqual(posts.map(\.comments), [0, 0, 2, 0])
    expectEqual(posts.map(\.saves), [0, 0, 1, 0])
  }

  @Test func `quotients are of all posts that are a day old`() {
    let record = run.record
    #expect(agree(record.value(of: "stackexchange_quantum.comments_per_like"), 1))
    #expect(agree(record.value(of: "stackexchange_quantum.saves_per_like"), 0.5))
    #expect(agree(record.value(of: "flickr_dresden.faves_per_view"), 0.5))
    #expect(agree(record.value(of: "flickr_dresden.views.zero_share"), 1.0 / 3))
    // Opens 0, 1, 3: (2·(1·0 + 2·1 + 3·3) ÷ (3·4)) − 4/3 = 22/12 − 16/12.
    #expect(agree(record.value(of: "flickr_dresden.views.gini"), 0.5))
    // Three likes and saves given within the window and one taken back.
    #expect(agree(record.value(of: "model.actions.undo"), 1.0 / 4))
  }

  /// Looks are half at 1 h and half at 3 h, and so are uploads: three posts at once are one. Of the posts three quarters
  /// are at 1 h, a distance of 0.25.
  @Test func `a batch is one upload`() {
    var run = Run(members: 2, days: 2)
    for _ in 0..<3 { run.publish(by: 0, at: Run.hour) }
    run.publish(by: 1, at: 3 * Run.hour)
    run.show([3], to: 0, at: Run.day + Run.hour)
    run.show([0], to: 1, at: Run.day + 3 * Run.hour)
    expectEqual(run.record.value(of: "model.posting.hours"), 0)
  }

  /// ln(1 + opens) is ln 2 and ln 4 of author 0, and 0 of author 1. In units of ln 2: 1, 2 | 0; mean 1, all
  /// squares 0 + 1 + 1 = 2; between: 2 · 0.5² + 1 · 1 = 1.5.
  @Test func `variance between authors worked by hand`() {
    #expect(agree(run.record.value(of: "flickr_dresden.log_views_user_variance_share"), 0.75))
  }

  /// Opens 1, 3, 0 have ranks 2, 3, 1; likes 1, 0, 1 ranks 2.5, 1, 2.5: Σ of the products of the deviations 0 ·
  /// 0.5, 1 · −1, −1 · 0.5 is −1.5; of their squares 2 and 1.5.
  @Test func `opens and likes correlate by ranks`() {
    #expect(
      agree(run.record.value(of: "flickr_dresden.spearman_views_faves"), -1.5 / 3.0.squareRoot()))
  }

  @Test func `delays are of posts of the measured time`() {
    let record = run.record
    // 0.9, 1.3 and 1.7 days; each comment within a day, one of two within an hour.
    #expect(agree(record.value(of: "stackexchange_quantum.like_lag_days.d0"), 1.0 / 3))
    #expect(agree(record.value(of: "stackexchange_quantum.like_lag_days.d1"), 2.0 / 3))
    #expect(agree(record.value(of: "klout.fb.lt1h"), 0.5))
    // Half of 30 and 90 min; ln 30 and ln 90 are ln 3 apart.
    #expect(agree(record.value(of: "klout.fb.median_min"), 60))
    #expect(agree(record.value(of: "klout.fb.sd_ln_min"), log(3.0) / 2))
    #expect(agree(record.value(of: "stackexchange_quantum.comment_lag_h.median"), 1))
  }

  /// Author 0: two posts at once; author 1: at 1.5 and 3.5 days. Two comments of member 2, an hour apart.
  @Test func `uploads of a day are a batch, and gaps of zero are none`() {
    let record = run.record
    expectEqual(record.posts.uploadGaps, [2 * Run.day])
    expectEqual(record.posts.arrivalGaps.map { ($0 / Run.day * 10).rounded() }, [3, 20])
    expectEqual(record.posts.actionGaps.count, 2)
    // Batches 2, 1, 1.
    #expect(agree(record.value(of: "flickr_dresden.batch_size.single"), 2.0 / 3))
    #expect(agree(record.value(of: "flickr_dresden.batch_size.mean"), 4.0 / 3))
    #expect(agree(record.value(of: "stackexchange_quantum.user_action_gap_min.lt30"), 0))
    // 60 and 2,880 min.
    #expect(agree(record.value(of: "stackexchange_quantum.user_action_gap_min.median"), 1470))
  }

  @Test func `who posts is counted with the initial posts, and how much in the measured time`() {
    let record = run.record
    #expect(agree(record.value(of: "model.posting.share"), 2.0 / 3))
    // 4 posts of 2 people in 3 days.
    #expect(agree(record.value(of: "model.posting.mean"), 20))
    expectEqual(record.posts.postsOfMember, [2, 2, 0])
    // Two of each of two categories, of four.
    #expect(agree(record.value(of: "kuairand.category.entropy_nats"), 0.5))
  }
}
