import Stochastics
import TestSupport
import Testing

@Suite struct SteinDesignTests {
  private let first = Summary([1.2, 0.4, -0.3, 2.1, 0.9, 1.5, -0.6, 0.7, 1.1, 0.2])

  /// scipy 1.17.1: `max(10, ceil((t.ppf(.975, 9)*s/h)**2))` and `t.ppf(.975, 9)*s/sqrt(N)`.
  @Test(arguments: [
    (0.25, 56, 0.24837986603590254), (0.1, 346, 0.09992458485342459),
    (2, 10, 0.5877740415935976),
  ])
  func `the second stage agrees with scipy`(halfWidth: Double, worlds: Int, reach: Double) throws {
    let design = try #require(SteinDesign(firstStage: first, halfWidth: halfWidth, level: 0.95))
    #expect(design.worlds == worlds && design.firstStage == 10)
    #expect(isNear(design.deviation, 0.8216514535440872))
    let interval = design.interval(mean: 4, worlds: worlds)
    #expect(isNear(interval.halfWidth, reach) && interval.halfWidth <= halfWidth)
    #expect(isNear(interval.lower, 4 - reach) && interval.level == 0.95)
  }

  @Test func `without spread the first stage is enough`() throws {
    let design = try #require(
      SteinDesign(firstStage: Summary([2, 2, 2]), halfWidth: 1e-9, level: 0.95))
    expectEqual(design.worlds, 3)
    expectEqual(design.interval(mean: 2, worlds: 3).halfWidth, 0)
  }

  @Test func `one world has no spread, and too many worlds are refused`() {
    expectEqual(SteinDesign(firstStage: Summary([1]), halfWidth: 1, level: 0.95), nil)
    expectEqual(SteinDesign(firstStage: first, halfWidth: 1e-9, level: 0.95)?.worlds, nil)
  }

  @Test func `fewer worlds than the first stage are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let design = SteinDesign(firstStage: Summary([1, 2, 3]), halfWidth: 1, level: 0.9)!
      _ = design.interval(mean: 0, worlds: 2)
    }
  }
}
