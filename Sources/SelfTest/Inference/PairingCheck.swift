internal import DataFiles
internal import Stochastics

/// S7: the value of common worlds.
///
/// Of values of two arms whose correlation over worlds is 0.8, the variance of the paired difference is 2 (1 − 0.8) of
/// one, the variance of the unpaired one 2: the ratio of the half-widths of the paired and the unpaired interval is
/// √0.2 = 0.447 in large samples. With 1,000 worlds Student's factors differ by 6 · 10⁻⁴, and the ratio has a relative
/// deviation of 0.03; over 800 experiments the standard error is 0.0005, so that 0.004 is exceeded by chance once in
/// 10¹⁰ seeds. An arm against the same arm plus a constant has the difference *c* in every world and an interval
/// without width.
///
/// Wrong rules that it catches: pairs out of order, an interval of the unpaired difference, a covariance of the
/// wrong sign.
struct PairingCheck: SelfCheck {
  let id = "S7"
  let suites = [SelfTestSuite.stats]
  let source = "variance of a paired difference: 2σ²(1 − ρ)"
  let seconds = 1.0

  private static let correlation = 0.8
  private static let worlds = 1000

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let experiments = setting.sample(of: 800, atLeast: 80)
    let noise = KeyedStream(seed: setting.seed(54), world: 0, name: StreamName("pairing"))
    let widths = Summary((0..<experiments.count).map { Self.width($0, noise) })
    let target = (1 - Self.correlation).squareRoot()
    let shifted = Self.arms(0, noise).baseline
    let constant = pairedT(differences: shifted.map { $0 + 2 - $0 }, level: Finding.level)
    return [
      Finding(
        "half-width, paired ÷ not, correlation 0.8",
        size: "\(experiments.count) experiments of \(Self.worlds.grouped) worlds",
        expect: .near(target, within: 0.004).widened(by: experiments.widening),
        observed: widths.mean, interval: widths.interval(level: Finding.level)),
      Finding(
        "half-width of x against x + 2", size: "\(Self.worlds.grouped) worlds",
        expect: .exactly(0), observed: constant?.interval?.halfWidth ?? .nan),
    ]
  }

  private static func arms(
    _ experiment: Int, _ noise: KeyedStream
  ) -> (baseline: [Double], candidate: [Double]) {
    var (baseline, candidate): ([Double], [Double]) = ([], [])
    for world in 0..<UInt32(worlds) {
      let shared = noise.normal(UInt32(experiment), world, 0)
      let own = noise.normal(UInt32(experiment), world, 1)
      baseline.append(shared)
      candidate.append(
        1 + correlation * shared + (1 - correlation * correlation).squareRoot() * own)
    }
    return (baseline, candidate)
  }

  private static func width(_ experiment: Int, _ noise: KeyedStream) -> Double {
    let (baseline, candidate) = arms(experiment, noise)
    let paired = pairedT(
      differences: zip(candidate, baseline).map { $0 - $1 }, level: Finding.level)
    let unpaired = WelchDifference(
      baseline: baseline, candidate: candidate, level: Finding.level)
    return (paired?.interval?.halfWidth ?? .nan) / (unpaired?.interval.halfWidth ?? .nan)
  }
}
