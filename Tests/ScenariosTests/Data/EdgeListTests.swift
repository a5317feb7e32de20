import Scenarios
import SyntheticSociety
import TestSupport
import Testing

@Suite struct EdgeListTests {
  /// The graph of an edge list, or its faults.
  private func read(_ text: String, columns: String = "") throws -> (FollowGraph?, [String]) {
    let folder = try TestFolder()
    try folder.write(text, to: "ties.txt")
    let head = "feedlab: 1\narms: {a: {home: recency}}\n"
    try folder.write(head + "world: {graph: {edges: ties.txt\(columns)}}\n", to: "town.yml")
    let faults = folder.faults(of: "town.yml")
    return (try? Scenario.load(file: folder.path + "/town.yml").graph, faults)
  }

  private func edges(_ pairs: [(UInt32, UInt32)]) -> [FollowGraph.Edge] {
    pairs.map { FollowGraph.Edge(from: $0.0, to: $0.1) }
  }

  // MARK: - What is read

  @Test(arguments: [
    "src,dst\n7,3\n3,12\n",
    "7,3\n3,12",
    "dst,src\n3,7\n12,3\n",
    "who,whom,weight\n7,3,.8\n3,12,1\n",
    "\u{FEFF}src,dst\r\n7,3\r\n3,12\r\n",
    "# a network\n\n# FromNodeId\tToNodeId\n7\t3\n3\t12\n",
    "  7   3\n\t3 \t 12  \n\n",
    "7;3\r3;12\r",
    "\"src\",\"dst\"\n\"7\",\"3\"\n\"3\",12\n",
    "note,src,dst\n\"a \"\"friend\"\",\nof old\",7,3\n,3,12\n",
    "7, 3\n 3 ,12 \n",
  ])
  func `all ways to write the same two follows are read alike`(text: String) throws {
    let (graph, faults) = try read(text)
    #expect(faults.isEmpty)
    // 3, 7 and 12 are members 0, 1 and 2.
    expectEqual(graph, FollowGraph(nodeCount: 3, edges: edges([(1, 0), (0, 2)])))
  }

  @Test func `columns are chosen by name, a column not named keeps its default`() throws {
    let text = "id,src,follows\n1,5,6\n2,6,5\n3,7,5\n"
    let expected = FollowGraph(nodeCount: 3, edges: edges([(0, 1), (1, 0), (2, 0)]))
    try expectEqual(read(text, columns: ", from: src, to: follows").0, expected)
    try expectEqual(read(text, columns: ", to: follows").0, expected)
    let reversed = FollowGraph(nodeCount: 3, edges: edges([(1, 0), (0, 1), (0, 2)]))
    try expectEqual(read(text, columns: ", from: follows, to: src").0, reversed)
  }

  @Test func `a random graph is read as it was written, in whatever form`() throws {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pairs = randomPairs(&generator)
      let text = write(pairs, &generator)
      let numbers = Set(pairs.flatMap { [$0.0, $0.1] }).sorted()
      let expected = pairs.map { pair in
        FollowGraph.Edge(
          from: UInt32(numbers.firstIndex(of: pair.0)!), to: UInt32(numbers.firstIndex(of: pair.1)!)
        )
      }
      let (graph, faults) = try read(text)
      #expect(faults.isEmpty, "seed \(seed)")
      expectEqual(graph, FollowGraph(nodeCount: numbers.count, edges: expected), "seed \(seed)")
    }
  }

  private func randomPairs(_ generator: inout SeededGenerator) -> [(Int, Int)] {
    // Far apart or close together: the numbering has a way for each.
    let largest = Bool.random(using: &generator) ? 20 : 999_999_999_999_999_999
    let members = (0..<12).map { _ in Int.random(in: 0...largest, using: &generator) }
    var pairs: [(Int, Int)] = []
    while pairs.count < 15 {
      let pair = (
        members.randomElement(using: &generator)!, members.randomElement(using: &generator)!
      )
      if pair.0 != pair.1, !pairs.contains(where: { $0 == pair }) { pairs.append(pair) }
    }
    return pairs
  }

  private func write(_ pairs: [(Int, Int)], _ generator: inout SeededGenerator) -> String {
    let separator = [",", ";", "\t", " "].randomElement(using: &generator)!
    let end = ["\n", "\r\n", "\r"].randomElement(using: &generator)!
    let isQuoted = separator != " " && Bool.random(using: &generator)
    var lines = pairs.map { pair in
      [pair.0, pair.1].map { isQuoted ? "\"\($0)\"" : "\($0)" }.joined(separator: separator)
    }
    if Bool.random(using: &generator) { lines.insert("src\(separator)dst", at: 0) }
    if Bool.random(using: &generator) { lines.insert("# a comment, with a comma", at: 0) }
    return lines.joined(separator: end) + (Bool.random(using: &generator) ? end : "")
  }

  // MARK: - What is wrong

  @Test(arguments: [
    ("1\n", "1:1: expected a member's number in column 2, found 1 column"),
    ("1,2\n3\n", "2:1: expected a member's number in column 2, found 1 column"),
    ("src,dst\n1,2\n3\n", "3:1: dst: expected a member's number in column 2, found 1 column"),
    (
      "src\n1\n",
      "1:1: expected a table with two members' numbers in each row, found the only column 'src'"
    ),
    ("1,2\n3,3\n", "2:1: member 3 follows itself"),
    ("src,dst\n1,2\n# note\n2,1\n1,2\n", "5:1: 1 follows 2 already, in line 2"),
    ("w,src,dst\né,1,2\né,1,2\n", "3:3: 1 follows 2 already, in line 2"),
    ("src,dst\n1,bob\n", "2:3: dst: expected a member's number, 0 or more, found 'bob'"),
    ("1,2\n1,2.5\n", "2:3: expected a member's number, 0 or more, found '2.5'"),
    ("1,2\n-1,2\n", "2:1: expected a member's number, 0 or more, found '-1'"),
    ("1,2\n1,\n", "2:3: expected a member's number, 0 or more, found nothing"),
    (
      "1,2\n1,9999999999999999999\n",
      "2:3: expected a member's number, 0 or more, found '9999999999999999999'"
    ),
    ("1,2\n\"3,4\n5,6\n", "2:1: this quote is never closed"),
    ("1,2\n\"3\"x,4\n", "2:4: there is text after the closing quote"),
    ("", "1:1: expected a follow a row, found no row"),
    ("# nothing\n", "1:1: expected a follow a row, found no row"),
    ("src,dst\n", "1:1: expected a follow a row, found no row"),
  ])
  func `a list with a fault`(text: String, message: String) throws {
    try expectEqual(read(text).1, ["ties.txt:" + message])
  }

  @Test(arguments: [
    (", from: source", "ties.txt:1:1: there is no column 'source'; there are src, dst and weight"),
    (", to: dest", "ties.txt:1:1: there is no column 'dest'; did you mean 'dst'?"),
    (", from: src, to: src", "ties.txt:1:1: from and to are both the column 'src'"),
    (", from: []", "town.yml:3:40: world.graph.from: expected the name of a column, found a list"),
    (
      ", form: src",
      "town.yml:3:34: world.graph.form: no scenario has this key; did you mean 'from'?"
    ),
  ])
  func `columns with a fault`(columns: String, message: String) throws {
    try expectEqual(read("src,dst,weight\n1,2,1\n", columns: columns).1, [message])
  }

  @Test func `both columns may be missing`() throws {
    try expectEqual(
      read("1,2\n", columns: ", from: a, to: b").1,
      [
        "ties.txt:1:1: there is no column 'a'; there are 1 and 2",
        "ties.txt:1:1: there is no column 'b'; there are 1 and 2",
      ])
  }

  @Test func `twenty faults are listed, and how many more there are`() throws {
    let rows = (1...25).map { "\($0),x\n" } + ["30,31\n", "30,31\n", "7,7\n"]
    let faults = try read(rows.joined()).1
    expectEqual(
      faults.prefix(20),
      (1...20).map {
        "ties.txt:\($0):\($0 < 10 ? 3 : 4): expected a member's number, 0 or more, found 'x'"
      }[...])
    // 25 that are no number, one follow that is there already, one self-loop.
    expectEqual(faults.dropFirst(20), ["ties.txt:21:4: and 7 more faults from here on"])
  }

  @Test func `faults found at the end of reading stand between those found on the way`() throws {
    try expectEqual(
      read("1,2\nx,1\n1,2\n5,5\n").1,
      [
        "ties.txt:2:1: expected a member's number, 0 or more, found 'x'",
        "ties.txt:3:1: 1 follows 2 already, in line 1",
        "ties.txt:4:1: member 5 follows itself",
      ])
  }

  // MARK: - Members

  private func town(_ world: String) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write("1,2\n2,3\n", to: "ties.csv")
    try folder.write(
      "feedlab: 1\narms: {a: {home: recency}}\nworld: {graph: {edges: ties.csv}\(world)}\n",
      to: "town.yml")
    return folder
  }

  @Test(arguments: [("", 3.0), (", members: 3", 3), (", members: 5", 5)])
  func `members are those of the graph, or more`(world: String, members: Double) throws {
    let folder = try town(world)
    let scenario = try Scenario.load(file: folder.path + "/town.yml")
    expectEqual(scenario.parameters.world.members, members)
    expectEqual(scenario.graph?.nodeCount, 3)
  }

  @Test func `members cannot be fewer than those of the graph`() throws {
    try expectEqual(
      town(", members: 2").faults(of: "town.yml"),
      [
        "town.yml:3:44: world.members: expected at least 3, the members of ties.csv, found 2"
      ])
  }

  // MARK: - Files

  @Test(arguments: [
    ("ties.cvs", "ties.cvs: there is no such file; did you mean 'ties.csv'?"),
    ("data/ties.csv", "data/ties.csv: there is no such file"),
    (".", ".: this is a folder, not a file"),
  ])
  func `a file that cannot be read`(path: String, message: String) throws {
    let folder = try town("")
    expectEqual(
      folder.faults(of: "town.yml", overrides: ["world.graph.edges=\(path)"]),
      [
        "--set world.graph.edges=\(path): \(message)"
      ])
  }
}
