internal import DataFiles

extension LogMapping {
  /// Reads and checks a mapping; the tables that it names are not opened.
  ///
  /// - Parameter file: Path of a JSON or YAML file in UTF-8. Paths in it are relative to its folder.
  /// - Throws: All faults of the mapping.
  public static func load(file: String) throws(InvalidLogs) -> LogMapping {
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try DocumentText.bytes(of: file)
    } catch {
      let reason = LocatedFault.Reason.unreadable(error.reason)
      throw InvalidLogs(faults: [LocatedFault(location: .file(file), reason: reason)])
    }
    return try parse(bytes, file: file)
  }

  /// Checks a mapping that is in memory.
  ///
  /// - Parameter file: The mapping's path in faults; paths in the mapping are relative to its folder.
  package static func parse(_ bytes: [UInt8], file: String) throws(InvalidLogs) -> LogMapping {
    let faults = FaultList(.mapping, file: file)
    let node = DocumentText(bytes: bytes, file: file, faults: faults)?.compose(faults: faults)
    if node == nil, faults.isEmpty {
      let start = LocatedFault.Location.line(file: file, line: 1, column: 1)
      faults.add(LocatedFault(location: start, reason: .syntax("this mapping is empty")))
    }
    let mapping = node.flatMap {
      MappingReader(DocumentCursor(root: $0, faults: faults), file: file).mapping
    }
    guard let mapping, faults.isEmpty else { throw InvalidLogs(faults: faults.ordered) }
    return mapping
  }
}

/// Reads the tree of a mapping.
private struct MappingReader {
  private let root: DocumentCursor
  private let file: String
  private let folder: String

  init(_ root: DocumentCursor, file: String) {
    self.root = root
    self.file = file
    folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// `nil` after adding faults.
  var mapping: LogMapping? {
    guard root.checkMap("a map of a mapping's keys", of: MappingSyntax.root.map(\.name)) else {
      return nil
    }
    checkFormat()
    let name = root["name"].flatMap { $0.text("a name") } ?? Self.name(of: file)
    guard let list = root["tables"] else {
      root.missing("tables", "is missing; it is a list of tables")
      return nil
    }
    guard let elements = list.list("a list of tables") else { return nil }
    if elements.isEmpty { list.fault(.unexpected(expected: "a table", found: "an empty list")) }
    return LogMapping(name: name, file: file, tables: elements.compactMap(table))
  }

  private func checkFormat() {
    guard let format = root["format"] else {
      root.missing("format", "is missing; it is '\(MappingSyntax.format)'")
      return
    }
    if case .scalar(MappingSyntax.format, _) = format.node.content { return }
    format.expected("'\(MappingSyntax.format)'")
  }

  /// The last part of a path, without its extension.
  private static func name(of file: String) -> String {
    let last = file.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return String(last) }
    return String(last[..<dot])
  }
}

// MARK: - Tables

extension MappingReader {
  private func table(_ cursor: DocumentCursor) -> MappedTable? {
    guard cursor.checkMap("a map of role, file and columns", of: MappingSyntax.table.map(\.name))
    else { return nil }
    let roles = TableRole.allCases.map(\.rawValue)
    let names = ["role", "file", "columns"]
    for name in names where cursor[name] == nil {
      cursor.missing(name, "is missing; a table has a role, a file and columns")
    }
    guard let role = cursor["role"]?.choice(of: "role", among: roles).flatMap(TableRole.init)
    else { return nil }
    let settingNames = MappingSyntax.table.map(\.name).filter { !names.contains($0) }
    for (name, entry) in cursor.entries
    where settingNames.contains(name) && !role.settings.contains(name) {
      entry.keyFault(.contradiction("a table of \(role.rawValue) does not have this key"))
    }
    let path = cursor["file"].flatMap { $0.text("the path of a file") } ?? ""
    let settings = TableSettings(cursor, root: root)
    let (kind, kinds) = settings.kinds
    let sample = settings.sample
    let unit = settings.choice("unit", of: "unit", among: CountUnit.allCases.map(\.rawValue))
    let axis = settings.choice("axis", of: "axis", among: HistogramAxis.allCases.map(\.rawValue))
    let table = MappedTable(
      role: role, file: path, path: path.hasPrefix("/") ? path : folder + path,
      location: cursor["file"]?.node.location ?? cursor.node.location,
      columns: columns(cursor, role) + settings.group, conditions: settings.conditions,
      kind: kind, kinds: kinds, clock: settings.clock, missing: settings.missing,
      missingCategories: settings.texts("missingCategory"), isUniform: settings.isUniform,
      slateSize: settings.slateSize,
      unit: unit.flatMap(CountUnit.init) ?? .user, axis: axis.flatMap(HistogramAxis.init),
      truncatedBelow: sample.truncatedBelow, isTopSample: sample.isTop)
    check(table, cursor)
    return table
  }

  private func columns(_ cursor: DocumentCursor, _ role: TableRole) -> [MappedTable.MappedColumn] {
    let keys = role.columns
    let what = "a map of meanings and names of columns"
    guard let map = cursor["columns"], map.checkMap(what, of: keys.map(\.name)) else { return [] }
    for key in keys where key.isRequired && map[key.name] == nil {
      map.missing(key.name, "is missing; it is the column of: \(key.summary)")
    }
    return map.entries.flatMap { name, entry -> [MappedTable.MappedColumn] in
      var cursors = [entry]
      if case .list = entry.node.content { cursors = entry.list("") ?? [] }
      if cursors.count > 1, name != "context" { entry.expected("the name of a column") }
      return cursors.compactMap { cursor in
        cursor.text("the name of a column").map {
          MappedTable.MappedColumn(
            key: name, name: $0, location: cursor.node.location, path: entry.key)
        }
      }
    }
  }

  /// Adds faults of settings that contradict each other.
  private func check(_ table: MappedTable, _ cursor: DocumentCursor) {
    if table.role == .events, table.column("kind") == nil, cursor["kind"] == nil,
      cursor["columns"] != nil
    {
      cursor.missing("kind", "is missing; it is an action, or columns.kind names its column")
    }
    if table.role == .hist, table.axis == nil, cursor["axis"] == nil {
      let names = HistogramAxis.allCases.map(\.rawValue)
      cursor.missing(
        "axis", "is missing; it is one of \(LocatedFault.Reason.list(names))")
    }
    if table.role == .hist, cursor["columns"] != nil, table.column("count") == nil,
      table.column("impressions") == nil
    {
      cursor.missing("columns.count", "is missing; a histogram needs count or impressions")
    }
    if table.kind != nil, let column = table.column("kind") {
      cursor["kind"]?.fault(
        .contradiction("columns.kind is '\(column.name.excerpt)' already; remove one of them"))
    }
  }
}
