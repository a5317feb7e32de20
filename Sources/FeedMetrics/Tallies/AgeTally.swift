/// How old posts were when they were shown, exactly: ages are whole seconds, and counted.
///
/// The counts are kept in blocks of 1,024 consecutive ages (17 minutes), made when an age of the block
/// first occurs, so that the room follows the ages that occur and not the largest one. A count takes a
/// byte, and is noted whenever it passes a multiple of 256: pages of all ages find more of the counts in
/// the caches, and most ages occur less often than that.
struct AgeTally: Sendable {
  private static let blockBits = 10
  private static let blockLength = 1 << blockBits
  private static let absent: Int32 = -1

  /// For each block its index among the blocks in `counts`, or `absent`.
  private var directory: [Int32] = []
  /// Modulo 256.
  private var counts: [UInt8] = []
  /// Indices of counts, once for each multiple of 256 that they have passed.
  private var carries: [UInt32] = []

  /// Impressions.
  private(set) var count = 0

  mutating func add(_ page: borrowing CountedPage) {
    if Self.lacksBlock(page, directory) {
      for row in 0..<page.count { make(Int(page.rows[row].age) >> Self.blockBits) }
    }
    Self.count(page, directory: directory, in: &counts, &carries)
    count += page.count
  }

  /// Whether an age of the page is in a block that has not been made.
  private static func lacksBlock(_ page: borrowing CountedPage, _ directory: [Int32]) -> Bool {
    let (rows, directory) = (page.rows.span, directory.span)
    for row in 0..<page.count {
      let block = Int(rows[row].age) >> blockBits
      if block >= directory.count || directory[block] == absent { return true }
    }
    return false
  }

  private static func count(
    _ page: borrowing CountedPage, directory: [Int32], in counts: inout [UInt8],
    _ carries: inout [UInt32]
  ) {
    let (rows, directory) = (page.rows.span, directory.span)
    var counts = counts.mutableSpan
    for row in 0..<page.count {
      let age = Int(rows[row].age)
      let within = age & (blockLength - 1)
      let index = Int(directory[age >> blockBits]) << blockBits + within
      counts[index] &+= 1
      if counts[index] == 0 { carries.append(UInt32(index)) }
    }
  }

  /// Adds what another tally counted.
  mutating func add(_ other: AgeTally) {
    var indexOfBlock = [Int](repeating: 0, count: other.counts.count / Self.blockLength)
    for (block, index) in other.directory.enumerated() where index != Self.absent {
      make(block)
      indexOfBlock[Int(index)] = Int(directory[block])
      Self.add(
        other.counts.span.extracting(
          Int(index) * Self.blockLength..<(Int(index) + 1) * Self.blockLength),
        to: &counts, block: Int(directory[block]), &carries)
    }
    for carry in other.carries {
      let (block, within) = (Int(carry) >> Self.blockBits, Int(carry) & (Self.blockLength - 1))
      carries.append(UInt32(indexOfBlock[block] << Self.blockBits + within))
    }
    count += other.count
  }

  private static func add(
    _ block: Span<UInt8>, to counts: inout [UInt8], block index: Int, _ carries: inout [UInt32]
  ) {
    var target = counts.mutableSpan
    let start = index * blockLength
    for within in block.indices {
      let (sum, isOver) = target[start + within].addingReportingOverflow(block[within])
      target[start + within] = sum
      if isOver { carries.append(UInt32(start + within)) }
    }
  }

  /// The counts themselves.
  private var wholeCounts: [Int] {
    var whole = counts.map { Int($0) }
    for index in carries { whole[Int(index)] += 256 }
    return whole
  }

  /// Makes a block where it is absent.
  private mutating func make(_ block: Int) {
    if block >= directory.count || directory[block] == Self.absent { append(block) }
  }

  private mutating func append(_ block: Int) {
    while directory.count <= block { directory.append(Self.absent) }
    directory[block] = Int32(counts.count / Self.blockLength)
    counts.append(contentsOf: repeatElement(0, count: Self.blockLength))
  }

  /// Impressions of posts of at least this age in seconds.
  func count(from age: Int32) -> Int {
    let counts = wholeCounts
    var found = 0
    for (block, index) in directory.enumerated() where index != Self.absent {
      let first = max(0, Int(age) - block * Self.blockLength)
      guard first < Self.blockLength else { continue }
      for within in first..<Self.blockLength {
        found += counts[Int(index) * Self.blockLength + within]
      }
    }
    return found
  }

  /// Impressions of posts younger than each of some ages.
  ///
  /// - Parameter ages: In seconds, ascending.
  /// - Complexity: O(*room* + *ages*).
  func counts(youngerThan ages: [Int]) -> [Int] {
    let counts = wholeCounts
    var found: [Int] = []
    var seen = 0
    for (block, index) in directory.enumerated() where index != Self.absent {
      for within in 0..<Self.blockLength {
        while found.count < ages.count, ages[found.count] <= block * Self.blockLength + within {
          found.append(seen)
        }
        seen += counts[Int(index) * Self.blockLength + within]
      }
    }
    return found + [Int](repeating: seen, count: ages.count - found.count)
  }

  /// A quantile of the ages in seconds, between two ages by linear interpolation.
  ///
  /// The value at the rank *h* = (*n* − 1)·`p` from 0, as type 7 of Hyndman & Fan, *The American
  /// Statistician* 50(4), 1996.
  ///
  /// - Parameter p: In `0...1`.
  /// - Returns: `nil` without impressions.
  func quantile(_ p: Double) -> Double? {
    guard count > 0 else { return nil }
    let rank = Double(count - 1) * p
    let below = Int(rank)
    let (low, high) = ages(atRank: below)
    return Double(low) + (rank - Double(below)) * Double(high - low)
  }

  /// The age at a rank from 0 in ascending order, and the age at the next rank, or the same at the last.
  private func ages(atRank rank: Int) -> (Int, Int) {
    let counts = wholeCounts
    var seen = 0
    var low: Int?
    for (block, index) in directory.enumerated() where index != Self.absent {
      for within in 0..<Self.blockLength {
        seen += counts[Int(index) * Self.blockLength + within]
        let age = block * Self.blockLength + within
        if low == nil && seen > rank { low = age }
        if seen > min(rank + 1, count - 1), let low { return (low, age) }
      }
    }
    preconditionFailure("rank \(rank) of \(count)")
  }
}
