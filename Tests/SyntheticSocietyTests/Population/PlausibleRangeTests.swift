import SyntheticSociety
import TestSupport
import Testing

@Suite struct PlausibleRangeTests {
  @Test func `every range is of a parameter, in the order of the parameters, and of no two`() {
    let keys = PlausibleRange.all.map(\.key)
    expectEqual(SocietyParameter.all.map(\.key).filter(keys.contains), keys)
  }

  @Test(arguments: PlausibleRange.all)
  func `a range lies in what is allowed and holds the default`(range: PlausibleRange) {
    let parameter = range.parameter
    #expect(parameter.range.contains(range.low) && parameter.range.contains(range.high))
    #expect((range.low...range.high).contains(parameter.defaultValue))
    #expect(!range.reason.isEmpty)
  }

  @Test(arguments: PlausibleRange.all)
  func `levels ascend from one end to the other`(range: PlausibleRange) {
    let values = (0...3).map { range.value(at: Double($0) / 3) }
    expectEqual(values.first, range.low)
    expectEqual(values.last, range.high)
    expectEqual(values, values.sorted())
    if range.scale != .onOff { expectEqual(Set(values).count, 4) }
  }

  @Test func `values agree with those worked by hand`() {
    func values(_ scale: PlausibleRange.Scale, _ low: Double, _ high: Double) -> [Double] {
      let range = PlausibleRange("behaviour.actions.open", low, high, scale, reason: "a test")
      return (0...3).map { range.value(at: Double($0) / 3) }
    }
    // Thirds of 0.5: 0.1666… and 0.3333… more than 0.1, with three digits.
    expectEqual(values(.linear, 0.1, 0.6), [0.1, 0.267, 0.433, 0.6])
    // Ratios of 8^⅓ = 2.
    expectEqual(values(.log, 0.1, 0.8), [0.1, 0.2, 0.4, 0.8])
    expectEqual(values(.onOff, 0, 0.5), [0, 0, 0.5, 0.5])
  }

  @Test func `whole numbers stay whole, negative and large ones keep their digits`() {
    let limit = PlausibleRange("behaviour.scrolling.limit", 100, 1033, reason: "a test")
    // 100 + 933/3 = 411 and 100 + 2·933/3 = 722.
    expectEqual((0...3).map { limit.value(at: Double($0) / 3) }, [100, 411, 722, 1033])
    expectEqual(limit.value(at: 0.4), 473)
    let seen = PlausibleRange("behaviour.utility.seen", -3, -1, reason: "a test")
    // −3 + 2/3
    expectEqual(seen.value(at: 1.0 / 3), -2.33)
    let home = PlausibleRange("behaviour.surfaces.home", 12_345.6, 20_000, reason: "a test")
    expectEqual(home.value(at: 0), 12_346)
  }

  @Test
  func `a range of nothing, from high to low, or beyond what is allowed is a programming error`()
    async
  {
    await #expect(processExitsWith: .failure) {
      _ = PlausibleRange("behaviour.examination.etta", 0, 1, reason: "a test")
    }
    await #expect(processExitsWith: .failure) {
      _ = PlausibleRange("behaviour.examination.eta", 1, 0.5, reason: "a test")
    }
    await #expect(processExitsWith: .failure) {
      _ = PlausibleRange("behaviour.examination.eta", 0, 99, reason: "a test")
    }
    await #expect(processExitsWith: .failure) {
      _ = PlausibleRange("behaviour.examination.eta", 0, 1, .log, reason: "a test")
    }
  }
}
