internal import DataFiles
internal import SyntheticSociety

/// A follow graph that a scenario reads from an edge list.
struct GraphSource: KeyedSection {
  /// The table; its bytes are dropped once they are read.
  private var file: InputFiles.File?
  /// The columns: in a resolved scenario those that were read, where the table has a header.
  private var columns = EdgeList.Columns()
  private(set) var graph = FollowGraph(nodeCount: 0, edges: [])

  static let keys = [
    Key<Self>(
      "edges", \.file, .inputFile,
      "A file of rows with two members' numbers, separated by commas, tabs or blanks,"
        + " with or without a header; lines that begin with # are comments. The path starts at"
        + " the scenario's folder.",
      default: .required("is missing; it is the path of a file with two members a row")),
    Key(
      "from", \.columns.from, .column, "The column of who follows.",
      default: .words("src, or the first")),
    Key(
      "to", \.columns.to, .column, "The column of who is followed.",
      default: .words("dst, or the second")),
  ]

  /// As the scenario names the file.
  var path: String { file!.path }
  /// Where the file is, from where the program runs, and the SHA-256 of its content in hex.
  var content: (location: String, digest: String) { (file!.location, file!.digest) }

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    guard let file else { return }
    let list = EdgeList(file.bytes, file: file.location, columns: columns)
    map?.faults.add(contentsOf: list.faults)
    graph = list.graph
    columns = EdgeList.Columns(from: list.header?.from, to: list.header?.to)
    self.file?.bytes = []
  }
}

extension ScenarioDraft {
  static let graphKey = Key<Self>(
    "world.graph", .either([.choice([grown]), GraphSource.form]),
    "Who follows whom at the start: grown by the behaviours, or read from an edge list,"
      + " one follow a row; the default of world.members is then the number of members in the list.",
    read: { cursor, draft, scenario in
      if case .scalar(grown, _) = cursor.node.content { return }
      let before = cursor.faults.count
      guard
        cursor.checkMap("grown or a map of edges, from and to", of: GraphSource.keyNames)
      else { return }
      var source = GraphSource()
      source.read(cursor, scenario)
      guard cursor.faults.count == before else { return }
      draft.graph = source
      draft.dataFiles.append(source.content.location)
      draft.notes.append("\(source.path): \(FollowGraphStatistics(source.graph).summary)")
    },
    write: { $0.graph?.resolved ?? .string(grown) })

  private static let grown = "grown"
}

extension FollowGraphStatistics {
  /// Such as `5,155 members, 47,135 follows, reciprocity 0.333, mean clustering 0.2477`.
  fileprivate var summary: String {
    "\(members.grouped) members, \(follows.grouped) follows,"
      + " reciprocity \(reciprocity.map { $0.fixed(3) } ?? "undefined"),"
      + " mean clustering \(meanClustering.map { $0.fixed(4) } ?? "undefined")"
  }
}
