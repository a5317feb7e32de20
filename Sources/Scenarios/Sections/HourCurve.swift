internal import DataFiles
internal import SyntheticSociety

/// Shares of a day's sessions by hour, from a list or from a column of a file.
struct HourCurve {
  /// 24, from midnight, with sum 1.
  let shares: [Double]
  /// What was read or changed, for people.
  private(set) var notes: [String] = []
  /// The file, from where the program runs, if the shares come from one.
  private(set) var dataFile: String?

  fileprivate static let count = NumberForm(range: 0...1e15)

  /// - Returns: `nil` after adding faults.
  init?(_ cursor: DocumentCursor, _ scenario: ScenarioDraft) {
    if cursor.isMap {
      var table = HourTable()
      table.readMap(cursor, scenario)
      guard let counts = table.counts(cursor.faults) else { return nil }
      shares = Self.normalised(counts) ?? counts
      let name = "\(table.file!.path): \(table.column!)"
      dataFile = table.file!.location
      notes.append("\(name): 24 hours, \(Self.extremes(of: shares))")
      return
    }
    let what = "24 numbers, from midnight, or a map of file and column"
    guard let counts = cursor.numbers(Self.count, count: 24, what: what) else { return nil }
    guard counts.contains(where: { $0 > 0 }) else {
      cursor.fault(.contradiction("one of the hours must be above 0"))
      return nil
    }
    if let brought = Self.normalised(counts) {
      notes.append("\(cursor.key): sum \(counts.reduce(0, +).shortest), brought to 1")
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
}

/// The table and the column of the shares of the hours.
private struct HourTable: KeyedSection {
  var file: InputFiles.File?
  var column: String?

  static let keys = [
    Key<Self>(
      "file", \.file, .inputFile,
      "A table with a header and a row an hour, from midnight. The path starts at the"
        + " scenario's folder.",
      default: .required("is missing; it is the path of a table with a row an hour")),
    Key(
      "column", \.column, .column, "The column of the shares or counts.",
      default: .required("is missing; it is the name of a column of the file")),
  ]

  /// The counts of 24 hours, or `nil` after adding faults.
  func counts(_ faults: FaultList) -> [Double]? {
    guard let file, let column else { return nil }
    var reader = NumberColumn(
      file.bytes, file: file.location, column: column, form: HourCurve.count)
    let counts = reader.read(rows: 24, of: "hours")
    faults.add(contentsOf: reader.faults)
    guard let counts else { return nil }
    guard counts.contains(where: { $0 > 0 }) else {
      let reason = LocatedFault.Reason.contradiction("one of the hours must be above 0")
      faults.add(LocatedFault(location: .file(file.location), key: column, reason: reason))
      return nil
    }
    return counts
  }
}

extension ScenarioDraft {
  static let hoursKey = Key<Self>(
    "behaviour.sessions.hours",
    .either([.list(of: .number(HourCurve.count), count: 24), HourTable.form]),
    "Shares of a day's sessions that start in each hour, from midnight, brought to the sum 1.",
    source: "KuaiRand-27K, 322,278,385 feed impressions",
    read: { cursor, draft, scenario in
      guard let curve = HourCurve(cursor, scenario) else { return }
      draft.parameters.sessions.hours = curve.shares
      draft.notes += curve.notes
      if let file = curve.dataFile { draft.dataFiles.append(file) }
    },
    write: { .array($0.parameters.sessions.hours.map(JSONValue.number)) })
}
