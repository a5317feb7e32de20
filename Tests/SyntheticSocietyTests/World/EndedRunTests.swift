import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Runs that are ended from outside, as by Ctrl-C.
@Suite struct EndedRunTests {
  private static let members = 600

  private func run(_ graph: FollowGraph? = nil) -> WorldRun {
    var run = WorldRun(
      parameters: .small(members: Self.members, days: 0.01), graph: graph, arm: .random(), seed: 1,
      world: 0)
    run.intercepts = .usual
    return run
  }

  /// How often a run asks whether it goes on, all but once while it is set up: the rotation check at the start is its
  /// first event, and it ends before the second.
  private func questions(of run: WorldRun) -> Int {
    var questions = 0
    let summary = run.simulate(sinks: []) { progress in
      #expect(progress.time == 0 && progress.impressions == 0)
      questions += 1
      return true
    }
    #expect(summary != nil)
    return questions
  }

  /// Each of 600 members follows the next.
  private var circle: FollowGraph {
    FollowGraph(
      nodeCount: Self.members,
      edges: (0..<Self.members).map {
        FollowGraph.Edge(from: UInt32($0), to: UInt32(($0 + 1) % Self.members))
      })
  }

  /// Members 0, 256 and 512 are questions when members are taken in, when they follow, in each round of
  /// friendships, of which there is one at least, and when their past is drawn; they have published at least once.
  @Test func `a world can be ended at each question of its setup`() {
    let run = run()
    let all = questions(of: run)
    #expect(all >= 3 * 4 + 1 + 1)
    for last in 1...all {
      var questions = 0
      let summary = run.simulate(sinks: []) { _ in
        questions += 1
        return questions < last
      }
      #expect(summary == nil && questions == last)
    }
  }

  @Test func `so can one with the ties of a file, which asks after each 256 of them`() {
    let filled = run(circle)
    #expect(questions(of: filled) >= 3 * 3 + 1 + 1)
    var questions = 0
    // Three questions while members are taken in, and the second of the ties.
    let summary = filled.simulate(sinks: []) { _ in
      questions += 1
      return questions < 5
    }
    #expect(summary == nil && questions == 5)
  }

  @Test func `asking changes nothing`() {
    let run = run()
    var progress: [Double] = []
    let asked = run.simulate(sinks: []) {
      progress.append($0.time)
      return true
    }
    expectEqual(asked, run.simulate(sinks: []))
    #expect(!progress.isEmpty)
  }
}
