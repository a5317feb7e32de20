internal import DataFiles
internal import Stochastics

/// S1: the coverage of the intervals of comparisons, over 8 pairs of worlds.
///
/// Student's interval of normal differences is exact: 95 %. Fieller's of the relative effect of
/// binormal values is exact while it is bounded. Over 10⁵ and 2 · 10⁴ experiments the standard errors
/// are 0.07 and 0.15 points, so that 0.4 and 0.8 points are exceeded by chance once in 10⁷ seeds.
struct CoverageCheck: SelfCheck {
  let id = "S1"
  let suites = [SelfTestSuite.stats]
  let source = "Student 1908; Fieller 1954"
  let seconds = 3.0

  private static let worlds = 8

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let student = setting.sample(of: 100_000, atLeast: 2000)
    let fieller = setting.sample(of: 20_000, atLeast: 2000)
    let noise = KeyedStream(seed: setting.seed(11), world: 0, name: StreamName("coverage"))
    return [
      Finding(
        "coverage, paired difference", size: size(student),
        expect: .near(0.95, within: 0.004).widened(by: student.widening),
        successes: (0..<student.count).count { coversDifference($0, noise) }, of: student.count),
      Finding(
        "coverage, relative effect", size: size(fieller),
        expect: .near(0.95, within: 0.008).widened(by: fieller.widening),
        successes: (0..<fieller.count).count { coversRatio($0, noise) }, of: fieller.count),
    ]
  }

  private func size(_ sample: Sample) -> String {
    "\(sample.count.grouped) experiments of \(Self.worlds) pairs"
  }

  /// Differences of mean 0.3 and deviation 1.
  private func coversDifference(_ experiment: Int, _ noise: KeyedStream) -> Bool {
    let differences = (0..<Self.worlds).map {
      0.3 + noise.normal(UInt32(experiment), UInt32($0), 0)
    }
    return pairedT(differences: differences, level: Finding.level)?.interval?.contains(0.3) ?? false
  }

  /// A baseline of mean 10 and deviation 1, and a candidate of mean 11 that shares half its variance.
  private func coversRatio(_ experiment: Int, _ noise: KeyedStream) -> Bool {
    var (baseline, candidate): ([Double], [Double]) = ([], [])
    for world in 0..<UInt32(Self.worlds) {
      let shared = noise.normal(UInt32(experiment), world, 1)
      let own = noise.normal(UInt32(experiment), world, 2)
      baseline.append(10 + shared)
      candidate.append(11 + (shared + own) * 0.5.squareRoot())
    }
    let effect = RelativeEffect(baseline: baseline, candidate: candidate, level: Finding.level)
    return effect?.interval?.contains(0.1) ?? false
  }
}
