import FeedMetrics
import TestSupport
import Testing

@Suite struct LorenzCurveTests {
  private func curve(_ amounts: [Double]) throws -> LorenzCurve {
    try #require(LorenzCurve(of: amounts))
  }

  @Test func `shares agree with values worked by hand`() throws {
    // ascending 1 … 10, total 55
    let ten = try curve([4, 1, 10, 7, 3, 8, 2, 9, 6, 5])
    expectEqual(ten.topShare(percent: 10), 10.0 / 55)
    expectEqual(ten.bottomShare(percent: 50), 15.0 / 55)  // 1 + 2 + 3 + 4 + 5
    expectEqual(ten.bottomShare(percent: 40), 10.0 / 55)
    expectEqual(ten.palmaRatio, 1)
  }

  @Test func `between two points the curve is straight`() throws {
    // ascending 1, 2, 5, total 8; half of three is one and a half of the second
    let three = try curve([5, 1, 2])
    expectEqual(three.bottomShare(percent: 50), 2.0 / 8)
    #expect(abs(three.topShare(percent: 10) - 0.3 * 5 / 8) < 1e-15)
    // 40 % of three: 1 + 0.2·2 = 1.4; Palma 1.5 / 1.4
    #expect(abs(three.bottomShare(percent: 40) - 1.4 / 8) < 1e-15)
    #expect(abs(try #require(three.palmaRatio) - 1.5 / 1.4) < 1e-15)
  }

  @Test func `nobody and everybody have nothing and everything`() throws {
    let some = try curve([0, 2, 3])
    expectEqual(some.bottomShare(percent: 0), 0)
    expectEqual(some.topShare(percent: 0), 0)
    expectEqual(some.bottomShare(percent: 100), 1)
    expectEqual(some.topShare(percent: 100), 1)
  }

  @Test func `equal amounts make the diagonal`() throws {
    for count in 1...30 {
      let equal = try curve([Double](repeating: 0.1, count: count))
      for percent in [10, 40, 50, 99] {
        #expect(abs(equal.bottomShare(percent: percent) - Double(percent) / 100) < 1e-14)
        #expect(abs(equal.topShare(percent: percent) - Double(percent) / 100) < 1e-14)
      }
      #expect(abs(try #require(equal.palmaRatio) - 0.25) < 1e-14)
    }
  }

  @Test func `without anything at the bottom there is no Palma ratio`() throws {
    try expectEqual(curve([0, 0, 3, 4, 5]).palmaRatio, nil)  // two of five are the poorest 40 %
    // 40 % of five is two exactly: rounding does not let the third in
    try expectEqual(curve([0, 0, 3, 4, 5]).bottomShare(percent: 40), 0)
    #expect(try curve([0, 3, 4, 5]).palmaRatio != nil)
  }

  @Test func `is undefined for nobody and for nothing`() {
    #expect(LorenzCurve(of: []) == nil)
    #expect(LorenzCurve(of: [0]) == nil)
  }

  @Test func `a factor, an order or a repetition of everybody changes nothing`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let amounts = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        (8 * generator.unit()).rounded(.down) + generator.unit()
      }
      let one = try curve(amounts)
      for same in [
        amounts.map { 1e6 * $0 }, amounts.shuffled(using: &generator), amounts + amounts + amounts,
      ] {
        let other = try curve(same)
        for percent in [1, 10, 37, 40, 50, 90] {
          let (here, there) = (
            one.bottomShare(percent: percent), other.bottomShare(percent: percent)
          )
          #expect(abs(here - there) < 1e-12, "seed \(seed), \(percent) %")
          #expect(abs(1 - here - one.topShare(percent: 100 - percent)) < 1e-12, "seed \(seed)")
        }
      }
    }
  }

  @Test func `negative amounts and impossible parts are programming errors`() async {
    await #expect(processExitsWith: .failure) { _ = LorenzCurve(of: [1, -1]) }
    await #expect(processExitsWith: .failure) { _ = LorenzCurve(of: [1])!.topShare(percent: 101) }
  }
}
