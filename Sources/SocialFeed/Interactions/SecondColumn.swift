/// Whole seconds in slots, 4 bytes each while all are in `0..<2³²`, as clocks in seconds are until 2106; 8 bytes each
/// from the first on that is not, such as one of a clock in milliseconds.
struct SecondColumn: Sendable {
  private let isKept: Bool
  /// The lower halves of whole numbers; empty where seconds are not kept.
  private var low: [UInt32] = []
  /// Their upper halves; empty while all of them are 0.
  private var high: [UInt32] = []

  init(isKept: Bool) { self.isKept = isKept }

  /// The second in a slot, 0 where seconds are not kept. One beyond ±2⁶² is set as that.
  subscript(slot: Int) -> Double {
    @inline(__always)
    get {
      guard isKept else { return 0 }
      if high.isEmpty { return Double(low[slot]) }
      return Double(Int64(bitPattern: UInt64(high[slot]) << 32 | UInt64(low[slot])))
    }
    @inline(__always)
    set {
      guard isKept else { return }
      if high.isEmpty && newValue >= 0 && newValue < 0x1p32 {
        low[slot] = UInt32(newValue)
      } else {
        setWide(slot, to: newValue)
      }
    }
  }

  @inline(never)
  private mutating func setWide(_ slot: Int, to second: Double) {
    if high.isEmpty { high = Array(repeating: 0, count: low.count) }
    let bits = UInt64(bitPattern: Int64(min(max(second, -0x1p62), 0x1p62)))
    low[slot] = UInt32(truncatingIfNeeded: bits)
    high[slot] = UInt32(bits >> 32)
  }

  @inline(__always)
  mutating func copy(from source: Int, to target: Int) {
    guard isKept else { return }
    low[target] = low[source]
    if !high.isEmpty { high[target] = high[source] }
  }

  /// Appends slots that hold 0.
  mutating func append(_ count: Int) {
    guard isKept else { return }
    low.append(contentsOf: repeatElement(0, count: count))
    if !high.isEmpty { high.append(contentsOf: repeatElement(0, count: count)) }
  }

  /// A column without slots, to which blocks of this one can be appended.
  var emptied: SecondColumn { SecondColumn(isKept: isKept) }

  mutating func reserveCapacity(_ count: Int) {
    if isKept { low.reserveCapacity(count) }
  }

  /// Appends the slots of a block of the column that this one was emptied from.
  mutating func append(_ block: Range<Int>, of column: SecondColumn) {
    guard isKept else { return }
    low.append(contentsOf: column.low[block])
    if !column.high.isEmpty { high.append(contentsOf: column.high[block]) }
  }
}
