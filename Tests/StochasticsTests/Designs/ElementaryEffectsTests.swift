import Stochastics
import TestSupport
import Testing

@Suite struct ElementaryEffectsTests {
  @Test func `agree with values worked by hand`() throws {
    let effects = try #require(ElementaryEffects([[1], [-2], [3]]))
    expectEqual(effects.count, 3)
    // (1 − 2 + 3) / 3
    #expect(abs(effects.mean - 2.0 / 3) < 1e-15)
    // (1 + 2 + 3) / 3
    expectEqual(effects.meanMagnitude, 2)
    // Squared deviations 1/9, 64/9 and 49/9: 114/9 ÷ 2 = 19/3.
    let deviation = (19.0 / 3).squareRoot()
    #expect(abs(try #require(effects.deviation) - deviation) < 1e-14)
    #expect(abs(try #require(effects.meanError) - deviation / 3.0.squareRoot()) < 1e-14)
    // Magnitudes 1, 2, 3 have the deviation 1.
    #expect(abs(try #require(effects.meanMagnitudeError) - 1 / 3.0.squareRoot()) < 1e-14)
    expectEqual(effects.noise, nil)
    expectEqual(effects.pValue, nil)
  }

  @Test func `replications give the noise and the F test`() throws {
    // Means 2 and 0, variances 2 and 2, so s² = 2 and the standard error of each effect is 1.
    let effects = try #require(ElementaryEffects([[1, 3], [-1, 1]]))
    expectEqual(effects.meanMagnitude, 1)
    #expect(abs(try #require(effects.noise) - (2 / Double.pi).squareRoot()) < 1e-15)
    // F = ((2·2² + 2·0²) / 2) / 2 = 2, and P(F ≥ f) = 1 / (1 + f) for 2 and 2 degrees of freedom.
    #expect(abs(try #require(effects.pValue) - 1.0 / 3) < 1e-12)
  }

  @Test func `trajectories without a value are left out, and unequal counts are weighted`() throws {
    // Means 2 and 6; s² = (1 + 1) / 1 = 2 from the first alone; standard errors 1 and √2.
    let effects = try #require(ElementaryEffects([[], [1, 3], [6], []]))
    expectEqual(effects.count, 2)
    expectEqual(effects.mean, 4)
    let noise = (2 / Double.pi).squareRoot() * (1 + 2.0.squareRoot()) / 2
    #expect(abs(try #require(effects.noise) - noise) < 1e-15)
    // F = ((2·4 + 1·36) / 2) / 2 = 11, and P(F ≥ f) = 1 − √(2f / (1 + 2f)) for 2 and 1.
    #expect(abs(try #require(effects.pValue) - (1 / 23.0).squareRoot()) < 1e-12)
  }

  @Test func `one effect has no spread, and none is nothing`() throws {
    let one = try #require(ElementaryEffects([[5]]))
    #expect(one.mean == 5 && one.meanMagnitude == 5)
    #expect(one.meanError == nil && one.meanMagnitudeError == nil && one.deviation == nil)
    expectEqual(ElementaryEffects([]), nil)
    expectEqual(ElementaryEffects([[], []]), nil)
  }

  @Test func `a factor that never does anything has p 1, one that always does the same 0`() throws {
    let nothing = try #require(ElementaryEffects([[0, 0], [0, 0]]))
    expectEqual(nothing.meanMagnitude, 0)
    expectEqual(nothing.noise, 0)
    expectEqual(nothing.pValue, 1)
    try expectEqual(#require(ElementaryEffects([[2, 2], [2, 2]])).pValue, 0)
  }

  /// Of 2,000 tests at 0.05, 100 ± 10 are false alarms: beyond 50…150 once in 10⁶ times. The mean of
  /// 2,000 μ* is within 5 standard errors, once in 10⁶ times not.
  @Test func `without influence p is uniform and the noise is what is found`() throws {
    let stream = KeyedStream(seed: 20_261_121, world: 0, name: StreamName("effects-test"))
    var falseAlarms = 0
    var magnitudes = Summary()
    var noises = Summary()
    for round in 0..<2000 {
      let replications = (0..<6).map { trajectory in
        (0..<4).map { stream.normal(UInt32(round), UInt32(trajectory), UInt32($0)) }
      }
      let effects = try #require(ElementaryEffects(replications))
      if try #require(effects.pValue) < 0.05 { falseAlarms += 1 }
      magnitudes.add(effects.meanMagnitude)
      noises.add(try #require(effects.noise))
    }
    #expect((50...150).contains(falseAlarms))
    // √(2/π) / √4; the root of a pooled variance of 18 degrees of freedom is 1.4 % low.
    let error = try #require(magnitudes.standardError)
    #expect(abs(magnitudes.mean - 0.398942) < 5 * error)
    #expect(abs(noises.mean / 0.398942 - 0.986) < 0.02)
  }
}
