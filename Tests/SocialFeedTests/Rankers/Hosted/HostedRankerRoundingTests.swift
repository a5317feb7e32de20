import SocialFeed
import TestSupport
import Testing

@Suite struct HostedRankerRoundingTests {
  /// What is made of scores from outside.
  private func ranked(_ given: [Double]) throws -> (scores: [Double], failure: String?) {
    let ranker = HostedRanker(GivenHost(scores: given), world: 0, pool: 10, probe: .none)
    var community = Community(members: 2)
    for number in given.indices {
      try community.publish(author: member(1), now: Double(number))
    }
    let candidates = try #require(
      Candidates(
        given.indices.map { PostID($0) }, [],
        for: FeedRequest(viewer: member(0), surface: .latest, now: 10),
        from: community))
    var scores = given.map { _ in 0.0 }
    var span = scores.mutableSpan
    ranker.score(candidates, into: &span)
    return (scores, ranker.failure?.message)
  }

  @Test func `scores have 24 significant bits, ties to even`() throws {
    // The distance of two such numbers from 1 on.
    let unit = 0x1p-23
    let given = [
      1 + unit / 2, 1 + 1.5 * unit, 1 + unit / 2 + 0x1p-52, -0.1, 1e300, 0x1p-1074, 1 + unit / 4,
    ]
    let rounded = try ranked(given).scores
    expectEqual(Array(rounded[..<4]), [1, 1 + 2 * unit, 1 + unit, Double(Float(-0.1))])
    // It is between 2⁹⁹⁶ and 2⁹⁹⁷, so that the last bit is 2⁹⁷³.
    #expect(abs(rounded[4] - 1e300) <= 0x1p972 && rounded[4].significandBitPattern % (1 << 29) == 0)
    expectEqual(Array(rounded[5...]), [0, 1])
  }

  @Test func `the greatest number stays finite`() throws {
    let greatest = Double.greatestFiniteMagnitude
    try expectEqual(
      ranked([greatest, -greatest, greatest]).scores, [greatest, -greatest, greatest])
  }

  @Test(arguments: 1...5)
  func `a score that is no number is found wherever it is, and infinity is one`(count: Int) throws {
    for position in 0..<count {
      var given = [Double](repeating: 1, count: count)
      given[position] = .nan
      let (scores, failure) = try ranked(given)
      expectEqual(scores, [Double](repeating: 0, count: count))
      expectEqual(
        failure,
        "the ranker 'given' gave post \(position) a score that is no number, candidate \(position + 1) of \(count)"
      )
      for infinity in [Double.infinity, -.infinity] {
        given[position] = infinity
        let (scores, failure) = try ranked(given)
        expectEqual(scores, given)
        expectEqual(failure, nil)
      }
    }
  }
}

/// Gives the same scores at each request.
private struct GivenHost: RankerHost {
  let scores: [Double]
  var name: String { "given" }
  var digest: String { "given" }
  var features: FeatureSet { [] }

  func open(world: RankerWorld) -> any RankerLane { Lane(scores: scores) }

  private final class Lane: RankerLane {
    private let given: [Double]

    init(scores: [Double]) { given = scores }

    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      for index in scores.indices { scores[index] = given[index] }
    }
  }
}
