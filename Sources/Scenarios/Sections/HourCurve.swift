internal import DataFiles
internal import SyntheticSociety

/// Shares of a day's sessions by hour, from a list or from a column of a file.
struct HourCurve {
  /// 24, from midnight, with sum 1.
  let shares: [Double]
  /// What was read or changed, for people.
  private(set) var notes: [String] = []

  static let key = ScenarioKey(
    path: "behaviour.sessions.hours",
    summary: "Shares of a day's sessions that start in each hour, from midnight, brought to the sum"
      + " 1.",
    form: .either([
      .list(of: .number(countForm), count: 24),
      .map([
        ScenarioKey(
          path: "file",
          summary: "A table with a header and a row an hour, from midnight. The path starts at the"
            + " scenario's folder.",
          form: .text("the path of a file"), isRequired: true),
        ScenarioKey(
          path: "column", summary: "The column of the shares or counts.",
          form: .text("the name of a column"), isRequired: true),
      ]),
    ]),
    defaultValue: .array(SocietyParameters().sessions.hours.map(JSONValue.number)),
    source: "KuaiRand-27K, 322,278,385 feed impressions")

  private static let countForm = NumberForm(range: 0...1e15)

  /// - Returns: `nil` after adding faults.
  init?(_ cursor: DocumentCursor, files: InputFiles) {
    if case .map = cursor.node.content {
      guard let table = Self.table(cursor, files: files) else { return nil }
      shares = Self.normalised(table.counts) ?? table.counts
      notes.append("\(table.name): 24 hours, \(Self.extremes(of: shares))")
      return
    }
    let what = "24 numbers, from midnight, or a map of file and column"
    guard let counts = cursor.numbers(Self.countForm, count: 24, what: what) else { return nil }
    guard counts.contains(where: { $0 > 0 }) else {
      cursor.fault(.contradiction("one of the hours must be above 0"))
      return nil
    }
    if let brought = Self.normalised(counts) {
      notes.append("\(Self.key.path): sum \(counts.reduce(0, +).shortest), brought to 1")
      shares = brought
    } else {
      shares = counts
    }
  }

  /// Shares with the sum 1, or `nil` if these are such, but for rounding to five digits.
  private static func normalised(_ counts: [Double]) -> [Double]? {
    let sum = counts.reduce(0, +)
    return (sum - 1).magnitude < 0.0005 ? nil : counts.map { $0 / sum }
  }

  private static func extremes(of shares: [Double]) -> String {
    let peak = shares.indices.max { (shares[$0], -$0) < (shares[$1], -$1) }!
    let trough = shares.indices.min { (shares[$0], $0) < (shares[$1], $1) }!
    return "most at \(peak) h (\((shares[peak] * 100).fixed(1)) %),"
      + " fewest at \(trough) h (\((shares[trough] * 100).fixed(1)) %)"
  }

  private static func table(
    _ cursor: DocumentCursor, files: InputFiles
  ) -> (name: String, counts: [Double])? {
    cursor.checkMap("", of: ["file", "column"])
    let column = cursor["column"].flatMap { $0.text("the name of a column") }
    if cursor["column"] == nil {
      cursor.missing("column", "is missing; it is the name of a column of the file")
    }
    guard let path = cursor["file"] else {
      cursor.missing("file", "is missing; it is the path of a table with a row an hour")
      return nil
    }
    guard let file = files.open(path), let column else { return nil }
    var reader = NumberColumn(file.bytes, file: file.place, column: column, form: countForm)
    let counts = reader.read(rows: 24, of: "hours")
    cursor.faults.add(contentsOf: reader.faults)
    guard let counts else { return nil }
    guard counts.contains(where: { $0 > 0 }) else {
      let reason = LocatedFault.Reason.contradiction("one of the hours must be above 0")
      cursor.faults.add(LocatedFault(location: .file(file.place), key: column, reason: reason))
      return nil
    }
    return ("\(file.path): \(column)", counts)
  }
}
