import Calibration
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// What logs say about the feed that they come from, and how long people look at it.
@Suite struct LoggedFeedTests {
  /// 20 viewers are shown 10 posts each, by ten authors; each follows the first `followed` of these.
  private func society(followed: Int, repeats: Int = 0, follows: Bool = true) throws
    -> FittedSociety
  {
    let posts = (0..<10).map { "p\($0),a\($0)\n" }.joined()
    let looks = (0..<20).map { viewer in
      ((0..<10).map { "v\(viewer),p\($0),0\n" } + (0..<repeats).map { "v\(viewer),p\($0),0\n" })
        .joined()
    }.joined()
    let ties = (0..<20).flatMap { viewer in (0..<followed).map { "v\(viewer),a\($0)\n" } }.joined()
    let tables =
      """
      {role: posts, file: p.csv, columns: {post: p, author: a}},
      {role: wideEvents, file: w.csv, columns: {user: v, post: p, view: s}}
      """ + (follows ? ",\n{role: follows, file: f.csv, columns: {src: s, dst: d}}" : "")
    let files = ["p.csv": "p,a\n" + posts, "w.csv": "v,p,s\n" + looks, "f.csv": "s,d\n" + ties]
    return try TestFolder(files, tables: tables).society()
  }

  @Test func `a feed of followed authors has the usual candidates`() throws {
    let feed = try society(followed: 6).feed
    expectEqual(feed.pool, .standard)
    expectEqual(
      feed.reason, "60 % of the looks are at posts of followed authors, and 0 % are repeats")
    expectEqual(feed.pageSize, nil)
  }

  @Test func `a feed of strangers, or of logs without follows, has everyone's posts`() throws {
    var wanted = FeedPool.standard
    wanted.audience = .everyone
    try expectEqual(society(followed: 4).feed.pool, wanted)
    let feed = try society(followed: 6, follows: false).feed
    expectEqual(feed.pool, wanted)
    expectEqual(feed.reason, "the logs have no follows, and 0 % are repeats")
  }

  @Test func `a feed that shows posts again leaves nothing out`() throws {
    // One look in eleven is a repeat.
    let pool = try society(followed: 6, repeats: 1).feed.pool
    expectEqual(pool.without, .nothing)
    expectEqual(pool.audience, FeedPool.standard.audience)
  }

  /// 9 users of 101 impressions have 900 gaps: a session of 90 impressions a day each, in 15 page loads.
  private let gaps = [
    "g.csv": "g,n\n<1s,765\n10-60s,126\n>=120min,9\n",
    "d.csv": "d,n\n20220408,400\n20220409,509\n", "u.csv": "n\n50\n152\n",
  ]
  private let tables = """
    {role: hist, file: g.csv, axis: gapSeconds, columns: {bin: g, count: n}},
    {role: hist, file: d.csv, axis: date, columns: {bin: d, impressions: n}},
    {role: counts, file: u.csv, columns: {impressions: n}}
    """

  @Test func `long sessions make people patient, and each item a smaller part of them`() throws {
    let society = try TestFolder(gaps, tables: tables).society()
    // 909 impressions in 18 sessions and 144 loads: 50.5 and 8 a session.
    expectEqual(society.value("impressions a session"), 50.5)
    #expect(society.hasDepth)
    // 50.5 looks in 8 loads of which the last is left half-way: 50.5 ÷ 7.5.
    expectEqual(society.feed.pageSize, 7)
    let scrolling = SocietyParameters().scrolling
    let balance = scrolling.cost - scrolling.gain * SocietyParameters().actions.open
    func value(_ key: String) throws -> Double {
      try #require(society.figure(for: "behaviour.\(key)")?.values.first)
    }
    #expect(try (value("scrolling.start") - 50.5 * balance).magnitude < 1e-9)
    // By default a session has start ÷ balance looks.
    let scale = 50.5 * balance / scrolling.start
    #expect(try (value("scrolling.cost") - balance).magnitude < 1e-9)
    try expectEqual(value("scrolling.gain"), 0)
    try expectEqual(value("scrolling.member-deviation"), 0)
    #expect(try (value("scrolling.worth") - scrolling.worth / scale).magnitude < 1e-9)
    try expectEqual(value("examination.eta"), 0)
    try expectEqual(value("sessions.silent-share"), 0)
    try expectEqual(value("surfaces.home"), 1)
    try expectEqual(value("surfaces.contest"), 0)
  }

  @Test func `much to look at makes a short world`() throws {
    // Ten times the impressions, as many sessions: 495 looks a member and day.
    let files = [
      "g.csv": "g,n\n<1s,8766\n10-60s,126\n>=120min,9\n", "d.csv": gaps["d.csv"]!,
      "u.csv": "n\n500\n1480\n", "f.csv": "n\n" + String(repeating: "40\n", count: 5000),
    ]
    let users = ",\n{role: users, file: f.csv, columns: {following: n}}"
    let society = try TestFolder(files, tables: tables + users).society()
    expectEqual(society.figure(for: "world.days")?.values, [3])
    expectEqual(society.figure(for: "world.warm-up")?.values, [1])
    // 2.4 million looks in three days are of 1,616 members, and so few differ by chance.
    expectEqual(society.figure(for: "world.members")?.values, [2000])
  }

  @Test func `many visits make a short world`() throws {
    // 360 sessions of 9 users in two days are 20 a day, of which five days have 100; 909 looks would be 14 days.
    let files = [
      "g.csv": "g,n\n<1s,549\n>=120min,351\n", "d.csv": gaps["d.csv"]!, "u.csv": "n\n50\n152\n",
      "f.csv": "n\n" + String(repeating: "40\n", count: 5000),
    ]
    let users = ",\n{role: users, file: f.csv, columns: {following: n}}"
    let society = try TestFolder(files, tables: tables + users).society()
    expectEqual(society.figure(for: "world.days")?.values, [5])
    expectEqual(society.figure(for: "world.warm-up")?.values, [1])
  }

  @Test func `a sample of the posts says nothing about its authors`() throws {
    let posts = (0..<60).map { "p\($0),a\($0 % 40)\n" }.joined()
    let tables = """
      {role: posts, file: p.csv, columns: {post: p, author: a}},
      {role: hist, file: h.csv, axis: impressionsPerPost, columns: {bin: i, count: n}}
      """
    func society(shown: Int) throws -> FittedSociety {
      try TestFolder(["p.csv": "p,a\n" + posts, "h.csv": "i,n\n1,\(shown)\n"], tables: tables)
        .society()
    }
    #expect(try society(shown: 60).figure(for: "behaviour.posting.exponent") != nil)
    try expectEqual(society(shown: 121).figure(for: "behaviour.posting.exponent"), nil)
    try expectEqual(
      society(shown: 121).refusal(for: "behaviour.posting.exponent")?.reason,
      "the table has a sample of the posts that were shown, and an author fewer of them")
  }
}
