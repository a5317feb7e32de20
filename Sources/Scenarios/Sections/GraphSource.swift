internal import DataFiles
internal import SyntheticSociety

/// A follow graph that a scenario reads from an edge list.
struct GraphSource {
  /// As the scenario names the file.
  let path: String
  /// Where the file is, from where the program runs, and the SHA-256 of its content in hex.
  let content: (place: String, digest: String)
  let graph: FollowGraph
  /// What stands for it in the resolved scenario.
  let resolved: JSONValue
  /// What was read, for people.
  let note: String

  static let key = ScenarioKey(
    path: "world.graph",
    summary: "Who follows whom at the start: grown by the behaviours, or read from an edge list,"
      + " one follow a row; members are then as many as in the list where nothing else is said.",
    form: .either([
      .choice(["grown"]),
      .map([
        ScenarioKey(
          path: "edges",
          summary: "A file of rows with two members' numbers, separated by commas, tabs or blanks,"
            + " with or without a header; lines that begin with # are comments. The path starts at"
            + " the scenario's folder.",
          form: .text("the path of a file"), isRequired: true),
        ScenarioKey(
          path: "from", summary: "The column of who follows.", form: .text("the name of a column"),
          defaultSummary: "src, or the first"),
        ScenarioKey(
          path: "to", summary: "The column of who is followed.",
          form: .text("the name of a column"), defaultSummary: "dst, or the second"),
      ]),
    ]),
    defaultValue: .string("grown"))

  private static let keys = ["edges", "from", "to"]

  /// - Returns: `nil` for a graph that is grown, or after adding faults.
  init?(_ cursor: DocumentCursor, files: InputFiles) {
    if case .scalar("grown", _) = cursor.node.content { return nil }
    guard cursor.checkMap("grown or a map of edges, from and to", of: Self.keys) else { return nil }
    let from = cursor["from"].map { ($0, $0.text("the name of a column")) }
    let to = cursor["to"].map { ($0, $0.text("the name of a column")) }
    guard let edges = cursor["edges"] else {
      cursor.missing("edges", "is missing; it is the path of a file with two members a row")
      return nil
    }
    guard let file = files.open(edges) else { return nil }
    let columns = EdgeList.Columns(from: from?.1, to: to?.1)
    let list = EdgeList(file.bytes, file: file.place, columns: columns)
    guard list.faults.isEmpty else {
      cursor.faults.add(contentsOf: list.faults)
      return nil
    }
    path = file.path
    content = (file.place, file.digest)
    graph = list.graph
    note = "\(file.path): \(FollowGraphStatistics(list.graph).summary)"
    resolved = Self.resolved(file, list)
  }

  private static func resolved(_ file: InputFiles.File, _ list: EdgeList) -> JSONValue {
    var members: [String: JSONValue] = ["edges": .string(InputFiles.digestPrefix + file.digest)]
    if let header = list.header {
      members["from"] = .string(header.from)
      members["to"] = .string(header.to)
    }
    return .object(members)
  }
}

extension FollowGraphStatistics {
  /// Such as `5,155 members, 47,135 follows, reciprocity 0.333, mean clustering 0.2477`.
  fileprivate var summary: String {
    "\(members.grouped) members, \(follows.grouped) follows,"
      + " reciprocity \(reciprocity.map { $0.fixed(3) } ?? "undefined"),"
      + " mean clustering \(meanClustering.map { $0.fixed(4) } ?? "undefined")"
  }
}
