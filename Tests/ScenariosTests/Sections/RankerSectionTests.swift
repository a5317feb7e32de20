import Scenarios
import SocialFeed
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct RankerSectionTests {
  /// A scenario whose line 5 and those after it are the map of the ranker on the home feed.
  private func text(_ lines: String...) -> String {
    "feedlab: 1\narms:\n  a:\n    home:\n"
      + lines.map { "      \($0)\n" }.joined()
  }

  private func home(_ text: String, overrides: [String] = []) throws -> RankerSettings {
    try scenario(text, overrides: overrides).arms[0].ranker(of: .home)
  }

  // MARK: Formulas

  @Test func `a formula is read with its weights`() throws {
    let expected = try ScoreFormula(
      "w_likes * likes - age_hours / w_age", weights: ["w_likes": 3, "w_age": -0.5])
    let found = try home(
      text(
        "ranker: formula", "pool: 50", "weights: {w_likes: 3, w_age: -0.5}",
        "score: w_likes * likes - age_hours / w_age"))
    expectEqual(found, RankerSettings(FormulaRanker.descriptor, ["pool": 50], formula: expected))
  }

  @Test(
    arguments: cases(
      #"""
      // What stands in the file as it is has the fault at its own column.
      score: likes + vews =>
        6:22: arms.a.home.score: there is no feature, weight or function 'vews'; did you mean 'views'?
      score: "likes + vews" =>
        6:23: arms.a.home.score: there is no feature, weight or function 'vews'; did you mean 'views'?
      score: ln(likes) =>
        6:14: arms.a.home.score: there is no feature, weight or function 'ln'; did you mean 'log'?
      score: likes / impressions =>
        6:22: arms.a.home.score: there is no feature, weight or function 'impressions'; did you mean 'looks'?
      score: 1 - time_seen =>
        6:18: arms.a.home.score: there is no feature, weight or function 'time_seen'; did you mean 'times_seen'?
      score: step(age_hours) =>
        6:14: arms.a.home.score: there is no feature, weight or function 'step'; did you mean 'if'?
      score: '(likes' => 6:15: arms.a.home.score: this parenthesis is not closed
      score: likes + =>
        6:21: arms.a.home.score: a number, a name or a parenthesis is missing before the end
      score: log2(1, 2) => 6:14: arms.a.home.score: log2(x) does not take 2 arguments
      score: something_else =>
        6:14: arms.a.home.score: there is no feature, weight or function 'something_else'; 'feedlab describe rankers formula' lists them
      // What does not stand in one line of it has the column in the message.
      score: >\n        likes +\n        vews =>
        6:14: arms.a.home.score: column 9 of the text: there is no feature, weight or function 'vews'; did you mean 'views'?
      score: "likes\x20+ vews" =>
        6:14: arms.a.home.score: column 9 of the text: there is no feature, weight or function 'vews'; did you mean 'views'?
      score: likes +\n        vews =>
        6:14: arms.a.home.score: column 9 of the text: there is no feature, weight or function 'vews'; did you mean 'views'?
      pool: 30 =>
        5:7: arms.a.home.score: is missing; write {ranker: formula, score: "likes / (2 + age_hours)"}
      score: '' =>
        6:14: arms.a.home.score: expected a formula, such as likes / (2 + age_hours), found the text ''
      score: ' ' => 6:15: arms.a.home.score: the formula is empty
      score: [likes] =>
        6:14: arms.a.home.score: expected a formula, such as likes / (2 + age_hours), found a list
      scor: likes =>
        5:7: arms.a.home.score: is missing; write {ranker: formula, score: "likes / (2 + age_hours)"}
      """#))
  func `a formula with a fault`(line: String, message: String) {
    expectEqual(faults(text("ranker: formula", line)).first, "town.yml:" + message)
  }

  @Test func `a formula has a score for what is no number, or none`() throws {
    func otherwise(_ line: String) throws -> Double? {
      try home(text("ranker: formula", "score: likes / looks", line)).formula?.otherwise
    }
    try expectEqual(otherwise("else: 0.5"), 0.5)
    try expectEqual(otherwise(""), nil)
    expectEqual(
      faults(text("ranker: formula", "score: likes", "else: inf", "elso: 1")),
      [
        "town.yml:7:13: arms.a.home.else: expected a number from -1000000000000 to 1000000000000,"
          + " found 'inf'",
        "town.yml:8:7: arms.a.home.elso: there is no parameter of formula 'elso'; did you mean"
          + " 'else'?",
      ])
  }

  @Test func `weights of a formula with faults`() {
    expectEqual(
      faults(
        text(
          "ranker: formula", "score: w * likes", "weights:", "  w: x", "  v: 2", "  likes: 3",
          "  a-b: 1")),
      [
        "town.yml:8:12: arms.a.home.weights.w: expected a number from -1000000000000 to"
          + " 1000000000000, found 'x'",
        "town.yml:9:9: arms.a.home.weights.v: the formula does not use the weight 'v'",
        "town.yml:10:9: arms.a.home.weights.likes: 'likes' is the name of a feature",
        "town.yml:11:9: arms.a.home.weights.a-b: 'a-b' is no name for a weight: letters, digits"
          + " and underscores, no digit first",
      ])
    expectEqual(
      faults(text("ranker: formula", "score: likes", "weights: 3")),
      [
        "town.yml:7:16: arms.a.home.weights: expected a map of weights, such as {w_likes: 0.5},"
          + " found 3"
      ])
  }

  @Test func `all faults of a formula are reported at once`() {
    expectEqual(
      faults(text("ranker: formula", "score: lik + log2(1, 2) + vews")),
      [
        "town.yml:6:14: arms.a.home.score: there is no feature, weight or function 'lik';"
          + " 'feedlab describe rankers formula' lists them",
        "town.yml:6:20: arms.a.home.score: log2(x) does not take 2 arguments",
        "town.yml:6:33: arms.a.home.score: there is no feature, weight or function 'vews';"
          + " did you mean 'views'?",
      ])
  }

  @Test func `a formula needs a score, in a file and in an override`() {
    expectEqual(
      faults("feedlab: 1\narms: {a: {home: formula}}"),
      [
        "town.yml:2:18: arms.a.home: needs a score; write"
          + " {ranker: formula, score: \"likes / (2 + age_hours)\"}"
      ])
    let override = #"arms.newest.home={ranker: formula, score: "likes + vews"}"#
    expectEqual(
      faults(least, overrides: [override]),
      [
        "--set \(override): arms.newest.home.score: column 9 of the text: there is no feature,"
          + " weight or function 'vews'; did you mean 'views'?"
      ])
  }

  // MARK: A ranker inside another

  @Test func `a ranker stands inside another by name or as a map, newest first where none does`()
    throws
  {
    let recency = RankerSettings(RecencyRanker.descriptor)
    try expectEqual(
      home("feedlab: 1\narms: {a: {home: diversity}}"),
      RankerSettings(DiversityRanker.descriptor, of: recency))
    try expectEqual(
      home(text("ranker: diversity", "of: hot", "lambda: 0.25")),
      RankerSettings(
        DiversityRanker.descriptor, ["lambda": 0.25], of: RankerSettings(HotRanker.descriptor)))
    let inner = RankerSettings(
      AuthorDiscountRanker.descriptor, ["window": 50],
      of: RankerSettings(LinearRanker.descriptor, ["likes": 2]))
    try expectEqual(
      home(
        text(
          "ranker: diversity",
          "of: {ranker: author-discount, window: 50, of: {ranker: linear, weights: {likes: 2}}}")),
      RankerSettings(DiversityRanker.descriptor, of: inner))
  }

  @Test(
    arguments: cases(
      """
      of: hott => 6:11: arms.a.home.of: there is no ranker 'hott'; did you mean 'hot'?
      of: contest-score =>
        6:11: arms.a.home.of: contest-score cannot order the home feed; it orders contest
      of:  => 6:7: arms.a.home.of: names no ranker; write one, such as recency
      of: diversity =>
        6:11: arms.a.home.of: diversity is inside of diversity; it changes an order once
      of: {ranker: author-discount, of: diversity} =>
        6:41: arms.a.home.of.of: diversity is inside of diversity; it changes an order once
      of: {ranker: hot, decades: 1h} =>
        6:25: arms.a.home.of.decades: there is no parameter of hot 'decades'; did you mean 'decade'?
      lambda: 2 => 6:15: arms.a.home.lambda: expected a number from 0 to 1, found 2
      window: 20.5 =>
        6:15: arms.a.home.window: expected a whole number from 20 to 1000 (posts), found 20.5
      off: hot =>
        6:7: arms.a.home.off: there is no parameter of diversity 'off'; did you mean 'of'?
      """))
  func `a ranker around another with a fault`(line: String, message: String) {
    expectEqual(faults(text("ranker: diversity", line)), ["town.yml:" + message])
  }

  @Test func `an override reaches a ranker inside another`() throws {
    let changed = try home(
      "feedlab: 1\narms: {a: {home: diversity}}",
      overrides: ["arms.a.home.of=hot", "arms.a.home.of.decade=1h", "arms.a.home.lambda=0.5"])
    let hot = RankerSettings(HotRanker.descriptor, ["decade": 3600])
    expectEqual(changed, RankerSettings(DiversityRanker.descriptor, ["lambda": 0.5], of: hot))
  }

  // MARK: The pool

  @Test func `a pool is a whole number, for feeds without contest`() throws {
    try expectEqual(home(text("ranker: hot", "pool: 20"))["pool"], 20)
    expectEqual(
      faults(text("ranker: hot", "pool: 19")),
      [
        "town.yml:6:13: arms.a.home.pool: expected a whole number from 20 to 10000000 (posts),"
          + " found 19"
      ])
    expectEqual(
      faults("feedlab: 1\narms: {a: {contest: {ranker: hot, pool: 50}}}"),
      [
        "town.yml:2:35: arms.a.contest.pool: pool has no meaning for the contest feed; leave it out"
      ])
  }

  // MARK: Rankers from elsewhere

  private static let warm = RankerDescriptor(
    name: "warm", summary: "Warm.", order: "likes", surfaces: [.home],
    parameters: [
      RankerParameter(name: "heat", summary: "How warm.", defaultValue: 1, range: 0...2)
    ],
    make: { _ in PopularityRanker() })

  @Test func `a scenario names the rankers of the catalogue that it is loaded with`() throws {
    let folder = try TestFolder()
    try folder.write(
      "feedlab: 1\narms: {a: {home: {ranker: diversity, of: {ranker: warm, heat: 2}}}}",
      to: "warm.yml")
    let catalogue = RankerCatalogue.standard.adding([Self.warm])
    let loaded = try Scenario.load(file: "\(folder.path)/warm.yml", rankers: catalogue)
    let ranker = loaded.arms[0].ranker(of: .home)
    expectEqual(ranker.inner, RankerSettings(Self.warm, ["heat": 2]))
    #expect(loaded.resolved.contains(#""of":{"heat":2,"ranker":"warm"}"#))
    expectEqual(
      folder.faults(of: "warm.yml"),
      [
        "warm.yml:2:51: arms.a.home.of.ranker: there is no ranker 'warm';"
          + " 'feedlab describe rankers' lists the 21 there are"
      ])
  }

  // MARK: Resolved

  @Test func `the resolved scenario has formula, weights and the ranker inside, and is the same`()
    throws
  {
    let town = try scenario(
      """
      feedlab: 1
      arms:
        a:
          home: {ranker: formula, score: 'w * likes', weights: {w: 1}}
          contest: {ranker: author-discount, of: popularity}
        b: {home: recency}
      """)
    #expect(
      town.resolved.contains(
        #""home":{"pool":1000,"ranker":"formula","score":"w * likes","weights":{"w":1}}"#))
    // A contest's feed has no pool.
    #expect(
      town.resolved.contains(
        #""contest":{"discount":0.5,"of":{"ranker":"popularity"},"ranker":"author-discount","window":100}"#
      ))
    let again = try scenario(town.resolved)
    #expect(again.resolved == town.resolved && again.arms == town.arms)
  }

  @Test func `every ranker is the same again when its resolved form is read`() throws {
    for descriptor in RankerCatalogue.standard.descriptors
    where !descriptor.needsMore || descriptor.takesFormula {
      for surface in descriptor.surfaces {
        let ranker = descriptor.takesFormula ? "{ranker: formula, score: likes}" : descriptor.name
        let town = try scenario(
          "feedlab: 1\narms: {a: {\(surface): \(ranker)}, b: {friends: recency}}")
        expectEqual(town.arms[0].ranker(of: surface).name, descriptor.name)
        try expectEqual(scenario(town.resolved).resolved, town.resolved)
      }
    }
  }

  @Test func `feeds of an arm share what they learn, whatever ranker learns it`() {
    expectEqual(
      faults(
        """
        feedlab: 1
        arms:
          a:
            home: {ranker: affinity, weights: {like: 2}}
            latest: {ranker: diversity, of: blended-affinity}
        """),
      [
        "town.yml:5:13: arms.a.latest: the feeds of an arm share their affinities, and like is 2"
          + " for home and 3 for latest"
      ])
  }
}
