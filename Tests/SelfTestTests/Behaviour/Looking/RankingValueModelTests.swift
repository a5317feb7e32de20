import SelfTest
import SyntheticSociety
import Testing

@Suite struct RankingValueModelTests {
  /// Of 480 posts of the default society the best 20 are opened 2.8 times, the best 31 2.6 times and the best
  /// 45 2.4 times as often as all. A sample's value varies by 2 to 3 %, for the most because the posts do: the
  /// mean of three samples by 1.5 %, so that 7 % is exceeded by chance once in 10⁵ seeds.
  @Test func `the best posts of the default society are opened two to three times as often`() {
    let models = (0..<3 as Range<UInt32>).map {
      RankingValueModel(
        SocietyParameters(), viewers: 150, posts: 480, seed: 1, world: $0)
    }
    for (count, expected) in [(20, 2.79), (31, 2.60), (45, 2.42), (480, 1)] {
      let value = models.reduce(0) { $0 + $1.value(ofBest: count) } / 3
      #expect(abs(value / expected - 1) < 0.07, "\(value) of the best \(count)")
    }
  }

  @Test func `where people differ in nothing but readiness no post is better than another`() {
    var parameters = SocietyParameters()
    parameters.utility.match = 0
    parameters.utility.quality = 0
    parameters.utility.taste = 0
    parameters.actions.memberDeviation = 0
    let model = RankingValueModel(parameters, viewers: 10, posts: 30, seed: 1, world: 0)
    #expect(abs(model.value(ofBest: 3) - 1) < 1e-9)
    // ln(0.18 ÷ 0.82)
    #expect(abs(model.intercept + 1.516_347_489) < 1e-8)
  }
}
