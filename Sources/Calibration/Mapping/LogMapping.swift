public import DataFiles

/// The meanings of the columns of logs: a checked `feedlab-mapping/1`.
public struct LogMapping: Sendable {
  public let name: String
  /// The path of the mapping, as the user gave it.
  public let file: String
  package let tables: [MappedTable]
}

/// A table of logs, and the meanings of its columns.
package struct MappedTable: Sendable {
  package let role: TableRole
  /// The file as the mapping names it.
  package let file: String
  /// The path of the file from the working directory.
  package let path: String
  /// The location of the file's name in the mapping.
  package let location: LocatedFault.Location
  package let columns: [MappedColumn]
  package let conditions: [Condition]
  /// The action of every row, where the table has no column for it.
  package let kind: String?
  /// The actions of the texts in the column `kind`; `nil` for rows to skip.
  package let kinds: [String: String?]
  package let clock: LogClock
  /// Texts that mean a missing value.
  package let missing: Set<String>
  package let missingCategories: Set<String>
  package let isUniform: Bool
  /// The last position that a post can have.
  package let slateSize: Int
  package let unit: CountUnit
  package let axis: HistogramAxis?
  /// The smallest activity of a user in the sample; `nil` where the sample is not truncated.
  package let truncatedBelow: Double?
  /// Whether users were sampled by their activity.
  package let isTopSample: Bool

  /// A column of the file.
  package struct MappedColumn: Sendable {
    /// The column's meaning, such as `user`.
    package let key: String
    /// The column's name in the file.
    package let name: String
    package let location: LocatedFault.Location
    /// The path of the key in the mapping.
    package let path: String
  }

  /// Rows are read where this column has one of these texts.
  package struct Condition: Sendable {
    package let column: MappedColumn
    package let texts: Set<String>
  }

  package func column(_ key: String) -> MappedColumn? { columns.first { $0.key == key } }
}

/// The subject of a row in a table of counts.
package enum CountUnit: String, Sendable, CaseIterable { case user, post, arm }

/// The quantity that the bins of a histogram divide.
package enum HistogramAxis: String, Sendable, CaseIterable {
  case hourOfDay, date, gapSeconds, impressionsPerPost, impressionsPerUser, postsPerAuthor
}

/// All faults of a mapping, or of the logs that it names.
public struct InvalidLogs: Error, Hashable, Sendable {
  /// First the mapping's faults, then the tables', by line; at least one.
  public let faults: [LocatedFault]
}

extension InvalidLogs: ProgramError {
  public var exitCode: ExitCode { .invalidData }
  public var isLocated: Bool { true }
  /// A line for each fault.
  public var message: Message { .lines(faults.map(\.message)) }
}

extension LogMapping {
  /// Paths of the mapping and of the logs that it names.
  public var inputs: [String] { [file] + tables.map(\.path) }
}
