internal import DataFiles

/// The settings of a table in a mapping, besides its role, file and columns.
struct TableSettings {
  private let cursor: DocumentCursor
  private let root: DocumentCursor

  init(_ cursor: DocumentCursor, root: DocumentCursor) {
    self.cursor = cursor
    self.root = root
  }

  /// The text of a key that is one of a few names; `nil` where it is missing or invalid.
  func choice(_ name: String, of kind: String, among names: [String]) -> String? {
    cursor[name].flatMap { $0.choice(of: kind, among: names) }
  }

  /// A text or a list of texts.
  func texts(_ name: String) -> Set<String> { cursor[name].map(Self.texts) ?? [] }

  private static func texts(_ cursor: DocumentCursor) -> Set<String> {
    let what = "a text or a list of texts"
    switch cursor.node.content {
    case .scalar(let text, _): return [text]
    case .list:
      let elements = cursor.list(what) ?? []
      return Set(
        elements.compactMap { element -> String? in
          guard case .scalar(let text, _) = element.node.content else {
            element.expected("a text")
            return nil
          }
          return text
        })
    case .empty, .map:
      cursor.expected(what)
      return []
    }
  }

  /// The empty text, and the texts of the table or, without any, of the mapping.
  var missing: Set<String> {
    (cursor["missing"] ?? root["missing"]).map(Self.texts)?.union([""]) ?? [""]
  }

  /// The last position that a post can have.
  var slateSize: Int {
    let form = NumberForm(range: 1...10_000, isWhole: true)
    return cursor["slateSize"].flatMap { $0.number(form) }.map { Int($0) } ?? 10_000
  }

  var isUniform: Bool { cursor["policy"].flatMap { $0.text("the name of a policy") } == "uniform" }

  var sample: (isTop: Bool, truncatedBelow: Double?) {
    let sample = choice("sample", of: "sample", among: ["all", "random", "top"])
    let form = NumberForm(range: 1...1e15)
    return (sample == "top", cursor["truncatedBelow"].flatMap { $0.number(form) })
  }

  var group: [MappedTable.MappedColumn] {
    guard let group = cursor["group"], let name = group.text("the name of a column") else {
      return []
    }
    return [.init(key: "group", name: name, location: group.node.location, path: group.key)]
  }

  var conditions: [MappedTable.Condition] {
    guard let map = cursor["where"] else { return [] }
    guard case .map = map.node.content else {
      map.expected("a map of names of columns and texts")
      return []
    }
    return map.entries.map { name, entry in
      MappedTable.Condition(
        column: .init(key: name, name: name, location: entry.keyLocation, path: entry.key),
        texts: Self.texts(entry))
    }
  }
}

// MARK: - Kinds

extension TableSettings {
  private static let kindNames = ["impression"] + ActionKind.names

  /// The action of all rows, and the actions of a column's texts.
  var kinds: (kind: String?, map: [String: String?]) {
    let kind = choice("kind", of: "kind of action", among: Self.kindNames)
    guard let map = cursor["kindMap"] else { return (kind, [:]) }
    guard case .map = map.node.content else {
      map.expected("a map of texts and kinds of action")
      return (kind, [:])
    }
    var kinds: [String: String?] = [:]
    for (word, entry) in map.entries {
      if case .empty = entry.node.content {
        kinds.updateValue(nil, forKey: word)
      } else if let kind = entry.choice(of: "kind of action", among: Self.kindNames) {
        kinds.updateValue(kind, forKey: word)
      }
    }
    return (kind, kinds)
  }
}

// MARK: - Time

extension TableSettings {
  var clock: LogClock {
    let unit = choice("tsUnit", of: "unit of time", among: LogClock.Unit.allCases.map(\.rawValue))
    let resolution = choice("tsResolution", of: "resolution", among: ["day"])
    _ = cursor["tagSeparator"].flatMap { $0.text("a separator") }
    return LogClock(
      unit: unit.flatMap(LogClock.Unit.init), hasDaysOnly: resolution == "day", offset: offset)
  }

  /// How many seconds local clocks are ahead of UTC; `nil` where unknown.
  private var offset: Double? {
    guard let cursor = cursor["timezone"] ?? root["timezone"] else { return nil }
    guard let text = cursor.text("a time zone"), text != "unknown" else { return nil }
    guard let offset = TimeText.offset(Array(text.utf8)) else {
      cursor.expected("an offset from UTC such as +08:00, Z or unknown")
      return nil
    }
    return offset
  }
}
