import Stochastics
import TestSupport
import Testing

@Suite struct SamplingTests {
  private let stream = KeyedStream(seed: 9, world: 1, name: StreamName("sampling"))

  @Test(arguments: [0, 1, 2, 5, 1000]) func `a shuffle keeps every index`(count: Int) {
    expectEqual(stream.shuffledIndices(count: count, 1).sorted(), Array(0..<count))
  }

  @Test func `the same names give the same shuffle, others another`() {
    let order = stream.shuffledIndices(count: 100, 1, 2, 3)
    expectEqual(stream.shuffledIndices(count: 100, 1, 2, 3), order)
    #expect(stream.shuffledIndices(count: 100, 1, 2, 4) != order)
    #expect(stream.shuffledIndices(count: 100, 2, 1, 3) != order)
  }

  @Test func `every order of four is as likely as any other`() {
    var counts: [[Int]: Int] = [:]
    for entity in 0..<UInt32(96_000) {
      counts[stream.shuffledIndices(count: 4, entity), default: 0] += 1
    }
    // Chi-square with 23 degrees of freedom, false alarms 10⁻⁶.
    expectEqual(counts.count, 24)
    #expect(chiSquare(uniform: Array(counts.values)) < 70.55)
  }

  @Test func `every sample of two in five is as likely as any other`() {
    var counts: [[Int]: Int] = [:]
    for entity in 0..<UInt32(80_000) {
      let sample = stream.sampledIndices(2, of: 5, entity)
      counts[sample, default: 0] += 1
    }
    // Ten ascending pairs; chi-square with 9 degrees of freedom, false alarms 10⁻⁶.
    expectEqual(counts.count, 10)
    #expect(counts.keys.allSatisfy { $0[0] < $0[1] && $0[0] >= 0 && $0[1] < 5 })
    #expect(chiSquare(uniform: Array(counts.values)) < 44.811)
  }

  @Test func `a sample may be nothing or everything`() {
    expectEqual(stream.sampledIndices(0, of: 0, 1), [])
    expectEqual(stream.sampledIndices(0, of: 3, 1), [])
    expectEqual(stream.sampledIndices(3, of: 3, 1), [0, 1, 2])
  }

  @Test func `a sample larger than what there is is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let stream = KeyedStream(seed: 1, world: 1, name: StreamName("sampling"))
      _ = stream.sampledIndices(3, of: 2, 1)
    }
  }
}
