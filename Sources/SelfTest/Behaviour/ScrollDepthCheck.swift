internal import DataFiles
internal import Stochastics
internal import SyntheticSociety

/// B2: scroll depth, the first-passage time of a random walk with start 10, drift −0.5 + 0.08 · 1 per item
/// and standard deviation 1.8 per item.
///
/// Over 10⁵ walks at 8 % engagement the standard error of the mean is 0.09, of the median about 0.1, of
/// the 90th percentile about 0.3: false alarms below 10⁻⁶ at ± 5 %.
struct ScrollDepthCheck: SelfCheck {
  let id = "B2"
  let suites = [SelfTestSuite.behaviour]
  let source = "law of surfing (Huberman et al. 1998)"
  let seconds = 2.0

  private static let engagement = 0.08

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let walks = setting.sample(of: 100_000, atLeast: 5000)
    let depths = (0..<walks.count).map(depth)
    let size = "\(walks.count.grouped) walks at 8 % engagement"
    func finding(
      _ result: String, _ target: Double, _ estimator: @escaping ([Double]) -> Double
    ) -> Finding {
      Finding(
        result, size: size, expect: .nearly(target, within: 0.05).widened(by: walks.widening),
        Jackknife(depths, estimator))
    }
    return [
      finding("scroll depth: mean", 27) { Summary($0).mean },
      finding("scroll depth: median", 20) { $0.sorted()[$0.count / 2] },
      finding("scroll depth: 90th percentile", 55) { $0.sorted()[$0.count * 9 / 10] },
    ]
  }

  private static let furthest = 10_000
  private let scrolling = Scrolling(SocietyParameters())
  private let steps = SocietyStreams(seed: 3, world: 0).attention
  private let engagement = KeyedStream(seed: 3, world: 0, name: StreamName("engagement"))

  private func depth(ofWalk walk: Int) -> Double {
    var (patience, depth) = (SocietyParameters().scrolling.start, 0)
    while patience > 0 && depth < Self.furthest {
      let draws = steps.uniforms(UInt32(walk), 0, UInt32(depth / 2))
      patience = scrolling.decide(
        Scrolling.Situation(
          patience: patience,
          isEngaged: engagement.uniform(UInt32(walk), UInt32(depth)) < Self.engagement,
          deviate: Quantile.normal(depth % 2 == 0 ? draws.y : draws.w)))
      depth += 1
    }
    return Double(depth)
  }
}
