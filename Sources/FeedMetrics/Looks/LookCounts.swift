/// The looks of a run, and what they led to, by the levels of each ``LookDimension``.
///
/// Over the levels of any dimension each sum adds up to the run's.
public struct LookCounts: Sendable, Hashable, Codable {
  /// The levels of one dimension.
  public struct Table: Sendable, Hashable, Codable {
    public let dimension: LookDimension
    /// The names of the levels, none twice, in the order of display.
    public let levels: [String]
    /// For each level the sums, by ``LookSum``.
    public let sums: [[Double]]

    public init(dimension: LookDimension, levels: [String], sums: [[Double]]) {
      precondition(levels.count == sums.count, "\(levels.count) levels, \(sums.count) rows")
      self.dimension = dimension
      self.levels = levels
      self.sums = sums
    }

    /// A sum at a level; 0 at a level that is not there.
    public subscript(level: String, sum: LookSum) -> Double {
      levels.firstIndex(of: level).map { sums[$0][sum.rawValue] } ?? 0
    }
  }

  /// In the order of ``LookDimension``; none for a dimension that is not known.
  public let tables: [Table]
  /// Days of the window since they joined, over all members.
  public let memberDays: Double

  public init(tables: [Table], memberDays: Double) {
    self.tables = tables
    self.memberDays = memberDays
  }

  /// The table of a dimension, if it is known.
  public func table(_ dimension: LookDimension) -> Table? {
    tables.first { $0.dimension == dimension }
  }
}
