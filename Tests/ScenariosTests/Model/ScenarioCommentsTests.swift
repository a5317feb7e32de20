import Scenarios
import TestSupport
import Testing

/// Descriptions of a scenario and its arms, from its comments.
@Suite struct ScenarioCommentsTests {
  private func comments(_ text: String, overrides: [String] = []) throws -> ScenarioComments {
    try scenario(text, overrides: overrides).comments
  }

  @Test func `the title is the first sentence of the first comment`() throws {
    let text = """
      # yaml-language-server: $schema=scenario.json
      #
      # Does it pay to show less, i.e. fewer posts, of what
      # was seen? It may.
      #
      # More of it.
      feedlab: 1
      arms: {newest: {home: recency}}
      """
    try expectEqual(
      comments(text).title, "Does it pay to show less, i.e. fewer posts, of what was seen?")
  }

  @Test(arguments: [
    "feedlab: 1  # not the head\narms: {newest: {home: recency}}",
    "\n# after an empty line\nfeedlab: 1\narms: {newest: {home: recency}}",
    "#\nfeedlab: 1\narms: {newest: {home: recency}}",
    #"{"feedlab": 1, "arms": {"newest": {"home": "recency"}}}"#,
  ])
  func `without a comment at its head a scenario has no title`(text: String) throws {
    try expectEqual(comments(text).title, nil)
  }

  @Test func `an arm is described behind its name or above it`() throws {
    let text = """
      feedlab: 1
      arms:
        # Newest first. It is the app of today.
        newest: {home: recency}
        affinity: {home: affinity}  # posts of liked categories,
                                    # whatever their age.
        # another indentation
          # is no description
        discounted:                 # the same, seen posts lower
          # of a feed
          home: {ranker: seen-discount, of: affinity}
        bare: {home: random}
      """
    try expectEqual(
      comments(text).arms,
      [
        "newest": "Newest first", "affinity": "posts of liked categories, whatever their age",
        "discounted": "the same, seen posts lower",
      ])
  }

  @Test func `a hash in quotes or in a word is no comment`() throws {
    let text = """
      feedlab: 1
      arms:
        "newest": {home: "recency"}  # it's 'new'
        hot: {home: {ranker: formula, score: 'age_hours'}}#none
      """
    try expectEqual(comments(text).arms, ["newest": "it's 'new'"])
  }

  @Test func `a comment behind two arms describes neither`() throws {
    let text = "feedlab: 1\narms: {newest: {home: recency}, chance: {home: random}}  # both\n"
    #expect(try comments(text).arms.isEmpty)
  }

  @Test func `an arm that is set from the command line has no description`() throws {
    let text = """
      feedlab: 1
      arms:
        newest: {home: recency}  # newest first
        chance: {home: random}   # any order
      """
    let comments = try comments(text, overrides: ["arms.newest.home=random", "seed=3"])
    expectEqual(comments.arms, ["chance": "any order"])
  }

  @Test func `comments change neither what a scenario resolves to nor its digest`() throws {
    let bare = try scenario(least)
    let commented = try scenario("# A title.\n" + least.replacing("recency}", with: "recency} # x"))
    expectEqual(commented.comments, ScenarioComments(title: "A title.", arms: ["newest": "x"]))
    expectEqual(commented.resolved, bare.resolved)
    expectEqual(commented.digest, bare.digest)
  }

  @Test func `lines may end as on Windows`() throws {
    let text = "# A title.\r\nfeedlab: 1\r\narms:\r\n  newest: {home: recency} # new\r\n"
    try expectEqual(comments(text), ScenarioComments(title: "A title.", arms: ["newest": "new"]))
  }
}
