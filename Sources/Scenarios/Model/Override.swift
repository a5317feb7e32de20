internal import DataFiles

/// A value set from outside the file: `path.to.key=value`, the value in YAML.
struct Override {
  private let path: [String]
  private let value: DocumentNode
  private let location: LocatedFault.Location
  private let faults: FaultList

  /// More than any path of a scenario has, rankers in rankers included.
  private static let mostKeys = 64

  /// - Returns: `nil` after adding a fault.
  init?(_ text: String, index: Int, faults: FaultList) {
    location = .override(text, index: index)
    self.faults = faults
    let parts = text.split(outsideParenthesesAt: "=")
    path = parts[0].split(outsideParenthesesAt: ".").map(String.init)
    guard parts.count >= 2, path.count <= Self.mostKeys, !path.contains("") else {
      let message = "an override is path.to.key=value, such as world.members=500"
      faults.add(LocatedFault(location: location, reason: .syntax(message)))
      return nil
    }
    let source = DocumentText(
      String(text[parts[1].startIndex...]), origin: .override(text, index: index))
    let others = FaultList.ofScenario("")
    let value = source.compose(at: path.joined(separator: "."), faults: others)
    guard others.isEmpty else {
      faults.add(contentsOf: others.invalidScenario().faults)
      return nil
    }
    self.value = value ?? DocumentNode(content: .empty, location: location)
  }

  /// Sets the value, and makes the maps on the way that are not there.
  ///
  /// - Parameter notes: Takes in a line for each name of the version before.
  func apply(to root: inout DocumentNode, notes: inout [String]) {
    var (form, path, value) = (ScenarioForm.map(ScenarioSyntax.root), path, value)
    for index in path.indices {
      let above = path[..<index].map { "\($0)." }.joined()
      guard let inner = form.replaceFormerName(of: &path[index], at: above, location, &notes) else {
        break
      }
      form = inner
    }
    value.replaceFormerNames(form, at: path.map { "\($0)." }.joined(), notes: &notes)
    set(path[...], to: value, above: [], in: &root)
  }

  private func set(
    _ rest: ArraySlice<String>, to value: DocumentNode, above: [String],
    in node: inout DocumentNode
  ) {
    guard let name = rest.first else {
      node = value
      return
    }
    guard var entries = entries(of: node, at: above) else {
      let key = above.joined(separator: ".")
      let message = "\(key) is \(node.summary), which has no keys"
      faults.add(LocatedFault(location: location, reason: .contradiction(message)))
      return
    }
    let index = entries.firstIndex { $0.name == name } ?? entries.count
    if index == entries.count {
      let nothing = DocumentNode(content: .empty, location: location)
      entries.append(DocumentNode.Entry(name: name, location: location, value: nothing))
    }
    if rest.count == 1 { entries[index].location = location }
    set(rest.dropFirst(), to: value, above: above + [name], in: &entries[index].value)
    node.content = .map(entries)
  }

  /// The keys of a node; a ranker that is given only by its name has the key `ranker`.
  private func entries(of node: DocumentNode, at path: [String]) -> [DocumentNode.Entry]? {
    switch node.content {
    case .map(let entries): return entries
    case .empty: return []
    case .scalar where path.count >= 3 && path[0] == "arms" && path[3...].allSatisfy { $0 == "of" }:
      return [DocumentNode.Entry(name: "ranker", location: node.location, value: node)]
    case .scalar, .list: return nil
    }
  }
}
