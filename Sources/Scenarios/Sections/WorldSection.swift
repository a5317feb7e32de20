internal import DataFiles
internal import SyntheticSociety

extension ScenarioDraft {
  /// The community: its size, days, groups and ties.
  static let worldKeys = societyKeys("world.") + [graphKey, groupsKey]

  /// The numbers of a community whose keys begin alike.
  static func societyKeys(_ prefix: String) -> [Key<Self>] {
    SocietyParameter.all.filter { $0.key.hasPrefix(prefix) }.map { parameter in
      let form = NumberForm(
        range: parameter.range, isWhole: parameter.isInteger, unit: parameter.unit)
      return Key(
        parameter.key, .number(form), parameter.summary, source: parameter.source,
        read: { cursor, draft, _ in
          if let number = cursor.number(form) {
            draft.parameters[keyPath: parameter.path] = number
          }
        },
        write: { .number($0.parameters[keyPath: parameter.path]) })
    }
  }

  private static let share = ValueForm.number(0...1)

  private static let groupsKey = Key<Self>(
    "world.groups",
    .table(
      names: nil,
      key: KeySyntax(
        path: "<group>", summary: "Its share of the members; all shares have the sum 1.",
        form: share.form)),
    "Groups of members that the fairness metrics compare.",
    read: { cursor, draft, scenario in
      if let groups = groups(cursor, scenario) { draft.parameters.groups = groups }
    },
    write: { draft in
      .object(
        Dictionary(
          uniqueKeysWithValues: draft.parameters.groups.map { ($0.name, .number($0.share)) }))
    })

  /// The groups in the order of their names, since the order of a map's keys has no meaning.
  private static func groups(
    _ cursor: DocumentCursor, _ scenario: ScenarioDraft
  ) -> [SocietyParameters.Group]? {
    guard cursor.checkTable("a map of group names and shares with the sum 1") else { return nil }
    guard cursor.entries.count <= SocietyParameters.mostGroups else {
      let message =
        "\(cursor.entries.count) groups; there can be \(SocietyParameters.mostGroups) at most"
      cursor.fault(.contradiction(message))
      return nil
    }
    let groups = cursor.entries.compactMap { name, entry in
      share.read(entry, scenario).map { SocietyParameters.Group(name: name, share: $0) }
    }
    guard groups.count == cursor.entries.count else { return nil }
    let sum = groups.reduce(0) { $0 + $1.share }
    guard (sum - 1).magnitude < 1e-9 else {
      cursor.fault(.contradiction("the shares have the sum \(sum.rounded(to: 9)), not 1"))
      return nil
    }
    return groups.sorted { $0.name < $1.name }
  }

  func checkWarmUp(_ root: DocumentCursor) {
    let paths = ["world.warm-up", "world.days"]
    let (warmUp, days) = (parameters.world.warmUpDays, parameters.world.days)
    guard days <= warmUp, !paths.contains(where: root.faults.concern) else { return }
    let cursors = paths.compactMap(root.find)
    let culprit = cursors.first(where: \.isOverride) ?? cursors.first
    let message =
      "a warm-up of \(warmUp.shortest) days leaves nothing of \(days.shortest) days to measure"
    culprit?.fault(.contradiction(message))
  }

  /// A planted vote must be for an entry that can be there.
  func checkPlantedVotes(_ root: DocumentCursor) {
    guard !root.faults.concern("world.days") else { return }
    let contests = (parameters.world.days / 7).rounded(.up)
    if parameters.plantedVotes.contest > contests,
      let cursor = root.find("interventions.votes.contest")
    {
      cursor.expected(
        "at most \(contests.shortest), the contests of \(parameters.world.days.shortest) days")
    }
    if parameters.plantedVotes.entry > parameters.world.members,
      let cursor = root.find("interventions.votes.entry"), !root.faults.concern("world.members")
    {
      cursor.expected(
        "at most \(parameters.world.members.shortest), since a member enters a contest once")
    }
  }

  /// The members are at least the graph's, and exactly these where the scenario has no number of members.
  mutating func setMembers(_ root: DocumentCursor) {
    guard let graph else { return }
    let nodes = Double(graph.graph.nodeCount)
    guard let cursor = root.find("world.members") else {
      parameters.world.members = nodes
      return
    }
    guard parameters.world.members < nodes, !root.faults.concern("world.members") else { return }
    cursor.expected("at least \(nodes.shortest), the members of \(graph.path)")
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
