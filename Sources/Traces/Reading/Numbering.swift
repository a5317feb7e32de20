/// The numbers, from 0 without gaps, of things that a trace names by any whole numbers.
struct Numbering {
  /// The things' own numbers, in order of ours.
  let identifiers: [Int]
  /// Ours by their own, from the lowest on, where they are dense enough for a table.
  private var table: [UInt32] = []
  private var lowest = 0
  private var indexes: [Int: UInt32] = [:]

  private static let absent = UInt32.max

  /// - Parameter identifiers: No two the same, in the order of our numbers.
  init(_ identifiers: [Int]) {
    self.identifiers = identifiers
    guard let low = identifiers.min(), let high = identifiers.max() else { return }
    let (span, isHuge) = high.subtractingReportingOverflow(low)
    if !isHuge, span < 8 * identifiers.count {
      lowest = low
      table = [UInt32](repeating: Self.absent, count: span + 1)
      for (index, identifier) in identifiers.enumerated() {
        table[identifier - low] = UInt32(index)
      }
    } else {
      for (index, identifier) in identifiers.enumerated() { indexes[identifier] = UInt32(index) }
    }
  }

  var count: Int { identifiers.count }

  /// Our number of a thing; `nil` when there is no such thing.
  func number(of identifier: Int) -> Int? {
    guard !table.isEmpty else { return indexes[identifier].map { Int($0) } }
    let (offset, isFar) = identifier.subtractingReportingOverflow(lowest)
    guard !isFar, table.indices.contains(offset), table[offset] != Self.absent else { return nil }
    return Int(table[offset])
  }

  /// The order in which rows are numbered: by their own numbers where these are 0, 1, 2 … already and
  /// in order of time if they must be, otherwise by time, and at one time by their own number.
  ///
  /// - Returns: Indexes of rows, the first of them for number 0.
  static func order(_ identifiers: [Int], times: [Double], mustAscend: Bool) -> [Int] {
    let byIdentifier = identifiers.indices.sorted { identifiers[$0] < identifiers[$1] }
    let isDense = byIdentifier.indices.allSatisfy { identifiers[byIdentifier[$0]] == $0 }
    let isAscending = zip(byIdentifier, byIdentifier.dropFirst()).allSatisfy {
      times[$0] <= times[$1]
    }
    if isDense, isAscending || !mustAscend { return byIdentifier }
    return byIdentifier.sorted {
      (times[$0], identifiers[$0]) < (times[$1], identifiers[$1])
    }
  }
}

/// The numbers of requests, which grow with the time of their first page.
///
/// A trace's own numbers are kept as long as they do so; what is remembered is then a bit each.
struct RequestNumbers {
  /// Whether a request of a trace's own number was met, while own numbers are kept.
  private var met: [UInt64] = []
  private var isKeeping = true
  /// The next number; all given are smaller.
  private var next = 0
  private var count = 0
  /// The numbers of those met since own numbers are kept no more.
  private var others: [Int: UInt32] = [:]

  /// Numbers a request that has an impression now.
  ///
  /// - Returns: Its number, and whether it is new; `nil` when 2³² − 1 are used up.
  mutating func add(_ identifier: Int) -> (number: UInt32, isNew: Bool)? {
    if let number = number(of: identifier) { return (number, false) }
    count += 1
    // Numbers with wide gaps would make what is held by number large.
    if isKeeping, identifier >= next, identifier < 8 * (count + 8192), identifier < UInt32.max {
      while met.count <= identifier / 64 { met.append(0) }
      met[identifier / 64] |= 1 << (identifier % 64)
      next = identifier + 1
      return (UInt32(identifier), true)
    }
    isKeeping = false
    guard next < UInt32.max else { return nil }
    others[identifier] = UInt32(next)
    next += 1
    return (UInt32(next - 1), true)
  }

  /// The number of a request that has had an impression; `nil` when it has had none.
  func number(of identifier: Int) -> UInt32? {
    if identifier >= 0, identifier < 64 * met.count,
      met[identifier / 64] >> (identifier % 64) & 1 == 1
    {
      return UInt32(identifier)
    }
    return isKeeping ? nil : others[identifier]
  }
}
