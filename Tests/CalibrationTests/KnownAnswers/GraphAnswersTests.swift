import Calibration
import SyntheticSociety
import Testing

/// Known answers of the two follow graphs.
@Suite struct GraphAnswersTests {
  private func advogato() throws -> FollowGraph {
    let columns = try KnownData.shippedColumns("follows")
    return KnownData.graph(from: columns["src"]!, to: columns["dst"]!)
  }

  @Test func `Advogato as a whole`() throws {
    let statistics = FollowGraphStatistics(try advogato())
    #expect(statistics.members == 5155 && statistics.follows == 47135)
    #expect(agrees(statistics.reciprocity, 0.333086, digits: 1e-6))
    #expect(agrees(statistics.meanClustering, 0.247732, digits: 1e-6))
    #expect(agrees(statistics.transitivity, 0.092224, digits: 1e-6))
    #expect(agrees(statistics.giantShare, 0.9781, digits: 1e-4))
    #expect(agrees(statistics.assortativity, -0.0951, digits: 1e-4))
    #expect(agrees(statistics.degreeRankCorrelation, 0.5737, digits: 1e-4))
  }

  @Test func `degrees of Advogato`() throws {
    let graph = try advogato()
    let followers = try #require(ColumnSummary(CountedValues(graph.inDegrees.map { Double($0) })))
    #expect(
      agrees(
        followers, mean: 9.1435, meanLog: 1.493726, deviationLog: 1.245221, gini: 0.710152,
        zeroShare: 0.142192, top1: 0.173756, top10: 0.562873,
        quantiles: [0.0, 1.0, 3.0, 9.0, 23.0, 83.0]))
    let followees = try #require(ColumnSummary(CountedValues(graph.outDegrees.map { Double($0) })))
    #expect(
      agrees(
        followees, mean: 9.1435, meanLog: 1.604116, deviationLog: 1.266862, gini: 0.730174,
        zeroShare: 0.222308, top1: 0.159436, top10: 0.572653,
        quantiles: [0.0, 1.0, 3.0, 9.0, 24.0, 92.46]))
  }

  @Test func `the tail of Advogato's in-degrees`() throws {
    let graph = try advogato()
    let fit = try PowerLawFit(CountedValues(graph.inDegrees.map { Double($0) }).positive)
    #expect(fit.xmin == 30 && fit.tailCount == 367)
    #expect(agrees(fit.alpha, 2.769))
    // By row, and by member, who counts in the followers of others; 0.0924 if the law held.
    #expect(agrees(fit.alpha.standardError, 0.0828, digits: 1e-3))
    #expect(agrees(fit.alpha(byMemberOf: graph).standardError, 0.1319, digits: 1e-3))
    #expect(agrees(fit.tailShare, 0.083, digits: 1e-3))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.0414, digits: 4e-4))
    #expect(agrees(fit.versusLogNormal, [-2.51, 0.2406]))
    #expect(agrees(fit.versusExponential, [36.41, 0.0409]))
    #expect(agrees(fit.versusTruncatedPowerLaw, [-1.75, 0.0611]))
  }

  @Test func `replies on Stack Exchange`() throws {
    let columns = try KnownData.columns("stackexchange-quantum/replies")
    let statistics = FollowGraphStatistics(
      KnownData.graph(from: columns["from"]!, to: columns["to"]!))
    #expect(statistics.members == 402 && statistics.follows == 1771)
    #expect(agrees(statistics.reciprocity, 0.3715, digits: 1e-4))
    #expect(agrees(statistics.meanClustering, 0.3586, digits: 1e-4))
  }
}
