import Stochastics
import TestSupport
import Testing

@Suite struct KeyedPermutationTests {
  private let stream = KeyedStream(seed: 3, world: 0, name: StreamName("order"))

  @Test(arguments: [
    1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 31, 32, 33, 63, 64, 65, 97, 127, 128, 129, 255, 256,
    257, 1009, 1023, 1024, 1025, 4095, 4096, 4097, 10_007,
  ])
  func `shows every index once`(count: Int) {
    for entity in 0..<UInt32(4) {
      let order = KeyedPermutation(count: count, stream: stream, entity)
      expectEqual((0..<count).map { order[$0] }.sorted(), Array(0..<count), "entity \(entity)")
    }
  }

  /// Chi-square with 5 and 23 degrees of freedom, false alarms 10⁻⁶ each.
  @Test(arguments: [(3, 6, 35.888), (4, 24, 70.55)])
  func `every order of a few is as likely as any other`(
    count: Int, orders: Int, bound: Double
  ) {
    var counts: [Int: Int] = [:]
    for entity in 0..<UInt32(240_000) {
      let order = KeyedPermutation(count: count, stream: stream, entity)
      let digits = (0..<count).reduce(0) { $0 * count + order[$1] }
      counts[digits, default: 0] += 1
    }
    expectEqual(counts.count, orders)
    #expect(chiSquare(uniform: Array(counts.values)) < bound)
  }

  /// Chi-square with 99 degrees of freedom, false alarms 10⁻⁶.
  @Test func `every index is as likely to be first as any other`() {
    var counts = Array(repeating: 0, count: 100)
    for entity in 0..<UInt32(200_000) {
      counts[KeyedPermutation(count: 100, stream: stream, entity, 1)[0]] += 1
    }
    #expect(chiSquare(uniform: counts) < 180.79)
  }

  /// Chi-square with 10 · 9 − 1 = 89 and 20 · 19 − 1 = 379 degrees of freedom, false alarms 10⁻⁶ each.
  /// The domain of 10 is cut into halves of two bits, where a network mixes worst.
  @Test(arguments: [(10, 167.34), (20, 524.54)])
  func `every pair is as likely to come first and last as any other`(count: Int, bound: Double) {
    var counts = Array(repeating: 0, count: count * (count - 1))
    for entity in 0..<UInt32(200_000) {
      let order = KeyedPermutation(count: count, stream: stream, entity, 2)
      let (a, b) = (order[0], order[count - 1])
      counts[a * (count - 1) + (b < a ? b : b - 1)] += 1
    }
    #expect(chiSquare(uniform: counts) < bound)
  }

  @Test func `is the same at every call and another under another name`() {
    let order = KeyedPermutation(count: 1000, stream: stream, 1, 2, 3)
    let again = KeyedPermutation(count: 1000, stream: stream, 1, 2, 3)
    let other = KeyedPermutation(count: 1000, stream: stream, 1, 2, 4)
    #expect((0..<1000).allSatisfy { order[$0] == again[$0] })
    // Places that agree by chance: 1 expected; 12 or more come once in 10⁹ pairs of orders.
    #expect((0..<1000).count { order[$0] == other[$0] } < 12)
  }

  @Test func `an index outside the bounds is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let stream = KeyedStream(seed: 1, world: 1, name: StreamName("order"))
      _ = KeyedPermutation(count: 0, stream: stream, 1)[0]
    }
  }
}
