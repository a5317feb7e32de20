/// Sorts integers byte by byte, the least significant first, in room that is kept from one sort to the next.
///
/// - Complexity: O(*n* + 256) for each byte of the largest integer, where *n* is the number of integers.
///
/// Source: Knuth, *The Art of Computer Programming* 3, section 5.2.5.
package struct ByteSort: Sendable {
  /// The integers, in ascending order after `sort`.
  package private(set) var sorted: [UInt32] = []
  private var other: [UInt32] = []
  /// For each value of the current byte where the next integer with it goes.
  private var next = [Int](repeating: 0, count: 256)

  package init() {}

  package mutating func sort(_ integers: [UInt32]) {
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: integers)
    while other.count < sorted.count { other.append(0) }
    other.removeLast(other.count - sorted.count)
    let largest = sorted.max() ?? 0
    var shift: UInt32 = 0
    while shift < 32 && largest >> shift > 0 {
      Self.distribute(sorted, byByteAt: shift, into: &other, next: &next)
      swap(&sorted, &other)
      shift += 8
    }
  }

  private static func distribute(
    _ source: [UInt32], byByteAt shift: UInt32, into target: inout [UInt32], next: inout [Int]
  ) {
    let source = source.span
    var target = target.mutableSpan
    var next = next.mutableSpan
    for byte in next.indices { next[byte] = 0 }
    for index in source.indices { next[Int(source[index] &>> shift & 255)] += 1 }
    var start = 0
    for byte in next.indices {
      let count = next[byte]
      next[byte] = start
      start += count
    }
    for index in source.indices {
      let byte = Int(source[index] &>> shift & 255)
      target[next[byte]] = source[index]
      next[byte] += 1
    }
  }
}
