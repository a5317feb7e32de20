internal import DataFiles
internal import Stochastics

/// S4: the coverage of the interval of Stein's two-stage procedure, with eight normal differences in the
/// first stage and a half-width of half a standard deviation.
///
/// It is exact: 95 %. Over 2 · 10⁴ experiments the standard error is 0.15 points, so that 0.8 points are
/// exceeded by chance once in 10⁷ seeds. No interval exceeds the half-width.
struct SteinCheck: SelfCheck {
  let id = "S4"
  let suites = [SelfTestSuite.stats]
  let source = "Stein 1945"

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let sample = setting.sample(of: 20_000, atLeast: 2000)
    let noise = KeyedStream(seed: setting.seed(13), world: 0, name: StreamName("stein"))
    let intervals = (0..<sample.count).map { interval($0, noise) }
    let size = "\(sample.count.grouped) experiments"
    return [
      Finding(
        "coverage, two stages", size: size,
        expect: .near(0.95, within: 0.008).widened(by: sample.widening),
        successes: intervals.count { $0?.contains(0) ?? false }, of: sample.count),
      Finding(
        never: "two stages: wider than the half-width", size: size,
        times: intervals.count { ($0?.halfWidth ?? 1) > 0.5 }),
    ]
  }

  private func interval(_ experiment: Int, _ noise: KeyedStream) -> ConfidenceInterval? {
    var summary = Summary()
    func next() -> Double { noise.normal(UInt32(experiment), UInt32(summary.count)) }
    while summary.count < 8 { summary.add(next()) }
    guard
      let design = SteinDesign(firstStage: summary, halfWidth: 0.5, level: Finding.level),
      let worlds = design.worlds
    else { return nil }
    while summary.count < worlds { summary.add(next()) }
    return design.interval(mean: summary.mean, worlds: worlds)
  }
}
