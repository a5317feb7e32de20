import Calibration
import TestSupport
import Testing

/// Known answers of real data, from files to a society: closed forms to the digits printed, maximum
/// likelihood to one in a hundred.
@Suite struct KnownLogsTests {
  /// A table in which each row of a condensed one stands as often as its last column says.
  private func expanded(_ table: String, _ names: [String], by count: String) throws -> String {
    let columns = try KnownData.columns(table)
    var text = names.joined(separator: ",") + "\n"
    for row in columns[count]!.indices {
      let cells = names.map { "\(Int(columns[$0]![row]))" }.joined(separator: ",")
      for _ in 0..<Int(columns[count]![row]) { text += cells + "\n" }
    }
    return text
  }

  private func agrees(_ figure: FittedFigure?, _ known: Double, within share: Double) -> Bool {
    guard let value = figure?.values.first else { return false }
    return (value - known).magnitude <= share * known.magnitude
  }

  @Test func `KuaiRand has activity, click rates and ties`() throws {
    let files = [
      "standard.csv": try expanded(
        "kuairand/user_counts_standard", ["impressions", "clicks"], by: "users"),
      "random.csv": try expanded(
        "kuairand/user_counts_random", ["impressions", "clicks"], by: "users"),
      "users.csv": try expanded("kuairand/users", ["following", "mutual"], by: "users"),
    ]
    let tables = """
      {role: counts, file: standard.csv, unit: user, policy: production,
        columns: {impressions: impressions, view: clicks}},
      {role: counts, file: random.csv, unit: user, policy: uniform,
        columns: {impressions: impressions, view: clicks}},
      {role: users, file: users.csv, columns: {following: following, mutual: mutual}}
      """
    let society = try TestFolder(files, tables: tables).society()
    let shape = society.figure(for: "behaviour.sessions.shape")
    #expect(agrees(shape, 1.3825, within: 0.01))
    expectEqual(shape?.quality.hasPrefix("KS 0.032, AIC 395485"), true)
    expectEqual(shape?.count, 19_102)
    expectEqual(shape?.source, "standard.csv")
    #expect(agrees(society.figure(for: "behaviour.actions.open"), 0.177213, within: 3e-6))
    let reciprocity = society.figure(for: "behaviour.graph.reciprocity")
    #expect(agrees(reciprocity, 0.287439, within: 2e-6))
    // By member; 0.000228, a twentieth, if follows were independent.
    #expect((try #require(reciprocity?.standardError) - 0.0046925).magnitude < 1e-6)
    // 10,000 of the 19,032 members follow the same share of the others.
    let follows = society.figures.first { $0.name == "follows a member of the logs" }
    #expect(agrees(follows, 413.0085, within: 2e-7))
    #expect(
      agrees(
        society.figure(for: "behaviour.graph.follows"), 413.0085 * 9_999 / 19_031, within: 2e-7))
    for (name, known) in [
      ("alpha", 1.2888), ("beta", 6.1582), ("mean", 0.17306), ("coefficient of variation", 0.752),
    ] {
      let figure = society.figures.first {
        $0.name == "click rate by user, beta-binomial \(name)" && $0.source == "random.csv"
      }
      #expect(agrees(figure, known, within: 0.01), "\(name)")
    }
    // The production ranker's rates are no rates under a random one.
    expectEqual(society.figures.filter { $0.source == "standard.csv" && $0.key != nil }, [shape])
    // The sample has the users with at least ten random impressions.
    expectEqual(
      society.refusal(for: "behaviour.sessions.shape")?.reason.hasPrefix(
        "no user has fewer than 10 impressions, where the median is 22"), true)
  }

  @Test func `Open Bandit has the click rate, and no clear effect of the position`() throws {
    let columns = try KnownData.columns("openbandit/men_random")
    let rows = zip(columns["item"]!, zip(columns["position"]!, columns["click"]!)).map {
      "\(Int($0)),\(Int($1.0)),\(Int($1.1)),0.029411764705882353\n"
    }
    let tables = """
      {role: bandit, file: random.csv, policy: uniform, slateSize: 3,
        columns: {action: i, position: p, reward: r, propensity: w}}
      """
    let folder = try TestFolder(["random.csv": "i,p,r,w\n" + rows.joined()], tables: tables)
    let society = try folder.society()
    expectEqual(society.figure(for: "behaviour.actions.open")?.values, [0.0046])
    expectEqual(society.figure(for: "behaviour.actions.open")?.count, 10_000)
    // More clicks at the second position than at the first: the slope has the wrong sign.
    expectEqual(society.figure(for: "behaviour.examination.eta"), nil)
    #expect(society.refusal(for: "behaviour.examination.eta") != nil)
  }

  @Test func `Upworthy has the variation within tests, and the tests that were not balanced`()
    throws
  {
    let columns = try KnownData.columns("upworthy/arms")
    let rows = columns["test"]!.indices.map { row in
      ["test", "impressions", "clicks"].map { "\(Int(columns[$0]![row]))" }
        .joined(separator: ",") + "\n"
    }
    let tables = """
      {role: counts, file: arms.csv, unit: arm, group: test, policy: uniform,
        columns: {impressions: impressions, view: clicks}}
      """
    let folder = try TestFolder(
      ["arms.csv": "test,impressions,clicks\n" + rows.joined()], tables: tables)
    let society = try folder.society()
    #expect(agrees(society.figure(for: "behaviour.actions.open"), 0.015157, within: 4e-5))
    let deviation = try #require(
      society.value("click rate within a test, deviation in log odds"))
    #expect((deviation - 0.2414).magnitude < 6e-5)
    let faults = try #require(
      society.value("share of tests with unequal arms (sample-ratio test, p < 0.01)"))
    #expect((faults - 0.191).magnitude < 6e-4)
    let beta = try #require(society.value("click rate by arm, beta-binomial beta"))
    #expect((beta - 130.5603).magnitude < 1.3)
    // Arms are no people.
    expectEqual(society.figure(for: "behaviour.actions.member-deviation"), nil)
  }

  @Test func `Klout and Stack Exchange have delays and posts by author`() throws {
    let delays = try KnownData.columns("klout-reactions/fb")
    let start = 1_413_331_199_000
    var events = "k,posted,at\n"
    for (delay, count) in zip(delays["delay_ms"]!, delays["reactions"]!) {
      for _ in 0..<Int(count) { events += "comment,\(start),\(start + Int(delay))\n" }
    }
    let columns = try KnownData.columns("stackexchange-quantum/posts_per_author")
    var posts = "author\n"
    var author = 0
    for (count, authors) in zip(columns["posts"]!, columns["authors"]!) {
      for _ in 0..<Int(authors) {
        author += 1
        for _ in 0..<Int(count) { posts += "a\(author)\n" }
      }
    }
    let tables = """
      {role: events, file: e.csv, tsUnit: ms, columns: {kind: k, postTs: posted, ts: at}},
      {role: posts, file: p.csv, columns: {author: author}}
      """
    let society = try TestFolder(["e.csv": events, "p.csv": posts], tables: tables).society()
    // In minutes 4.3949; in hours less by log 60.
    let mu = try #require(society.value("hours from a post to a comment, log-normal mu"))
    #expect((mu - (4.3949 - 4.09434456)).magnitude < 1e-4)
    let sigma = try #require(society.value("hours from a post to a comment, log-normal sigma"))
    #expect((sigma - 1.712).magnitude < 5e-4)
    let exponent = society.figure(for: "behaviour.posting.exponent")
    #expect(agrees(exponent, 1.859, within: 0.01))
    expectEqual(exponent?.count, 332)
    expectEqual(exponent?.quality.hasPrefix("KS 0.0283, "), true)
  }
}
