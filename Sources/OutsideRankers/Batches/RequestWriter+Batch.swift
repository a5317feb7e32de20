package import SocialFeed

/// What a batch has about one of its requests: 40 bytes.
package struct BatchRecord: Hashable, Sendable {
  package var lane: UInt32
  package var sequence: UInt64
  package var viewer: MemberID
  package var refresh: UInt32
  /// Simulated seconds.
  package var now: Double
  /// The index of its first candidate in the batch.
  package var offset: Int
  /// How many candidates it has.
  package var count: Int

  package init(
    lane: UInt32, sequence: UInt64, viewer: MemberID, refresh: UInt32, now: Double, offset: Int,
    count: Int
  ) {
    self.lane = lane
    self.sequence = sequence
    self.viewer = viewer
    self.refresh = refresh
    self.now = now
    self.offset = offset
    self.count = count
  }

  /// Bytes of a record.
  package static let size = 40
}

extension RequestWriter {
  /// Begins a batch in a binary frame: the columns of all requests, a column after the other, and then the posts follow it,
  /// with ``padding(behind:)``.
  ///
  /// - Parameters:
  ///   - records: At least one, whose candidates follow one another.
  ///   - columns: How many columns follow.
  package mutating func batch(_ records: [BatchRecord], columns: Int, sequence: UInt64) {
    let count = records.reduce(0) { $0 + $1.count }
    let body = 8 * count * columns + 4 * count + Self.padding(behind: count)
    let length = 16 + BatchRecord.size * records.count + body
    MessageHeader(.batch, lane: 0, sequence: sequence, length: UInt32(length)).append(to: &bytes)
    for number in [records.count, columns, count, 0] { bytes.append(little: UInt32(number)) }
    for record in records {
      bytes.append(little: record.lane)
      bytes.append(little: record.viewer.rawValue)
      bytes.append(little: record.sequence)
      bytes.append(little: record.now.bitPattern)
      bytes.append(little: record.refresh)
      bytes.append(little: UInt32(record.offset))
      bytes.append(little: UInt32(record.count))
      bytes.append(little: UInt32(0))
    }
  }

  /// How many bytes of zeros are behind so many posts.
  package static func padding(behind posts: Int) -> Int { posts.isMultiple(of: 2) ? 0 : 4 }
}
