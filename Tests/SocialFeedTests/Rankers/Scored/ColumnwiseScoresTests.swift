import PortableMath
import SocialFeed
import TestSupport
import Testing

/// Rankers that work column by column, against their formulas worked candidate by candidate: the same bits.
@Suite struct ColumnwiseScoresTests {
  private func expectSameBits(
    _ ranker: some ScoringRanker, _ score: (borrowing Candidates, Int) -> Double
  ) throws {
    let ground = try FormulaGround(posts: 300)
    let candidates = ground.candidates(ranker.features)
    var scores = [Double](repeating: .nan, count: candidates.count)
    var span = scores.mutableSpan
    ranker.score(candidates, into: &span)
    for index in scores.indices {
      expectEqual(
        scores[index].bitPattern, score(candidates, index).bitPattern, "candidate \(index)")
    }
  }

  @Test func `gravity divides likes by a power of age`() throws {
    let ranker = GravityRanker(gravity: 1.7, offset: 0.3)
    try expectSameBits(ranker) { candidates, index in
      candidates[.likes][index] / ranker.divisor(ageHours: candidates[.ageHours][index])
    }
  }

  @Test func `hot takes age from the logarithm of likes`() throws {
    try expectSameBits(HotRanker(decade: 4000)) { candidates, index in
      Portable.log10(max(candidates[.likes][index], 1))
        - candidates[.ageHours][index] / (4000.0 / 3600)
    }
  }

  @Test func `trending halves engagement with age`() throws {
    try expectSameBits(TrendingRanker(halfLife: 10_000)) { candidates, index in
      let engagement =
        candidates[.views][index] + 3 * candidates[.likes][index]
        + 4 * candidates[.comments][index] + 5 * candidates[.saves][index]
        + 3 * candidates[.votes][index]
      return engagement * Portable.exp2(candidates[.ageHours][index] * (-3600.0 / 10_000))
    }
  }

  @Test func `blended affinity adds a share, recency and the logarithm of likes`() throws {
    let ranker = BlendedAffinityRanker(
      affinity: 0.7, recency: 1.3, popularity: 0.2, recencyHalfLife: 20_000)
    try expectSameBits(ranker) { candidates, index in
      0.7 * candidates[.affinityShare][index]
        + 1.3 * Portable.exp2(candidates[.ageHours][index] * (-3600.0 / 20_000))
        + 0.2 * Portable.log(1 + candidates[.likes][index])
    }
  }
}
