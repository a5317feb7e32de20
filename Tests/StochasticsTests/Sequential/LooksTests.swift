import Stochastics
import TestSupport
import Testing

@Suite struct LooksTests {
  @Test func `four looks spend 5, 15, 30 and 50 % of the risk`() {
    let looks = Looks(risk: 0.05)
    expectEqual(looks.worlds, [8, 16, 32, 64])
    for (look, share) in [0.05, 0.15, 0.30, 0.50].enumerated() {
      #expect(isNear(looks.risk(at: look), 0.05 * share, within: 1e-14))
      expectEqual(looks.level(at: look), 1 - looks.risk(at: look))
    }
  }

  @Test(arguments: [
    (8, 8, [8]), (10, 50, [10, 20, 40, 50]), (4, 7, [4, 7]), (2, 32, [2, 4, 8, 16, 32]),
  ])
  func `looks double up to the last, and the shares are as triangular numbers`(
    first: Int, last: Int, worlds: [Int]
  ) {
    let looks = Looks(first: first, last: last, risk: 0.1)
    expectEqual(looks.worlds, worlds)
    let triangular = worlds.indices.map { Double(($0 + 1) * ($0 + 2) / 2) }
    let sum = triangular.reduce(0, +)
    for (look, number) in triangular.enumerated() {
      #expect(isNear(looks.risk(at: look), 0.1 * number / sum, within: 1e-14))
    }
  }

  @Test func `the last look may be as far as numbers go`() {
    expectEqual(Looks(first: 8, last: .max, risk: 0.05).worlds.suffix(2), [1 << 62, .max])
  }

  @Test func `looks that make no sense are a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Looks(first: 1, last: 8, risk: 0.05) }
    await #expect(processExitsWith: .failure) { _ = Looks(first: 8, last: 4, risk: 0.05) }
    await #expect(processExitsWith: .failure) { _ = Looks(risk: 0) }
  }
}
