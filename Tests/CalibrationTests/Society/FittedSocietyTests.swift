import Calibration
import SyntheticSociety
import TestSupport
import Testing

/// Logs small enough for fits by hand, read from files.
@Suite struct FittedSocietyTests {
  @Test func `the keys that can be fitted are keys of a scenario`() {
    let curves = ["behaviour.sessions.hours", "behaviour.sessions.weekdays"]
    let known = SocietyParameter.all.map(\.key) + curves
    #expect(FittedSociety.keys.allSatisfy(known.contains))
    expectEqual(Set(FittedSociety.keys).count, FittedSociety.keys.count)
  }

  @Test func `wide events give rates, positions, hours, sessions and readiness`() throws {
    // Two users, three weeks, one impression at 06:00 and one at 18:00 local time (+02:00) a day;
    // user a likes what is shown in the evening. Views: at position 1 all, at position 2 half.
    var rows = "who,what,at,place,seen,liked\n"
    for day in 0..<21 {
      let start = 1_520_812_800 + 86_400 * day  // a Monday's midnight in UTC
      for user in ["a", "b"] {
        rows += "\(user),p\(day),\(start + 4 * 3600),1,1,0\n"
        rows +=
          "\(user),q\(day),\(start + 16 * 3600),2,\(user == "a" ? 1 : 0),\(user == "a" ? 1 : 0)\n"
      }
    }
    let tables = """
      {role: wideEvents, file: w.csv, policy: uniform, tsUnit: s, columns:
        {user: who, post: what, ts: at, position: place, view: seen, like: liked}}
      """
    let folder = try TestFolder(["w.csv": rows], tables: tables, top: "\"timezone\": \"+02:00\", ")
    let society = try folder.society()
    expectEqual(society.rowCount, 84)
    expectEqual(society.figure(for: "behaviour.actions.open")?.values, [0.75])
    expectEqual(society.figure(for: "behaviour.actions.like")?.values, [0.25])
    // a likes 21 of 42, b 0, where 10.5 are expected of each: √(2 · 2 · 10.5²) ÷ 84.
    expectEqual(society.figure(for: "behaviour.actions.like")?.standardError, 0.25)
    // Clicked at position 2 half as often as at 1: eta = log 2 / log 2.
    let eta = try #require(society.figure(for: "behaviour.examination.eta")?.values.first)
    #expect((eta - 1).magnitude < 1e-9)
    // a clicked on 21 at position 2, b on none, where 10.5 are expected: u = ± 10.5 · 2/3 and I = 42/9 + 21 · 4/9, in
    // units of log 2. √(2 · 2 · 7²) ÷ 14 = 1.
    let error = try #require(society.figure(for: "behaviour.examination.eta")?.standardError)
    #expect((error * 0.69314718056 - 1).magnitude < 1e-9)
    let hours = try #require(society.figure(for: "behaviour.sessions.hours")?.values)
    expectEqual(hours.indices.filter { hours[$0] > 0 }, [6, 18])
    expectEqual(hours[6], 0.5)
    let weekdays = try #require(society.figure(for: "behaviour.sessions.weekdays")?.values)
    expectEqual(weekdays, [Double](repeating: 1, count: 7))
    // Every impression is a session of its own: two a day.
    expectEqual(society.figure(for: "behaviour.sessions.mean")?.values, [2])
    expectEqual(society.value("impressions a post, mean"), 2)
  }

  @Test func `events with impressions give rates and sessions`() throws {
    // Two days: user a is shown three posts with a gap of ten minutes and one of a day, b two.
    let events = """
      u,p,t,k
      a,1,2018-03-12T10:00,impression
      a,1,2018-03-12T10:01,like
      a,2,2018-03-12T10:10,impression
      b,1,2018-03-12T23:00,impression
      a,3,2018-03-13T10:10,impression
      b,2,2018-03-13T23:00,impression
      b,2,2018-03-13T23:01,like

      """
    let tables = """
      {role: events, file: e.csv, policy: uniform, columns: {user: u, post: p, ts: t, kind: k}}
      """
    let society = try TestFolder(["e.csv": events], tables: tables).society()
    expectEqual(society.figure(for: "behaviour.actions.like")?.values, [0.4])
    // a likes 1 of 3, b 1 of 2, where 1.2 and 0.8 are expected: √(2 · 0.08) ÷ 5.
    let error = try #require(society.figure(for: "behaviour.actions.like")?.standardError)
    #expect((error - 0.08).magnitude < 1e-15)
    // Four sessions of two users in two days, two of each.
    expectEqual(society.figure(for: "behaviour.sessions.mean")?.values, [1])
    expectEqual(society.figure(for: "behaviour.sessions.mean")?.standardError, 0)
    expectEqual(society.value("impressions a session"), 1.25)
  }

  @Test func `sessions are refused where rows are not in order of time`() throws {
    let rows = (0..<60).reversed().map { "a,2018-03-12T10:\($0 / 10)\($0 % 10),0\n" }
    let tables = "{role: wideEvents, file: w.csv, columns: {user: u, ts: t, view: v}}"
    let society = try TestFolder(["w.csv": "u,t,v\n" + rows.joined()], tables: tables).society()
    expectEqual(
      society.reasons("sessions a user and day"),
      [
        "gaps need each user's rows in order of time, and more than 1 % are not"
      ])
  }

  @Test func `an answer has the category of its question, and is not counted again`() throws {
    let posts = "id,c,q\n1,art,\n2,art,1\n3,art,1\n4,law,\n5,art,\n"
    let tables = "{role: posts, file: p.csv, columns: {post: id, category: c, parent: q}}"
    let society = try TestFolder(["p.csv": posts], tables: tables).society()
    expectEqual(society.figure(for: "world.categories.count")?.values, [2])
    expectEqual(society.figure(for: "world.categories.count")?.count, 3)
  }

  @Test func `a smaller community follows the same share of its members`() throws {
    // 201 members follow 40 each, 40 of 200 others; of 100 others 20.
    let rows = (0..<201).map { "\($0),40\n" }.joined()
    let folder = try TestFolder(
      ["u.csv": "id,f\n" + rows],
      tables: "{role: users, file: u.csv, columns: {user: id, following: f}}")
    let whole = try folder.society()
    expectEqual(whole.figure(for: "world.members")?.values, [201])
    expectEqual(whole.figure(for: "behaviour.graph.follows")?.values, [40])
    let small = try folder.society(members: 101)
    expectEqual(small.figure(for: "world.members")?.values, [101])
    expectEqual(small.figure(for: "behaviour.graph.follows")?.values, [20])
    expectEqual(small.value("members of the logs"), 201)
    expectEqual(small.value("follows a member of the logs"), 40)
    // A larger community than that of the logs keeps the follows.
    try expectEqual(
      folder.society(members: 402).figure(for: "behaviour.graph.follows")?.values, [40])
  }

  @Test func `logs of many members make a community of 10,000`() throws {
    let rows = (0..<20_001).map { "\($0),40\n" }.joined()
    let society = try TestFolder(
      ["u.csv": "id,f\n" + rows],
      tables: "{role: users, file: u.csv, columns: {user: id, following: f}}"
    ).society()
    expectEqual(society.figure(for: "world.members")?.values, [10_000])
    // 40 of 20,000 others are 19.998 of 9,999.
    let follows = try #require(society.figure(for: "behaviour.graph.follows")?.values.first)
    #expect((follows - 19.998).magnitude < 1e-9)
  }

  @Test func `more categories than a community can have leave the rarest out`() throws {
    let rows = (0..<65).map { "\($0),c\($0)\n" }.joined()
    let society = try TestFolder(
      ["p.csv": "id,c\n" + rows],
      tables: "{role: posts, file: p.csv, columns: {post: id, category: c}}"
    ).society()
    expectEqual(society.figure(for: "world.categories.count")?.values, [64])
    expectEqual(society.value("categories of the logs"), 65)
  }

  @Test func `a power law of few authors, or one category, sets nothing`() throws {
    let posts = (0..<40).map { "\($0),a\($0 % 9),x\n" }.joined()
    let tables = "{role: posts, file: p.csv, columns: {post: p, author: a, category: c}}"
    let society = try TestFolder(["p.csv": "p,a,c\n" + posts], tables: tables).society()
    #expect(society.figures.allSatisfy { $0.key == nil })
    expectEqual(society.reasons("posts an author"), ["needs at least 30 authors, found 9"])
    expectEqual(
      society.refusal(for: "world.categories.count")?.reason, "all posts are of one category")
  }

  @Test func `delays use times of posts from another table`() throws {
    let tables = """
      {role: events, file: e.csv, columns: {user: u, post: p, ts: t, kind: k},
        kindMap: {up: like, accept: null, say: comment}},
      {role: posts, file: p.csv, columns: {post: id, author: by, ts: t, category: c},
        missingCategory: [none]}
      """
    let posts = "id,by,t,c\n1,x,2018-03-12T00:00:00Z,sea\n2,x,2018-03-13,none\n3,y,2018-03-14,sky\n"
    let events = """
      u,p,t,k
      x,1,2018-03-12T01:00:00Z,up
      y,1,2018-03-12T04:00:00Z,up
      y,2,2018-03-13T00:00:00Z,up
      z,2,2018-03-12T00:00:00Z,up
      z,9,2018-03-12T00:00:00Z,up
      z,1,2018-03-12T00:30:00Z,accept

      """
    let society = try TestFolder(["e.csv": events, "p.csv": posts], tables: tables).society()
    // Delays of 1 and 4 hours: logarithms 0 and log 4, mean log 2. The others come with or before
    // their post, or have none.
    let mu = try #require(society.value("hours from a post to a like, log-normal mu"))
    #expect((mu - 0.69314718056) < 1e-9)
    expectEqual(society.figures.contains { $0.name.contains("accept") }, false)
    expectEqual(society.value("categories"), 2)
    expectEqual(
      society.reasons("rate of like an impression"),
      [
        "rates need impressions with their actions; this table has only actions"
      ])
    expectEqual(society.reasons("hours of the day"), ["hours need the users' timezone"])
  }

  @Test func `delays, hours and gaps are refused where times are dates`() throws {
    let tables = """
      {role: posts, file: p.csv, tsResolution: day, columns: {post: p, ts: t, author: a}},
      {role: events, file: e.csv, tsResolution: day, kind: like,
        columns: {user: u, post: p, ts: t}}
      """
    let posts = "p,t,a\n1,2018-03-12,x\n2,20180314,x\n3,2018-03-19,y\n"
    let events = "u,p,t\na,1,2018-03-13\nb,2,2018-03-15\n"
    let society = try TestFolder(["p.csv": posts, "e.csv": events], tables: tables).society()
    expectEqual(
      society.reasons("hours from a post to a like"), ["delays need times, these are dates"])
    expectEqual(
      society.reasons("hours between posts"), ["times between posts need times, these are dates"])
    expectEqual(society.reasons("hours of the day"), ["hours need times, these are dates"])
    expectEqual(society.reasons("days of the week"), ["factors need 14 days, these rows have 3"])
  }

  // MARK: - Activity

  private func activity(_ counts: [Int], settings: String = "") throws -> FittedSociety {
    let text = "n\n" + counts.map { "\($0)\n" }.joined()
    let tables = "{role: counts, file: c.csv\(settings), columns: {impressions: n}}"
    return try TestFolder(["c.csv": text], tables: tables).society()
  }

  private let name = "activity (impressions a user)"

  @Test func `activity of a sample of the most active needs the limit that made it`() throws {
    let remedy = "set truncatedBelow to the smallest activity of a user in the sample"
    try expectEqual(
      activity([1, 2, 3], settings: ", sample: top").reasons(name),
      [
        "a sample of the most active users does not represent all users; \(remedy)"
      ])
    let most = (0..<60).map { 100 + $0 }
    try expectEqual(
      activity(most).reasons(name),
      [
        "no user has fewer than 100 impressions, where the median is 129.5: this looks like a sample"
          + " of the most active users; \(remedy)"
      ])
    try expectEqual(activity(most).figure(for: "behaviour.sessions.shape"), nil)
  }

  @Test func `the fit accounts for a truncated sample`() throws {
    // Quantiles of an exponential distribution, gamma of shape 1, with mean 1000, cut at 500: by its
    // lack of memory 500 plus quantiles of the whole.
    let counts = (0..<4000).map { index in
      let share = (Double(index) + 0.5) / 4000
      return 500 + Int((-1000 * Self.log(1 - share)).rounded())
    }
    let cut = try activity(counts, settings: ", sample: top, truncatedBelow: 500")
    let shape = try #require(cut.figure(for: "behaviour.sessions.shape"))
    #expect((shape.values[0] - 1).magnitude < 0.03)
    expectEqual(shape.name, "\(name) from 500 up, gamma shape")
  }

  /// By its series, for a number in 0..<2.
  private static func log(_ x: Double) -> Double {
    guard x > 0.5 else { return log(x * 2) - 0.693147180559945309 }
    let z = (x - 1) / (x + 1)
    return 2
      * stride(from: 1, to: 60, by: 2).reduce(0.0) { sum, power in
        var term = z
        for _ in 1..<power { term *= z }
        return sum + term / Double(power)
      }
  }

  @Test func `likes a post have their standard error by author`() throws {
    // Authors of 2 posts with 8 likes and of 1 post with 1: rests of 2 from the mean 3, √(2 · 8) ÷ 3.
    let files = ["p.csv": "by,n\nx,3\nx,5\ny,1\n"]
    for (columns, error) in [("author: by, likes: n", 4.0 / 3), ("likes: n", nil)] {
      let tables = "{role: posts, file: p.csv, columns: {\(columns)}}"
      let likes = try TestFolder(files, tables: tables).society().figures.first {
        $0.name == "likes a post, mean"
      }
      expectEqual(likes?.values, [3])
      expectEqual(likes?.standardError, error)
    }
  }

  // MARK: - Errors by member

  @Test func `delays have their standard errors by user`() throws {
    let users = ["a": [1, 9, 5], "b": [8, 2, 4], "c": [3, 7, 6]]
    let rows = users.sorted { $0.key < $1.key }.flatMap { user in
      user.value.map { "\(user.key),comment,1520812800,\(1_520_812_800 + 3600 * $0)\n" }
    }
    let files = ["e.csv": "u,k,from,at\n" + rows.joined()]
    let columns = "kind: k, postTs: from, ts: at"
    func delays(_ columns: String) throws -> FittedSociety {
      let tables = "{role: events, file: e.csv, tsUnit: s, columns: {\(columns)}}"
      return try TestFolder(files, tables: tables).society()
    }
    let column = CountedValues((1...9).map { Double($0) })
    let members = users.sorted { $0.key < $1.key }.map { CountedValues($0.value.map(Double.init)) }
    for (columns, known, isIndependent) in [
      ("user: u, \(columns)", [members], false), (columns, [], true),
    ] {
      let society = try delays(columns)
      let (logNormal, weibull) = (
        try LogNormalFit(column, by: known), try WeibullFit(column, by: known)
      )
      for (parameter, estimate) in [
        ("log-normal mu", logNormal.mu), ("log-normal sigma", logNormal.sigma),
        ("Weibull shape", weibull.shape), ("Weibull scale", weibull.scale),
      ] {
        let figure = society.figures.first { $0.name.hasSuffix("to a comment, \(parameter)") }
        let error = try #require(figure?.standardError)
        #expect((error / (try #require(estimate.standardError)) - 1).magnitude < 1e-6)
        expectEqual(figure?.quality.hasSuffix(", rows as independent"), isIndependent)
      }
      // As in the test of the error of a median.
      let median = society.figures.first { $0.name.hasSuffix("to a comment, median") }
      expectEqual(median?.values, [5])
      let error = try #require(median?.standardError)
      // Or √(¼ ÷ 9) of the share, which is worth 8 numbers.
      #expect((error - (isIndependent ? 8.0 / 6 : 8.0 / 9)).magnitude < 1e-9)
    }
  }

  @Test func `delays have their standard errors also by the author of the post, or by post`() throws
  {
    // Posts 1 and 2 are by x; of post 3 nobody knows the author.
    let hours = [1, 2, 4, 8, 16, 32]
    let (users, posts) = (["a", "b", "a", "b", "c", "c"], [1, 1, 2, 3, 3, 3])
    let rows = hours.indices.map {
      "\(users[$0]),\(posts[$0]),comment,\(1_520_812_800 + 3600 * hours[$0])\n"
    }
    let files = [
      "e.csv": "u,p,k,at\n" + rows.joined(),
      "p.csv": "p,by,at\n1,x,1520812800\n2,x,1520812800\n3,,1520812800\n",
    ]
    let tables = """
      {role: posts, file: p.csv, tsUnit: s, columns: {post: p, author: by, ts: at}},
      {role: events, file: e.csv, tsUnit: s, columns: {user: u, post: p, kind: k, ts: at}}
      """
    let society = try TestFolder(files, tables: tables).society()
    func columns(_ groups: [[Double]]) -> [CountedValues] { groups.map { CountedValues($0) } }
    let fit = try LogNormalFit(
      CountedValues(hours.map(Double.init)),
      by: [columns([[1, 4], [2, 8], [16, 32]]), columns([[1, 2, 4], [8, 16, 32]])])
    let mu = society.figures.first { $0.name == "hours from a post to a comment, log-normal mu" }
    let error = try #require(mu?.standardError)
    #expect((error / (try #require(fit.mu.standardError)) - 1).magnitude < 1e-9)
  }

  @Test func `logs with propensities have their standard errors by user`() throws {
    let rows = "a,1,1\na,1,1\na,2,1\na,2,0\nb,1,1\nb,1,0\nb,2,0\nb,2,0\n"
    let files = ["b.csv": "u,p,r,w\n" + rows.replacing("\n", with: ",0.5\n")]
    for (user, error, slopeError, quality) in [
      // 3 and 1 of 4 clicks, where 2 are expected: √(2 · 2) ÷ 8. Rates of 3/4 and 1/4 by position, x̄ = 1/4: u = ± (½ ·
      // −¼ + ½ · ¾), I = 3/16 + 9/16, in units of log 2: √(2 · 2/16) ÷ ¾.
      ("user: u, ", 0.25, 2.0 / 3, ""),
      // √(½ · ½ ÷ 8), and √(3 · ¼ · 1/16 + ¾ · 9/16) ÷ ¾.
      ("", (1.0 / 32).squareRoot(), (30.0 / 64).squareRoot() / 0.75, "rows as independent"),
    ] {
      let tables = """
        {role: bandit, file: b.csv, policy: uniform,
          columns: {\(user)position: p, reward: r, propensity: w, action: p}}
        """
      let society = try TestFolder(files, tables: tables).society()
      let rate = society.figure(for: "behaviour.actions.open")
      expectEqual(rate?.values, [0.5])
      #expect((try #require(rate?.standardError) - error).magnitude < 1e-12)
      let slope = society.figure(for: "behaviour.examination.eta")
      #expect((try #require(slope?.standardError) * 0.69314718056 - slopeError).magnitude < 1e-9)
      expectEqual([rate?.quality, slope?.quality], [quality, quality])
    }
  }

  @Test func `rates of arms have their standard error by test`() throws {
    // Tests of 8 clicks on 20 and of 1 on 10: rests of ± 2 from 0.3, √(2 · 8) ÷ 30. By arm 0, 2 and −2: √(3/2 · 8) ÷ 30.
    let files = ["a.csv": "t,n,k\nx,10,3\nx,10,5\ny,10,1\n"]
    for (group, error) in [("group: t, ", 4.0 / 30), ("", 12.0.squareRoot() / 30)] {
      let tables = """
        {role: counts, file: a.csv, unit: arm, \(group)policy: uniform,
          columns: {impressions: n, view: k}}
        """
      let rate = try TestFolder(files, tables: tables).society()
        .figure(for: "behaviour.actions.open")
      expectEqual(rate?.values, [0.3])
      #expect((try #require(rate?.standardError) - error).magnitude < 1e-12)
    }
  }

  @Test func `times between posts have their standard errors by day`() throws {
    let times = ["12T00", "12T01", "12T03", "13T00", "13T02"].map { "2018-03-\($0):00:00Z\n" }
    let tables = "{role: posts, file: p.csv, columns: {ts: t}}"
    let society = try TestFolder(["p.csv": "t\n" + times.joined()], tables: tables).society()
    let shape = society.figures.first { $0.name == "hours between posts, Weibull shape" }
    let days = [[1.0, 2], [21, 2]].map { CountedValues($0) }
    let fit = try WeibullFit(CountedValues([1, 2, 21, 2]), by: [days])
    let error = try #require(shape?.standardError)
    #expect((error / (try #require(fit.shape.standardError)) - 1).magnitude < 1e-6)
  }

  // MARK: - Ties

  @Test func `follows give means, reciprocity and the time until they are returned`() throws {
    // a → b is returned after two hours, b → c after four, c → a never; a → b is there twice.
    let follows = """
      a,b,2018-03-12T00:00
      b,a,2018-03-12T02:00
      c,b,2018-03-12T06:00
      b,c,2018-03-12T02:00
      c,a,2018-03-12T00:00

      """
    let tables = "{role: follows, file: f.csv, columns: {src: s, dst: d, ts: t}}"
    let society = try TestFolder(["f.csv": "s,d,t\n" + follows], tables: tables).society()
    expectEqual(society.figure(for: "behaviour.following.follow-back")?.values, [3])
    expectEqual(society.figure(for: "behaviour.graph.reciprocity")?.values, [0.8])
    // u = 0.4, 0.4 and −0.8: members' squares are 0.96, as those of pairs, which count: √(3 ÷ 2 · 0.96) ÷ 5.
    let error = try #require(society.figure(for: "behaviour.graph.reciprocity")?.standardError)
    #expect((error - 0.24).magnitude < 1e-12)
    let mean = try #require(society.figure(for: "behaviour.graph.follows")?.values.first)
    #expect((mean - 5.0 / 3).magnitude < 1e-12)
    // Everybody is tied to everybody.
    expectEqual(society.value("clustering, mean over members"), 1)
  }

  @Test func `gaps give sessions together with impressions by user and by date`() throws {
    // 9 users of 11 impressions have 90 gaps, 18 of them long: 27 sessions in 3 days.
    let tables = """
      {role: hist, file: g.csv, axis: gapSeconds, columns: {bin: g, count: n}},
      {role: hist, file: d.csv, axis: date, columns: {bin: d, impressions: n}},
      {role: counts, file: u.csv, columns: {impressions: n}}
      """
    let files = [
      "g.csv": "g,n\n<1s,50\n1-10s,2\n5-30min,20\n30-120min,10\n>=120min,8\n",
      "d.csv": "d,n\n20220408,33\n20220410,66\n", "u.csv": "n\n10\n12\n",
    ]
    let society = try TestFolder(files, tables: tables).society()
    expectEqual(society.figure(for: "behaviour.sessions.mean")?.values, [1])
    // 99 impressions in 27 sessions, in 49 page loads: 40 gaps of a second and more, and 9 users.
    expectEqual(society.value("impressions a session"), 99.0 / 27)
    expectEqual(society.value("page loads a session"), 49.0 / 27)
    let alone = try TestFolder(["g.csv": files["g.csv"]!], tables: String(tables.prefix(72)))
    try expectEqual(
      alone.society().reasons("sessions a user and day"),
      [
        "gaps also need tables of impressions by user and by date, which give the numbers of users and"
          + " days"
      ])
  }

  @Test func `conditions, missing texts and rates by random exposure are kept apart`() throws {
    let tables = """
      {role: posts, file: p.csv, where: {type: [photo, album]}, missing: ["-"],
        columns: {author: by, likes: n}},
      {role: rates, file: r.csv, columns: {kind: k, rate: a, rateUniform: b}, kindMap: {heart: like}}
      """
    let files = [
      "p.csv": "type,by,n\nphoto,x,3\nvideo,x,900\nalbum,y,5\nphoto,-,-\n",
      "r.csv": "k,a,b\nheart,0.2,0.1\nsave,0.3,\n",
    ]
    let society = try TestFolder(files, tables: tables).society()
    expectEqual(society.value("likes a post, mean"), 4)
    expectEqual(society.figure(for: "behaviour.actions.like")?.values, [0.1])
    expectEqual(society.value("rate of like an impression"), 0.2)
    expectEqual(
      society.refusal(for: "behaviour.actions.save")?.reason,
      "rates need impressions of posts shown at random (policy: uniform)")
  }

  @Test func `a figure outside its key's range only describes the logs`() throws {
    // Clicked more often further down.
    let rows = (0..<200).map { "\($0 % 2 + 1),\($0 % 4 == 1 || $0 % 8 == 0 ? 1 : 0),0.5,x\n" }
    let tables = """
      {role: bandit, file: b.csv, policy: uniform,
        columns: {position: p, reward: r, propensity: w, action: i}}
      """
    let society = try TestFolder(["b.csv": "p,r,w,i\n" + rows.joined()], tables: tables).society()
    expectEqual(society.figure(for: "behaviour.examination.eta"), nil)
    // 25 of 100 at the first, 50 of 100 at the second: eta = −1.
    let eta = try #require(
      society.value("examination, slope of the click rate by position"))
    #expect((eta + 1).magnitude < 1e-9)
    let reason = try #require(society.refusal(for: "behaviour.examination.eta")?.reason)
    #expect(reason.hasPrefix("-1, standard error 0."))
    #expect(reason.hasSuffix(", is outside 0 to 3"))
  }
}
