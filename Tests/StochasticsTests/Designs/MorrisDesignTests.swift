import Stochastics
import TestSupport
import Testing

@Suite struct MorrisDesignTests {
  private func design(
    _ factors: Int, _ trajectories: Int, levels: Int = 4, seed: UInt64 = 1
  ) -> MorrisDesign {
    MorrisDesign(
      factors: factors, trajectories: trajectories, levels: levels,
      stream: KeyedStream(seed: seed, world: 0, name: StreamName("morris-test")))
  }

  @Test(arguments: [(1, 1, 2), (2, 3, 4), (7, 10, 4), (20, 5, 8)])
  func `a trajectory moves every factor once, by half of the levels, and nothing else`(
    factors: Int, trajectories: Int, levels: Int
  ) {
    let design = design(factors, trajectories, levels: levels)
    expectEqual(design.points.count, trajectories * (factors + 1))
    #expect(design.points.allSatisfy { $0.allSatisfy((0..<levels).contains) })
    for trajectory in 0..<trajectories {
      let points = design.points.indices.filter { design.trajectory(ofPoint: $0) == trajectory }
      var moved: [Int] = []
      for (before, after) in zip(points, points.dropFirst()) {
        let changes = (0..<factors).filter { design.points[before][$0] != design.points[after][$0] }
        expectEqual(changes.count, 1)
        moved += changes
        let change = design.points[after][changes[0]] - design.points[before][changes[0]]
        expectEqual(abs(change), levels / 2)
      }
      expectEqual(moved.sorted(), Array(0..<factors))
    }
  }

  @Test func `the steps of a factor are one a trajectory, from low to high`() {
    let design = design(5, 6)
    for factor in 0..<5 {
      let steps = design.steps(of: factor)
      expectEqual(steps.map(\.trajectory), Array(0..<6))
      for step in steps {
        expectEqual(step.factor, factor)
        expectEqual(design.trajectory(ofPoint: step.low), step.trajectory)
        expectEqual(abs(step.low - step.high), 1)
        expectEqual(design.points[step.high][factor], design.points[step.low][factor] + 2)
      }
    }
  }

  @Test func `each block of trajectories starts once at each level of a factor`() {
    let design = design(9, 12)
    for factor in 0..<9 {
      let starts = (0..<12).map { design.points[$0 * design.pointsPerTrajectory][factor] }
      for block in 0..<3 {
        expectEqual(starts[block * 4..<(block + 1) * 4].sorted(), [0, 1, 2, 3])
      }
    }
  }

  @Test func `more trajectories leave those before as they were`() {
    let few = design(4, 3)
    expectEqual(Array(design(4, 8).points.prefix(few.points.count)), few.points)
  }

  @Test func `the seed alone decides`() {
    expectEqual(design(6, 4), design(6, 4))
    #expect(design(6, 4) != design(6, 4, seed: 2))
  }

  @Test func `four levels stand at thirds of the range, and a step crosses two of them`() {
    let design = design(1, 1)
    expectEqual((0..<4).map(design.position), [0, 1.0 / 3, 2.0 / 3, 1])
    expectEqual(design.stepSize, 2.0 / 3)
    // A response that gains 6 on two thirds of the range gains 9 on all of it.
    #expect(abs(design.effect(low: 1, high: 7) - 9) < 1e-12)
  }

  @Test func `a linear function has its coefficients as effects, without spread`() throws {
    let design = design(3, 5, levels: 6)
    let coefficients = [2.0, -3, 0]
    let all = effects(of: design) { zip($0, coefficients).reduce(1) { $0 + $1.0 * $1.1 } }
    for (effects, coefficient) in zip(all, coefficients) {
      #expect(abs(effects.mean - coefficient) < 1e-12)
      #expect(abs(effects.meanMagnitude - abs(coefficient)) < 1e-12)
      #expect(try #require(effects.deviation) < 1e-12)
    }
  }

  /// Morris (1991), section 4, with signs in turn in place of the paper's small random coefficients.
  @Test func `Morris' function of twenty factors shows ten that matter, three of them linear`()
    throws
  {
    let all = effects(of: design(20, 12)) { morris($0) }
    let least = try #require(all[..<10].map(\.meanMagnitude).min())
    let most = try #require(all[10...].map(\.meanMagnitude).max())
    #expect(least > 2 * most)
    // w goes from −1 to 1, so that a coefficient of 20 is an effect of 40.
    for effects in all[7..<10] {
      #expect(abs(effects.mean - 40) < 10)
      #expect(try #require(effects.deviation) < 10)
    }
    for effects in all[..<7] { #expect(try #require(effects.deviation) > 15) }
  }

  /// Of 16 means of 4,000 draws none is 5 standard errors off, but for one time in 100,000.
  @Test func `Sobol's g has effects of both signs and magnitudes known in closed form`() throws {
    let a = [0, 1, 4.5, 9, 99, 99, 99, 99]
    let all = effects(of: design(8, 4000)) { x in
      zip(x, a).reduce(1) { $0 * (abs(4 * $1.0 - 2) + $1.1) / (1 + $1.1) }
    }
    for factor in a.indices {
      // |4x − 2| is 2, ⅔, ⅔, 2 at the levels: a step changes it by 4/3, an effect is 3/2 of that, and
      // the mean of another factor is (4/3 + a) / (1 + a).
      let others = a.indices.filter { $0 != factor }
      let expected = others.reduce(2 / (1 + a[factor])) { $0 * (4.0 / 3 + a[$1]) / (1 + a[$1]) }
      let effects = all[factor]
      #expect(
        abs(effects.meanMagnitude - expected) < 5 * (try #require(effects.meanMagnitudeError)))
      #expect(abs(effects.mean) < 5 * (try #require(effects.meanError)))
    }
  }

  @Test func `an odd number of levels is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      let stream = KeyedStream(seed: 1, world: 0, name: StreamName("odd"))
      _ = MorrisDesign(factors: 2, trajectories: 1, levels: 3, stream: stream)
    }
  }

  private func effects(
    of design: MorrisDesign, _ response: ([Double]) -> Double
  ) -> [ElementaryEffects] {
    let responses = design.points.map { response($0.map(design.position)) }
    return (0..<design.factors).map { factor in
      let effects = design.steps(of: factor).map {
        [design.effect(low: responses[$0.low], high: responses[$0.high])]
      }
      return ElementaryEffects(effects)!
    }
  }

  private func morris(_ x: [Double]) -> Double {
    let w = x.indices.map { i in
      [2, 4, 6].contains(i) ? 2 * (1.1 * x[i] / (x[i] + 0.1) - 0.5) : 2 * (x[i] - 0.5)
    }
    func sign(_ index: Int) -> Double { index.isMultiple(of: 2) ? 1 : -1 }
    var y = 0.0
    for i in 0..<20 {
      y += (i < 10 ? 20 : sign(i)) * w[i]
      for j in (i + 1)..<max(20, i + 1) {
        y += (j < 6 ? -15 : sign(i + j)) * w[i] * w[j]
        for l in (j + 1)..<max(5, j + 1) {
          y += -10 * w[i] * w[j] * w[l]
          for s in (l + 1)..<max(4, l + 1) { y += 5 * w[i] * w[j] * w[l] * w[s] }
        }
      }
    }
    return y
  }
}
