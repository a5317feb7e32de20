import SyntheticSociety
import Testing

@Suite struct UnfollowingTests {
  /// 0.002 × 100 followees × twice the mean posts × (1 − ½) = 0.2; with one followee 0.002, at the mean
  /// number of posts 0.1, with a match of ¾ 0.1.
  @Test(arguments: [
    (100, 2.0, 0.5, 0.2), (1, 2, 0.5, 0.002), (100, 1, 0.5, 0.1), (100, 2, 0.75, 0.1),
  ])
  func `the hazard is per followee, and grows with flooding and a lack of interest`(
    count: Int, flooding: Double, match: Double, expected: Double
  ) {
    var parameters = SocietyParameters()
    parameters.unfollowing.hazard = 0.002
    let unfollowing = Unfollowing(parameters)
    func ends(at uniform: Double) -> Bool {
      unfollowing.decide(
        .followee(count: count, flooding: flooding, match: match, uniform: uniform))
    }
    #expect(ends(at: expected - 1e-6) && !ends(at: expected + 1e-6))
  }
}
