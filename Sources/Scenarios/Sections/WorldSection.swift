internal import DataFiles
internal import SyntheticSociety

/// The community: how many, how long, in which groups, with which ties.
struct WorldSection {
  let graph: GraphSource?

  static let keys =
    SocietyParameter.all.filter { $0.key.hasPrefix("world.") }.map { ScenarioKey($0) }
    + [GraphSource.key, groupsKey]

  private static let shareForm = NumberForm(range: 0...1)

  private static let groupsKey = ScenarioKey(
    path: "world.groups",
    summary: "Groups of members that the fairness metrics compare.",
    form: .table(
      names: nil,
      key: ScenarioKey(
        path: "<group>", summary: "Its share of the members; all shares have the sum 1.",
        form: .number(shareForm))),
    defaultValue: .object(
      Dictionary(
        uniqueKeysWithValues: SocietyParameters().groups.map { ($0.name, .number($0.share)) })))

  /// Reads the section into `parameters`, whose other numbers are read.
  init(_ root: DocumentCursor, files: InputFiles, into parameters: inout SocietyParameters) {
    graph = root.find("world.graph").flatMap { GraphSource($0, files: files) }
    if let groups = root.find("world.groups").flatMap(Self.groups) { parameters.groups = groups }
    Self.checkWarmUp(root, parameters)
    if let graph { Self.setMembers(root, of: graph, in: &parameters) }
  }

  /// The groups in the order of their names, since the order of a map's keys means nothing.
  private static func groups(_ cursor: DocumentCursor) -> [SocietyParameters.Group]? {
    let what = "a map of group names and shares with the sum 1"
    guard cursor.checkTable(what) else { return nil }
    var groups: [SocietyParameters.Group] = []
    for (name, entry) in cursor.entries {
      guard let share = entry.number(shareForm) else { continue }
      groups.append(SocietyParameters.Group(name: name, share: share))
    }
    guard groups.count == cursor.entries.count else { return nil }
    let sum = groups.reduce(0) { $0 + $1.share }
    guard (sum - 1).magnitude < 1e-9 else {
      cursor.fault(.contradiction("the shares have the sum \(sum.rounded(to: 9)), not 1"))
      return nil
    }
    return groups.sorted { $0.name < $1.name }
  }

  private static func checkWarmUp(_ root: DocumentCursor, _ parameters: SocietyParameters) {
    let paths = ["world.warm-up", "world.days"]
    let (warmUp, days) = (parameters.world.warmUpDays, parameters.world.days)
    guard days <= warmUp, !paths.contains(where: root.faults.concern) else { return }
    let cursors = paths.compactMap(root.find)
    let culprit = cursors.first(where: \.isOverride) ?? cursors.first
    let message =
      "a warm-up of \(warmUp.shortest) days leaves nothing of \(days.shortest) days to measure"
    culprit?.fault(.contradiction(message))
  }

  /// Members are at least those of the graph, and as many where nothing else is said.
  private static func setMembers(
    _ root: DocumentCursor, of source: GraphSource, in parameters: inout SocietyParameters
  ) {
    let nodes = Double(source.graph.nodeCount)
    guard let cursor = root.find("world.members") else {
      parameters.world.members = nodes
      return
    }
    guard parameters.world.members < nodes, !root.faults.concern("world.members") else { return }
    cursor.expected("at least \(nodes.shortest), the members of \(source.path)")
  }
}

extension Double {
  /// Without what is left over from adding decimal fractions.
  fileprivate func rounded(to digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return ((self * scale).rounded() / scale).shortest
  }
}
