/// A location in a document to read values from; a wrong value becomes a fault, and reading goes on.
package struct DocumentCursor {
  package let node: DocumentNode
  /// The path from the root, such as `world.members`; empty at the root.
  package let key: String
  /// Where the key stands; where none exists, where the value does.
  package let keyLocation: LocatedFault.Location
  package let faults: FaultList

  package init(root: DocumentNode, faults: FaultList) {
    self.init(node: root, key: "", keyLocation: root.location, faults: faults)
  }

  private init(
    node: DocumentNode, key: String, keyLocation: LocatedFault.Location, faults: FaultList
  ) {
    self.node = node
    self.key = key
    self.keyLocation = keyLocation
    self.faults = faults
  }
}

// MARK: - Faults

extension DocumentCursor {
  /// Adds a fault of the value.
  package func fault(_ reason: LocatedFault.Reason) {
    faults.add(LocatedFault(location: node.location, key: key, reason: reason))
  }

  /// Adds a fault of the value that may be tolerated.
  package func absence(_ reason: LocatedFault.Reason) {
    (faults.tolerated ?? faults).add(
      LocatedFault(location: node.location, key: key, reason: reason))
  }

  /// Adds a fault of a scalar's text, at a column of it from 1: there, if the text is literally in the file, otherwise
  /// at the value with the column in the message.
  package func fault(atColumn column: Int, _ reason: LocatedFault.Reason) {
    if case .line(let file, let line, let start)? = node.textLocation {
      let location = LocatedFault.Location.line(file: file, line: line, column: start + column - 1)
      faults.add(LocatedFault(location: location, key: key, reason: reason))
    } else {
      fault(.syntax("column \(column) of the text: \(reason)"))
    }
  }

  /// Adds a fault of the key.
  package func keyFault(_ reason: LocatedFault.Reason) {
    faults.add(LocatedFault(location: keyLocation, key: key, reason: reason))
  }

  /// Adds the fault of a key that is not there.
  package func missing(_ name: String, _ what: String) {
    let path = key.isEmpty ? name : "\(key).\(name)"
    faults.add(LocatedFault(location: node.location, key: path, reason: .missing(what)))
  }

  /// Adds the fault that something else was expected.
  package func expected(_ what: String) {
    fault(.unexpected(expected: what, found: node.summary))
  }
}

// MARK: - Maps and lists

extension DocumentCursor {
  /// Whether the value comes from the command line.
  package var isOverride: Bool { if case .override = node.location { true } else { false } }

  /// The value of a key, if this is a map that has it.
  package subscript(name: String) -> DocumentCursor? {
    guard case .map(let entries) = node.content else { return nil }
    return entries.first { $0.name == name }.map(cursor(of:))
  }

  /// The keys with their values; none if this is no map.
  package var entries: [(name: String, cursor: DocumentCursor)] {
    guard case .map(let entries) = node.content else { return [] }
    return entries.map { ($0.name, cursor(of: $0)) }
  }

  private func cursor(of entry: DocumentNode.Entry) -> DocumentCursor {
    let name = entry.name.excerpt
    return DocumentCursor(
      node: entry.value, key: key.isEmpty ? name : "\(key).\(name)", keyLocation: entry.location,
      faults: faults)
  }

  /// Adds a fault unless this is a map, and one for each key that it must not have.
  ///
  /// - Parameter what: The description of the map, for the message.
  /// - Returns: Whether it is a map.
  @discardableResult
  package func checkMap(_ what: String, of allowed: [String]) -> Bool {
    guard case .map = node.content else {
      expected(what)
      return false
    }
    for (name, entry) in entries where !allowed.contains(name) {
      entry.unknownKey(name, among: allowed)
    }
    return true
  }

  /// Adds a fault unless this is a map with keys that are names, at least one.
  package func checkTable(_ what: String) -> Bool {
    guard case .map(let entries) = node.content else {
      expected(what)
      return false
    }
    if entries.isEmpty { fault(.unexpected(expected: what, found: "an empty map")) }
    let others = self.entries.filter { !KebabName.isValid($0.name) }
    for (name, entry) in others {
      entry.keyFault(.unexpected(expected: KebabName.description, found: "'\(name.excerpt)'"))
    }
    return !entries.isEmpty && others.isEmpty
  }

  private func unknownKey(_ name: String, among allowed: [String]) {
    let nearest = nearestName(to: name, among: allowed) ?? faults.paths(name).first
    keyFault(.unknownKey(nearest: nearest, allowed: allowed, in: faults.kind))
  }

  /// The elements, or `nil` after adding a fault unless this is a list.
  package func list(_ what: String) -> [DocumentCursor]? {
    guard case .list(let elements) = node.content else {
      expected(what)
      return nil
    }
    return elements.map {
      DocumentCursor(node: $0, key: key, keyLocation: $0.location, faults: faults)
    }
  }
}

// MARK: - Scalars

extension DocumentCursor {
  /// What is written, with or without quotes, if this is a scalar.
  private var text: String? {
    guard case .scalar(let text, _) = node.content else { return nil }
    return text
  }

  /// A number, or `nil` after adding a fault.
  package func number(_ form: NumberForm) -> Double? {
    guard let value = form.read(node) else {
      expected(form.description)
      return nil
    }
    return value
  }

  /// A number without loss up to 2⁶⁴ − 1, or `nil` after adding a fault.
  package func seed() -> UInt64? {
    guard case .scalar(let text, isQuoted: false) = node.content,
      text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let seed = UInt64(text)
    else {
      expected("a whole number from 0 to \(UInt64.max)")
      return nil
    }
    return seed
  }

  /// A duration in seconds, or `nil` after adding a fault.
  package func duration(_ form: DurationForm) -> Double? {
    guard let seconds = text.flatMap(form.seconds) else {
      expected(form.description)
      return nil
    }
    return seconds
  }

  /// The words of a scalar, or `nil` after adding a fault.
  package func text(_ what: String) -> String? {
    guard let text, !text.isEmpty else {
      expected(what)
      return nil
    }
    return text
  }

  /// A name in kebab-case, or `nil` after adding a fault.
  package func kebabName() -> String? {
    guard let text, KebabName.isValid(text) else {
      expected(KebabName.description)
      return nil
    }
    return text
  }

  /// A document with more faults gets no further suggestions for names.
  private static let mostSuggestions = 100

  /// One of the names, or `nil` after adding a fault.
  ///
  /// - Parameters:
  ///   - kind: The kind of thing that it names, such as `ranker`.
  ///   - names: All names, which a fault suggests or lists.
  ///   - known: The same, where there may be so many names that looking for one takes time.
  package func choice(
    of kind: String, among names: [String], known: Set<String>? = nil
  ) -> String? {
    guard let text = text("the name of \(kind == "arm" ? "an" : "a") \(kind)") else { return nil }
    guard known?.contains(text) ?? names.contains(text) else {
      // To compare each of many wrong names with each of many right ones would take minutes.
      let isFew = faults.count < Self.mostSuggestions
      let nearest = isFew ? nearestName(to: text, among: names) : nil
      fault(
        .unknownName(kind: kind, found: text.excerpt, nearest: nearest, allowed: names))
      return nil
    }
    return text
  }
}
