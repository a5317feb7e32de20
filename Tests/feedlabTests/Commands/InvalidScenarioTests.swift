import Testing

/// What is said, word for word, about scenarios and data files that are wrong: exit code 65, nothing
/// on standard output, and nothing left behind.
@Suite struct InvalidScenarioTests {
  private static let text = """
    feedlab: 1
    name: bad
    world: {members: 60, days: 2, warm-up: 0.5}
    arms:
      newest:   {home: recency}
      affinity: {home: affinity}

    """

  @Test(arguments: [
    (
      "members", "memebrs",
      "bad.yml:3:9: world.memebrs: no scenario has this key; did you mean 'members'?"
    ),
    (
      "members: 60", "members: many",
      "bad.yml:3:18: world.members: expected a whole number from 1 to 20000000 (members), found"
        + " 'many'"
    ),
    (
      "members: 60", "members: -5",
      "bad.yml:3:18: world.members: expected a whole number from 1 to 20000000 (members), found -5"
    ),
    (
      "home: affinity", "home: afinity",
      "bad.yml:6:20: arms.affinity.home: there is no ranker 'afinity'; did you mean 'affinity'?"
    ),
    (
      "{home: affinity}\n", "{home: affinity}\nmetrics: {relevence_at_k: {margin: 1%}}\n",
      "bad.yml:7:11: metrics.relevence_at_k: there is no metric 'relevence_at_k'; did you mean"
        + " 'relevance@10'?"
    ),
    (
      "{home: affinity}", "{}",
      "bad.yml:6:13: arms.affinity: this arm has no ranker; name one for a feed, such as home:"
        + " recency"
    ),
    (
      "days: 2", "days: 0.25",
      "bad.yml:3:43: world.warm-up: a warm-up of 0.5 days leaves nothing of 0.25 days to measure"
    ),
    (
      "{home: affinity}\n", "{home: affinity}\nab: {baseline: [newest\n",
      "bad.yml:8:1: this is not YAML: a ',' or ']' was expected here (in the list in brackets that"
        + " begins in line 7)"
    ),
    (
      "affinity: {", "newest: {",
      "bad.yml:6:3: arms.newest: this key is there already, in line 5"
    ),
  ])
  func `a fault of the scenario is told with its place and remedy`(
    right: String, wrong: String, message: String
  ) throws {
    let text = Self.text.replacing(right, with: wrong, maxReplacements: 1)
    let folder = try ScratchFolder(["bad.yml": text])
    for command in [["ab", "bad.yml", "--out", "out"], ["validate", "bad.yml"]] {
      let outcome = try feedlab(command, in: folder)
      #expect(outcome == .init(code: 65, output: "", error: message + "\n"))
    }
    #expect(try folder.entries == ["bad.yml"])
  }

  @Test(arguments: [
    (
      "from,to\n1,2\n3\n",
      "edges.csv:3:1: to: expected a member's number in column 2, found 1 column"
    ),
    ("from,to\n1,2\n3,3\n", "edges.csv:3:1: member 3 follows itself"),
    ("from,to\n1,2\n2,1\n1,2\n", "edges.csv:4:1: 1 follows 2 already, in line 2"),
    ("from,to\n1,2\n1,x\n", "edges.csv:3:3: to: expected a member's number, 0 or more, found 'x'"),
    (
      "from\n1\n",
      "edges.csv:1:1: expected a table with two members' numbers in each row, found the only column"
        + " 'from'"
    ),
  ])
  func `a fault of an edge list is told with its line`(edges: String, message: String) throws {
    let text = Self.text.replacing("warm-up: 0.5", with: "warm-up: 0.5, graph: {edges: edges.csv}")
    let folder = try ScratchFolder(["graph.yml": text, "edges.csv": edges])
    let outcome = try feedlab("ab", "graph.yml", "--out", "out", in: folder)
    #expect(outcome == .init(code: 65, output: "", error: message + "\n"))
    #expect(try folder.entries == ["edges.csv", "graph.yml"])
  }

  @Test func `a file that does not exist is told`() throws {
    let folder = try ScratchFolder()
    let outcome = try feedlab("ab", "nowhere.yml", in: folder)
    let message = "nowhere.yml: there is no such file\n"
    #expect(outcome == .init(code: 65, output: "", error: message))
    #expect(try folder.entries == [])
  }

  @Test func `an edge list that does not exist is told where it is named`() throws {
    let text = Self.text.replacing("warm-up: 0.5", with: "warm-up: 0.5, graph: {edges: e.csv}")
    let folder = try ScratchFolder(["graph.yml": text])
    let outcome = try feedlab("ab", "graph.yml", in: folder)
    let message = "graph.yml:3:60: world.graph.edges: e.csv: there is no such file\n"
    #expect(outcome == .init(code: 65, output: "", error: message))
  }

  @Test func `an override is checked like the file`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab("ab", "small.yml", "--set", "world.days=-1", in: folder)
    let message = "--set world.days=-1: expected a number from 0.01 to 3650 (days), found -1\n"
    #expect(outcome == .init(code: 65, output: "", error: message))
    #expect(try folder.entries == ["small.yml"])
  }

  @Test func `all faults of all files are told`() throws {
    let folder = try ScratchFolder([
      "one.yml": Self.text.replacing("members", with: "memebrs").replacing(
        "days: 2", with: "days: x"),
      "two.yml": smallScenario,
      "three.yml": Self.text.replacing("recency", with: "recent"),
    ])
    let outcome = try feedlab("validate", "one.yml", "two.yml", "three.yml", in: folder)
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
    let places = outcome.error.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(places == ["one.yml:3:9:", "one.yml:3:28:", "three.yml:5:20:"])
  }
}
