import Stochastics
import TestSupport
import Testing

@Suite struct SplitMix64Tests {
  /// The first outputs of the published generator, started at 1234567: 6457827717110365317 and those that follow.
  @Test func `the hash of a step is what the generator gives`() {
    let outputs = (1...5).map { SplitMix64.hash($0, key: 1_234_567) }
    expectEqual(
      outputs,
      [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }
}
