internal import DataFiles

// Values of a document by paths such as `behaviour.off`.

extension DocumentNode {
  private typealias Path = ArraySlice<Substring>

  private static func path(_ text: String) -> Path { text.split(separator: ".")[...] }

  /// The text of a scalar.
  var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// The value at a path below, if there is one.
  func value(at path: String) -> DocumentNode? {
    Self.path(path).reduce(Optional(self)) { node, name in
      guard case .map(let entries)? = node?.content else { return nil }
      return entries.first { $0.name == name }?.value
    }
  }

  /// Changes the value at a path below, if there is one.
  ///
  /// - Returns: What `body` does.
  @discardableResult
  mutating func change<Result>(
    _ path: String, _ body: (inout DocumentNode) -> Result
  ) -> Result? {
    change(Self.path(path), body)
  }

  private mutating func change<Result>(
    _ path: Path, _ body: (inout DocumentNode) -> Result
  ) -> Result? {
    guard let name = path.first else { return body(&self) }
    guard case .map(var entries) = content,
      let index = entries.firstIndex(where: { $0.name == name })
    else { return nil }
    defer { content = .map(entries) }
    return entries[index].value.change(path.dropFirst(), body)
  }

  /// Takes the entry at a path below out, and each map that it leaves empty.
  mutating func take(_ path: String) -> Entry? { take(Self.path(path)) }

  private mutating func take(_ path: Path) -> Entry? {
    guard let name = path.first, case .map(var entries) = content,
      let index = entries.firstIndex(where: { $0.name == name })
    else { return nil }
    defer { content = .map(entries) }
    guard path.count > 1 else { return entries.remove(at: index) }
    let entry = entries[index].value.take(path.dropFirst())
    if entry != nil, entries[index].value.isEmpty { entries.remove(at: index) }
    return entry
  }

  /// Sets the value at a path below, and makes the missing maps on the way. A scalar or list on the way stays.
  mutating func put(
    _ value: DocumentNode, at path: String, keyLocation: LocatedFault.Location
  ) {
    put(value, at: Self.path(path), keyLocation)
  }

  private mutating func put(
    _ value: DocumentNode, at path: Path, _ keyLocation: LocatedFault.Location
  ) {
    guard let name = path.first else {
      self = value
      return
    }
    var entries: [Entry]
    switch content {
    case .map(let present): entries = present
    case .empty: entries = []
    case .scalar, .list: return
    }
    let index = entries.firstIndex { $0.name == name } ?? entries.count
    if index == entries.count {
      let nothing = DocumentNode(content: .empty, location: keyLocation)
      entries.append(Entry(name: String(name), location: keyLocation, value: nothing))
    }
    entries[index].value.put(value, at: path.dropFirst(), keyLocation)
    content = .map(entries)
  }
}
