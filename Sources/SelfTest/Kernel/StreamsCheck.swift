internal import DataFiles
internal import Stochastics
internal import SyntheticSociety

/// K7: the streams of a world are independent of each other.
///
/// Of every pair of streams the draws at equal keys are uncorrelated in each of the four lanes. Over *n* keys a
/// correlation has the standard error 1 ÷ √n; the largest of the 1,512 of 28 streams is above 5 ÷ √n by chance
/// once in a thousand seeds.
///
/// Wrong rules that it catches: two purposes with one name, names with only a few significant bits, a stream that
/// another is a shift of.
struct StreamsCheck: SelfCheck {
  let id = "K7"
  let suites = [SelfTestSuite.kernel]
  let source = "independent streams by keyed draws"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let keys = setting.sample(of: 100_000, atLeast: 2000)
    let streams = SocietyStreams.names.map {
      KeyedStream(seed: setting.seed(51), world: 0, name: StreamName($0))
    }
    let largest = Self.products(of: streams, keys: keys.count)
      .reduce(0) { max($0, $1.replacing(with: -$1, where: $1 .< 0).max()) }
    return [
      Finding(
        "streams: largest correlation · √n",
        size: "\(streams.count) streams, \(keys.count.grouped) keys", expect: .atMost(5),
        // A uniform number less ½ has the variance 1 ÷ 12.
        observed: 12 * largest / Double(keys.count).squareRoot())
    ]
  }

  /// The sums of products of each pair of streams.
  private static func products(of streams: [KeyedStream], keys: Int) -> [SIMD4<Double>] {
    var sums = [SIMD4<Double>](
      repeating: .zero, count: streams.count * (streams.count - 1) / 2)
    var draws = [SIMD4<Double>](repeating: .zero, count: streams.count)
    for key in 0..<UInt32(keys) {
      for (index, stream) in streams.enumerated() {
        draws[index] = stream.uniforms(key, key % 7, key % 3) - SIMD4(repeating: 0.5)
      }
      var pair = 0
      for one in 1..<draws.count {
        for other in 0..<one {
          sums[pair] += draws[one] * draws[other]
          pair += 1
        }
      }
    }
    return sums
  }
}
