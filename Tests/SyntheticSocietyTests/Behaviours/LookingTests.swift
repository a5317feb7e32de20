import Foundation
import SocialFeed
import Stochastics
import SyntheticSociety
import Testing

@Suite struct LookingTests {
  /// B1: the slope of ln(share examined) on ln(position) is −η ± 0.05. At 10⁶ impressions its
  /// standard error is about 0.003, at the 10⁵ of a debug build 0.01: false alarms below 10⁻⁶.
  @Test(arguments: [0.2, 0.5, 1.1])
  func `random ranking shows the examination slope (B1)`(eta: Double) {
    #if DEBUG
      let members = 700
    #else
      let members = 7000
    #endif
    var parameters = SocietyParameters.small(members: members, days: 6)
    parameters.openOnly(.home)
    parameters.fixScrolling(at: 20)
    parameters.examination.eta = eta
    let counts = ExaminationCounts()
    var run = WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "random"), seed: 7, world: 0)
    run.intercepts = .usual
    let summary = run.live(sinks: [counts])!
    #if !DEBUG
      #expect(summary.impressions >= 1_000_000)
    #endif
    #expect(summary.impressions == counts.shown.reduce(0, +))
    let slope = slope(
      zip(counts.examined, counts.shown).enumerated().map {
        (log(Double($0.offset + 1)), log(Double($0.element.0) / Double($0.element.1)))
      })
    #expect(abs(slope + eta) <= 0.05, "slope \(slope) for η \(eta)")
  }

  /// B2, over 10⁵ walks at 8 % engagement: mean 27, median 20, P90 55, ± 5 %. The standard error of
  /// the mean is 0.09, of the median about 0.1, of P90 about 0.3: false alarms below 10⁻⁶.
  @Test func `people scroll as far as the law of surfing says (B2)`() {
    let streams = SocietyStreams(seed: 3, world: 0)
    var parameters = SocietyParameters()
    parameters.scrolling.limit = 10_000
    let scrolling = Scrolling(parameters)
    let engagement = KeyedStream(seed: 3, world: 0, name: StreamName("engagement"))
    #if DEBUG
      let walks: UInt32 = 20_000
    #else
      let walks: UInt32 = 100_000
    #endif
    let depths = (0..<walks).map { walk in
      var (patience, depth) = (parameters.scrolling.start, 0)
      while patience > 0 && depth < 10_000 {
        let draws = streams.attention.uniforms(walk, 0, UInt32(depth / 2))
        let engaged = engagement.uniform(walk, UInt32(depth)) < 0.08
        patience = scrolling.decide(
          Scrolling.Situation(
            patience: patience, isEngaged: engaged, uniform: depth % 2 == 0 ? draws.y : draws.w))
        depth += 1
      }
      return depth
    }.sorted()
    let mean = Double(depths.reduce(0, +)) / Double(depths.count)
    #expect(abs(mean / 27 - 1) <= 0.05, "mean \(mean)")
    #expect(abs(Double(depths[depths.count / 2]) / 20 - 1) <= 0.05, "\(depths[depths.count / 2])")
    #expect(abs(Double(depths[depths.count * 9 / 10]) / 55 - 1) <= 0.05)
  }

  @Test func `the first position is always looked at, the fourth by half at a slope of one half`() {
    let examination = Examination(SocietyParameters())
    func probability(_ position: Int) -> Double {
      examination.decide(Examination.Situation(position: position, opened: 2))
    }
    #expect(probability(0) == 1)
    #expect(abs(probability(3) - 0.5) < 1e-15)  // 4^(−1/2)
    #expect(abs(probability(99) - 0.1) < 1e-15)  // 100^(−1/2)
  }

  @Test func `in a cascade what was opened ends the looking`() {
    var parameters = SocietyParameters()
    parameters.examination.cascade = 0.5
    let examination = Examination(parameters)
    // 4^(−1/2) · (1 − 0.5)²
    let probability = examination.decide(Examination.Situation(position: 3, opened: 2))
    #expect(abs(probability - 0.125) < 1e-15)
    parameters.examination.eta = 0
    parameters.examination.cascade = 1
    let pure = Examination(parameters)
    #expect(pure.decide(Examination.Situation(position: 7, opened: 0)) == 1)
    #expect(pure.decide(Examination.Situation(position: 7, opened: 1)) == 0)
  }

  /// Least-squares slope of the second number on the first.
  private func slope(_ points: [(Double, Double)]) -> Double {
    let n = Double(points.count)
    let meanX = points.reduce(0) { $0 + $1.0 } / n
    let meanY = points.reduce(0) { $0 + $1.1 } / n
    return points.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
      / points.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
  }
}
