internal import DataFiles

/// Reads the tables of a mapping, one after the other.
package struct LogReader {
  private(set) var tallies = LogTallies()
  private let faults: FaultList

  /// Reads all tables; users, posts and follows come first, since events refer to them.
  ///
  /// - Throws: All missing columns and files; otherwise all tables that cannot be read to the end or have
  ///   too many broken rows.
  package static func read(_ mapping: LogMapping) throws(InvalidLogs) -> LogTallies {
    // All headers are checked before the first row of any table is read.
    let headers = FaultList(.mapping, file: mapping.file)
    for table in mapping.tables { _ = TableRows(table, faults: headers) }
    guard headers.isEmpty else { throw InvalidLogs(faults: headers.ordered) }
    var reader = LogReader(faults: FaultList(.mapping, file: mapping.file))
    for role in TableRole.allCases {
      for table in mapping.tables where table.role == role { reader.read(table) }
    }
    guard reader.faults.isEmpty else { throw InvalidLogs(faults: reader.faults.ordered) }
    return reader.tallies
  }

  private init(faults: FaultList) { self.faults = faults }

  private mutating func read(_ table: MappedTable) {
    guard var rows = TableRows(table, faults: faults) else { return }
    switch table.role {
    case .users: tallies.readUsers(&rows)
    case .posts: tallies.readPosts(&rows)
    case .follows: tallies.readFollows(&rows)
    case .events: tallies.readEvents(&rows)
    case .wideEvents: tallies.readWideEvents(&rows)
    case .bandit: tallies.readBandit(&rows)
    case .counts: tallies.readCounts(&rows)
    case .hist: tallies.readHistogram(&rows)
    case .rates: tallies.readRates(&rows)
    }
    faults.add(contentsOf: rows.fatal)
    tallies.rowCount += rows.count
    tallies.brokenCount += rows.brokenCount
    if let note = rows.note { tallies.notes.append(note) }
  }
}
