internal import Yams

/// Turns the parser's tree into ours.
struct NodeConversion {
  let origin: DocumentText.Origin
  let lines: TextLines
  let disguise: TextDisguise
  let faults: FaultList
  /// What the anchors so far stand for, and how many values that has.
  private var anchored: [String: (node: DocumentNode, count: Int)] = [:]
  /// Whether an alias has no target, so that reading at its location would add a fault of its own.
  private var isIncomplete = false

  init(
    origin: DocumentText.Origin, lines: TextLines, disguise: TextDisguise, faults: FaultList
  ) {
    self.origin = origin
    self.lines = lines
    self.disguise = disguise
    self.faults = faults
  }

  mutating func node(_ root: Node, at key: String) -> DocumentNode? {
    // Aliases of aliases can make a short text a huge tree.
    var budget = 100_000
    let node = convert(root, at: key, budget: &budget)
    if budget < 0 {
      let message = "aliases make more than 100000 values of this file"
      faults.add(LocatedFault(location: location(of: root.mark), reason: .syntax(message)))
      return nil
    }
    return isIncomplete ? nil : node
  }

  private func location(of mark: Mark?) -> LocatedFault.Location {
    origin.location(line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  private func add(_ message: String, at location: LocatedFault.Location) {
    faults.add(LocatedFault(location: location, reason: .syntax(message)))
  }

  /// - Parameter path: The key that the value belongs to, such as `arms.newest`.
  private mutating func convert(
    _ node: Node, at path: String, budget: inout Int
  ) -> DocumentNode {
    let before = budget
    budget -= 1
    guard budget >= 0 else {
      return DocumentNode(content: .empty, location: location(of: node.mark))
    }
    let value = value(of: node, at: path, budget: &budget)
    if let anchor = node.anchor { anchored[anchor.rawValue] = (value, before - budget) }
    return value
  }

  private mutating func value(
    of node: Node, at path: String, budget: inout Int
  ) -> DocumentNode {
    let location = location(of: node.mark)
    switch node {
    case .scalar(let scalar):
      if let name = alias(of: scalar) { return target(of: name, at: location, budget: &budget) }
      return DocumentNode(
        content: content(of: scalar, at: location), location: location,
        textLocation: textLocation(of: scalar))
    case .sequence(let sequence):
      refuse(sequence.tag, unless: .seq, at: location)
      var list: [DocumentNode] = []
      for element in sequence { list.append(convert(element, at: path, budget: &budget)) }
      return DocumentNode(content: .list(list), location: location)
    case .mapping(let mapping):
      refuse(mapping.tag, unless: .map, at: location)
      let entries = entries(of: mapping, at: path, budget: &budget)
      return DocumentNode(content: .map(entries), location: location)
    case .alias:
      preconditionFailure("the parser gets no alias")
    }
  }

  /// The name of the anchor to which a scalar refers, if it is an alias.
  private func alias(of scalar: Node.Scalar) -> String? {
    scalar.style == .plain ? disguise.alias(in: scalar.string) : nil
  }

  /// What an alias stands for.
  private mutating func target(
    of name: String, at location: LocatedFault.Location, budget: inout Int
  ) -> DocumentNode {
    guard let target = anchored[name] else {
      let isName = !name.isEmpty && name.utf8.allSatisfy(Self.isOfAnchor)
      add(
        isName
          ? "this is not YAML: no '&' anchor of this name stands above"
          : "this is not YAML: '*' begins an alias; quote the value", at: location)
      isIncomplete = true
      return DocumentNode(content: .empty, location: location)
    }
    budget -= target.count
    return target.node
  }

  /// Source: YAML 1.1, production 99, in the parser's form.
  private static func isOfAnchor(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Where the text of a scalar begins, if its line holds it literally: without a fold or an escape.
  private func textLocation(of scalar: Node.Scalar) -> LocatedFault.Location? {
    guard let mark = scalar.mark else { return nil }
    let isQuoted = scalar.style == .doubleQuoted || scalar.style == .singleQuoted
    let column = mark.column + (isQuoted ? 1 : 0)
    let text = disguise.original(of: scalar.string)
    guard lines.holds(text, line: mark.line, column: column) else { return nil }
    return origin.location(line: mark.line, column: column)
  }

  private func content(
    of scalar: Node.Scalar, at location: LocatedFault.Location
  ) -> DocumentNode.Content {
    let isText = scalar.style != .plain || scalar.tag.description == Tag.Name.str.rawValue
    let text = disguise.original(of: scalar.string)
    guard !isText else { return .scalar(text, isQuoted: true) }
    refuse(scalar.tag, unless: .str, at: location)
    switch text {
    case "", "~", "null", "Null", "NULL": return .empty
    default: return .scalar(text, isQuoted: false)
    }
  }

  private func refuse(_ tag: Tag, unless own: Tag.Name, at location: LocatedFault.Location) {
    guard !tag.description.isEmpty, tag.description != own.rawValue else { return }
    let tag = disguise.original(of: tag.description)
    add("a \(faults.kind.rawValue) has no tags such as '\(tag.excerpt)'", at: location)
  }

  private mutating func entries(
    of mapping: Node.Mapping, at path: String, budget: inout Int
  ) -> [DocumentNode.Entry] {
    var entries = EntryList(faults: faults)
    var merged: [DocumentNode.Entry] = []
    for (key, value) in mapping {
      let location = location(of: key.mark)
      guard case .scalar(let scalar) = key, alias(of: scalar) == nil else {
        add("a key is a name, not a map, a list or an alias", at: location)
        continue
      }
      let name = disguise.original(of: scalar.string)
      if let anchor = scalar.anchor {
        let node = DocumentNode(content: content(of: scalar, at: location), location: location)
        anchored[anchor.rawValue] = (node, 1)
      }
      let key = path.isEmpty ? name.excerpt : "\(path).\(name.excerpt)"
      var value = convert(value, at: key, budget: &budget)
      if case .empty = value.content { value.location = location }
      if name == "<<", scalar.style == .plain {
        merged += merge(value)
      } else {
        entries.append(DocumentNode.Entry(name: name, location: location, value: value), key: key)
      }
    }
    entries.merge(merged)
    return entries.entries
  }

  /// The entries that a merge key adds; the first map's win.
  ///
  /// Source: YAML working draft, "Merge Key Language-Independent Type", 2005.
  private func merge(_ value: DocumentNode) -> [DocumentNode.Entry] {
    switch value.content {
    case .map(let entries): return entries
    case .list(let list): return list.flatMap(merge)
    case .empty, .scalar:
      add("'<<' takes in a map or a list of maps, not \(value.summary)", at: value.location)
      return []
    }
  }
}

/// The entries of a map, each name once.
private struct EntryList {
  let faults: FaultList
  private(set) var entries: [DocumentNode.Entry] = []
  private var locations: [String: Int] = [:]

  init(faults: FaultList) { self.faults = faults }

  mutating func append(_ entry: DocumentNode.Entry, key: String) {
    if let first = locations[entry.name] {
      let reason = Self.repetition(of: entries[first])
      faults.add(LocatedFault(location: entry.location, key: key, reason: reason))
    } else {
      locations[entry.name] = entries.count
      entries.append(entry)
    }
  }

  /// Adds those whose names are not there.
  mutating func merge(_ others: [DocumentNode.Entry]) {
    for entry in others where locations[entry.name] == nil {
      locations[entry.name] = entries.count
      entries.append(entry)
    }
  }

  private static func repetition(of first: DocumentNode.Entry) -> LocatedFault.Reason {
    guard case .line(_, let line, _) = first.location else {
      return .contradiction("this key is here twice")
    }
    return .repeated("this key is there", firstLine: line)
  }
}
