import Foundation
import TestSupport
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
      "{home: affinity}\n", "{home: affinity}\nmetrics: {relevence_at_k: {margin: 1%}}\n",
      "bad.yml:7:11: metrics.relevence_at_k: there is no metric 'relevence_at_k'; did you mean"
        + " 'relevance@10'?"
    ),
    (
      "{home: affinity}\n", "{home: affinity}\nab: {baseline: [newest\n",
      "bad.yml:8:1: this is not YAML: a ',' or ']' was expected here (in the list in brackets that"
        + " begins in line 7)"
    ),
  ])
  func `a fault of the scenario is reported with its location and remedy`(
    right: String, wrong: String, message: String
  ) throws {
    let text = Self.text.replacing(right, with: wrong, maxReplacements: 1)
    let folder = try ScratchFolder(["bad.yml": text])
    for command in [["ab", "bad.yml", "--out", "out"], ["validate", "bad.yml"]] {
      try feedlab(command, in: folder).expectInvalid(message)
    }
    try expectEqual(folder.entries, ["bad.yml"])
  }

  @Test func `a fault of an edge list is reported with its line`() throws {
    let text = Self.text.replacing("warm-up: 0.5", with: "warm-up: 0.5, graph: {edges: edges.csv}")
    let folder = try ScratchFolder(["graph.yml": text, "edges.csv": "from,to\n1,2\n1,x\n"])
    try feedlab("ab", "graph.yml", "--out", "out", in: folder).expectInvalid(
      "edges.csv:3:3: to: expected a member's number, 0 or more, found 'x'")
    try expectEqual(folder.entries, ["edges.csv", "graph.yml"])
  }

  @Test func `a file that does not exist is reported`() throws {
    let folder = try ScratchFolder()
    try feedlab("ab", "nowhere.yml", in: folder).expectInvalid("nowhere.yml: there is no such file")
    try expectEqual(folder.entries, [])
  }

  /// A process, since standard input is that of one.
  @Test func `a scenario is also read from a pipe`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try FeedLabProcess.shell(
      "cat small.yml | $feedlab run /dev/stdin -n 1 --arm newest --out piped --quiet",
      in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    let named = try feedlab(
      "run", "small.yml", "-n", "1", "--arm", "newest", "--out", "named", "--quiet", in: folder)
    expectEqual(outcome.output, named.output)
    try expectEqual(folder.read("piped/results.json"), folder.read("named/results.json"))
  }

  @Test func `a device without an end is too long, and ties come from a file`() throws {
    let folder = try ScratchFolder([
      "town.yml": Self.text.replacing(
        "warm-up: 0.5", with: "warm-up: 0.5, graph: {edges: /dev/zero}")
    ])
    try feedlab("validate", "/dev/zero", in: folder).expectInvalid(
      "/dev/zero:1:1: this file has more than 1,000,000 bytes, and no more are read")
    try feedlab("validate", "town.yml", in: folder).expectInvalid(
      "town.yml:3:60: world.graph.edges: /dev/zero: this is a pipe or a device, whose bytes cannot be"
        + " read again; name a file")
  }

  @Test func `the name of a scenario is no file, and the file that it has is named`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try FileManager.default.createDirectory(
      at: folder.url.appending(component: "scenarios"), withIntermediateDirectories: false)
    try folder.write(smallScenario, to: "scenarios/town.yml")
    for (name, file) in [
      ("small", "small.yml"), ("town", "scenarios/town.yml"), ("smal.yml", "small.yml"),
    ] {
      try feedlab("ab", name, in: folder).expectInvalid(
        "\(name): there is no such file; did you mean '\(file)'?")
    }
  }

  @Test func `an edge list that does not exist is reported where it is named`() throws {
    let text = Self.text.replacing("warm-up: 0.5", with: "warm-up: 0.5, graph: {edges: e.csv}")
    let folder = try ScratchFolder(["graph.yml": text])
    try feedlab("ab", "graph.yml", in: folder).expectInvalid(
      "graph.yml:3:60: world.graph.edges: e.csv: there is no such file")
  }

  @Test func `an override is checked like the file`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try feedlab("ab", "small.yml", "--set", "world.days=-1", in: folder).expectInvalid(
      "--set world.days=-1: expected a number from 0.01 to 3650 (days), found -1")
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test func `all faults of all files are reported`() throws {
    let folder = try ScratchFolder([
      "one.yml": Self.text.replacing("members", with: "memebrs").replacing(
        "days: 2", with: "days: x"),
      "two.yml": smallScenario,
      "three.yml": Self.text.replacing("recency", with: "recent"),
    ])
    let outcome = try feedlab("validate", "one.yml", "two.yml", "three.yml", in: folder)
    expectEqual(outcome.code, 65)
    expectEqual(outcome.output, "")
    let places = outcome.error.split(separator: "\n").map { $0.prefix { $0 != " " } }
    expectEqual(places, ["one.yml:3:9:", "one.yml:3:28:", "three.yml:5:20:"])
  }
}
