public import DataFiles

/// What the columns of logs mean: a checked `feedlab-mapping/1`.
public struct LogMapping: Sendable {
  public let name: String
  /// The path of the mapping, as the user gave it.
  public let file: String
  package let tables: [MappedTable]
}

/// A table of logs, and what its columns mean.
package struct MappedTable: Sendable {
  package let role: TableRole
  /// The file as the mapping names it.
  package let file: String
  /// The file from where the program runs.
  package let path: String
  /// Where the mapping names the file.
  package let place: LocatedFault.Location
  package let columns: [MappedColumn]
  package let conditions: [Condition]
  /// The action of every row, where no column says it.
  package let kind: String?
  /// What the words of the column `kind` mean, `nil` for rows to pass over.
  package let kinds: [String: String?]
  package let clock: LogClock
  /// Texts that stand for nothing.
  package let missing: Set<String>
  package let missingCategories: Set<String>
  package let isUniform: Bool
  /// The last position that a post can have.
  package let slateSize: Int
  package let unit: CountUnit
  package let axis: HistogramAxis?
  /// The least activity that brought somebody into the sample; `nil` where all are in it.
  package let truncatedBelow: Double?
  /// Whether people were chosen for their activity.
  package let isTopSample: Bool

  /// A column of the file.
  package struct MappedColumn: Sendable {
    /// Its meaning, such as `user`.
    package let key: String
    /// Its name in the file.
    package let name: String
    package let place: LocatedFault.Location
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

/// What a row of a table of counts is about.
package enum CountUnit: String, Sendable, CaseIterable { case user, post, arm }

/// What the bins of a histogram are.
package enum HistogramAxis: String, Sendable, CaseIterable {
  case hourOfDay, date, gapSeconds, impressionsPerPost, impressionsPerUser, postsPerAuthor
}

/// A mapping, or the logs that it names, that cannot be read, with everything that is wrong.
public struct InvalidLogs: Error, Hashable, Sendable {
  /// Those of the mapping first, then those of the tables, by line; at least one.
  public let faults: [LocatedFault]
}

extension InvalidLogs: CustomStringConvertible {
  /// A line for each fault.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension LogMapping {
  /// Paths of the mapping and of the logs that it names.
  public var inputs: [String] { [file] + tables.map(\.path) }
}

extension InvalidLogs: ProgramError {
  public var exitCode: ExitCode { .invalidData }
  public var isLocated: Bool { true }
}
