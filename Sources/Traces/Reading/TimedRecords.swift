internal import DataFiles

/// The rows of a table in order of time, one of them at hand.
struct TimedRecords {
  var records: TableRecords
  /// The column of the time by which rows are in order.
  private let timeColumn: Int
  private let isWhole: Bool
  /// The time of the row at hand; infinite at the end.
  private(set) var time = -Double.infinity

  /// - Parameter isWhole: Whether times are whole seconds.
  init(_ records: TableRecords, timeColumn: Int = 0, isWhole: Bool = false) {
    self.records = records
    self.timeColumn = timeColumn
    self.isWhole = isWhole
  }

  /// Goes to the next row with a time that may follow.
  ///
  /// - Returns: `false` at the end.
  mutating func next() -> Bool {
    while records.next() {
      guard let time = isWhole ? records.wholeSeconds(timeColumn) : records.number(timeColumn)
      else { continue }
      guard time >= self.time else {
        let message =
          "\(time.shortest) comes after \(self.time.shortest); rows must be in order of time"
        records.refuse(timeColumn, .contradiction(message))
        continue
      }
      self.time = time
      return true
    }
    time = .infinity
    return false
  }
}
