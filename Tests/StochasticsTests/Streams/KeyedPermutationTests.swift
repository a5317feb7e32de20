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
      #expect((0..<count).map { order[$0] }.sorted() == Array(0..<count), "entity \(entity)")
    }
  }

  @Test func `every order of three and of four is as likely as any other`() {
    // Chi-square with 5 and 23 degrees of freedom, false alarms 10⁻⁶.
    #expect(chiSquare(uniform: Array(orderCounts(of: 3).values)) < 35.888)
    #expect(chiSquare(uniform: Array(orderCounts(of: 4).values)) < 70.55)
  }

  private func orderCounts(of count: Int) -> [[Int]: Int] {
    var counts: [[Int]: Int] = [:]
    for entity in 0..<UInt32(testSize(debug: 24_000, release: 1_000_000)) {
      let order = KeyedPermutation(count: count, stream: stream, entity)
      counts[(0..<count).map { order[$0] }, default: 0] += 1
    }
    return counts
  }

  @Test func `every index is as likely to be first, and any pair to be the first two`() {
    // Chi-square with 99 and 9 · 10 − 1 = 89 degrees of freedom, false alarms 10⁻⁶.
    var first = Array(repeating: 0, count: 100)
    var pair = Array(repeating: 0, count: 90)
    for entity in 0..<UInt32(testSize(debug: 20_000, release: 1_000_000)) {
      first[KeyedPermutation(count: 100, stream: stream, entity, 1)[0]] += 1
      let order = KeyedPermutation(count: 10, stream: stream, entity, 2)
      let (a, b) = (order[0], order[1])
      pair[a * 9 + (b < a ? b : b - 1)] += 1
    }
    #expect(chiSquare(uniform: first) < 180.79)
    #expect(chiSquare(uniform: pair) < 166.92)
  }

  @Test func `is the same whenever it is asked and another under another name`() {
    let order = KeyedPermutation(count: 1000, stream: stream, 1, 2, 3)
    let again = KeyedPermutation(count: 1000, stream: stream, 1, 2, 3)
    let other = KeyedPermutation(count: 1000, stream: stream, 1, 2, 4)
    #expect((0..<1000).allSatisfy { order[$0] == again[$0] })
    // Places that agree by chance: 1 expected; 12 or more come once in 10⁹ pairs of orders.
    #expect((0..<1000).count { order[$0] == other[$0] } < 12)
  }

  @Test func `a place outside is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let stream = KeyedStream(seed: 1, world: 1, name: StreamName("order"))
      _ = KeyedPermutation(count: 0, stream: stream, 1)[0]
    }
  }
}
