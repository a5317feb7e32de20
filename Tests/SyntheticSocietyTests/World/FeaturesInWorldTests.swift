internal import FeedMetrics
import SocialFeed
import Synchronization
import SyntheticSociety
import Testing

/// What a world hands rankers of looks and sessions, compared with what its observations add up to.
@Suite struct FeaturesInWorldTests {
  /// Adds up the observed pages, and compares what a ranker gets with the sums at that moment.
  private final class Ledger: ObservationSink, @unchecked Sendable {
    private var all: [PostID: Double] = [:]
    private var own: [MemberID: [PostID: Double]] = [:]
    private var session: [MemberID: Double] = [:]
    private(set) var compared = 0
    private(set) var differences = 0
    private(set) var deepest = 0.0
    private(set) var mostSessions = 0.0

    func observe(_ page: borrowing PageObservation) {
      for (post, isExamined) in zip(page.posts, page.examined) where isExamined {
        all[post, default: 0] += 1
        own[page.viewer, default: [:]][post, default: 0] += 1
        session[page.viewer, default: 0] += 1
      }
    }

    func compare(_ candidates: borrowing Candidates) {
      guard candidates.count > 0 else { return }
      let (looks, seen) = (candidates[.looks], candidates[.timesSeen])
      let depth = candidates[.sessionDepth][0]
      if depth == 0 { session[candidates.viewer] = 0 }
      for (index, post) in candidates.posts.enumerated() {
        compared += 1
        let isSame =
          looks[index] == all[post] ?? 0 && seen[index] == own[candidates.viewer]?[post] ?? 0
          && depth == session[candidates.viewer]
        if !isSame { differences += 1 }
      }
      deepest = max(deepest, depth)
      mostSessions = max(mostSessions, candidates[.sessionsLastWeek][0])
    }
  }

  private struct Probe: ScoringRanker {
    let ledger: Ledger
    var features: FeatureSet { [.looks, .timesSeen, .sessionDepth, .sessionsLastWeek] }

    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      ledger.compare(candidates)
      for index in scores.indices { scores[index] = candidates.noise(index) }
    }
  }

  @Test func `a ranker gets the looks that the pages of the world add up to`() {
    let ledger = Ledger()
    let probe = RankerDescriptor(
      name: "probe", summary: "", order: "", surfaces: Surface.allCases,
      make: { _ in Probe(ledger: ledger) })
    var run = WorldRun(
      parameters: .small(members: 300, days: 4),
      arm: Arm(
        name: "probe", choices: Surface.allCases.map { ($0, RankerSettings(probe)) }), seed: 2,
      world: 0)
    run.intercepts = .usual
    #expect(run.simulate(sinks: [ledger]) != nil)
    #expect(ledger.differences == 0 && ledger.compared > 1000)
    #expect(ledger.deepest > 0 && ledger.mostSessions > 1)
  }

  @Test func `no page of a refresh brings again what sank by being seen`() throws {
    func duplicates(_ text: String) throws -> (duplicates: Int, pages: Int) {
      let settings = RankerSettings(FormulaRanker.descriptor, formula: try ScoreFormula(text))
      let arm = Arm(name: "seen", choices: [(.home, settings)])
      let pages = simulate(.small(), arm).0.pages
      return (pages.reduce(0) { $0 + $1.duplicates }, pages.count { $0.offset > 0 })
    }
    let found = try duplicates("0 - times_seen - author_shown")
    #expect(found.duplicates == 0 && found.pages > 50)
  }
}
