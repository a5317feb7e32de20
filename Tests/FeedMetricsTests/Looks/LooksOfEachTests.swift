import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct LooksOfEachTests {
  private func looks(
    _ trace: Trace, ofEach subject: LookSubject, surfaces: [Surface] = Surface.allCases
  ) throws -> LooksOfEach {
    let sink = LookCountsSink(ofEach: subject, surfaces: surfaces)
    trace.replay(to: sink)
    return try #require(sink.looksOfEach)
  }

  /// Member 0 looks at posts 0 and 1 of member 1 and at an own post, then at post 0 again; member 2 at post 1 alone.
  private var handMade: Trace {
    var trace = Trace(days: 2, warmUp: 1, members: 3)
    for author in [1, 1, 0] { trace.publish(by: author) }
    // The warm-up does not count.
    trace.show([0, 1], to: 2, at: 0.5 * Trace.day)
    let first = trace.show(
      [0, 1, 2], to: 0, at: 1.1 * Trace.day, relevance: [0.5, 0.25, 1])
    trace.act(.like, by: 0, on: 1, at: 1.11 * Trace.day, request: first)
    trace.act(.save, by: 0, on: 1, at: 1.12 * Trace.day, request: first)
    trace.show([0], to: 0, at: 1.2 * Trace.day, surface: .latest, relevance: [0.5])
    let other = trace.show([1], to: 2, at: 1.3 * Trace.day, offset: 3, relevance: [0.75])
    trace.act(.view, by: 2, on: 1, at: 1.4 * Trace.day, request: other)
    return trace
  }

  private func page(_ day: Double, _ viewer: Int, _ surface: Surface = .home) -> SubjectLooks.Page {
    SubjectLooks.Page(time: day * Trace.day, viewer: MemberID(viewer), surface: surface)
  }

  @Test func `looks of each agree with values worked by hand`() throws {
    let members = try looks(handMade, ofEach: .members)
    #expect(
      members.looks == [
        SubjectLooks(
          [.looks: 3, .engaged: 1, .likes: 1, .saves: 1, .relevance: 1.25], page: page(1.1, 0)),
        SubjectLooks(),
        // On a later page of a request.
        SubjectLooks([.looks: 1, .opens: 1, .relevance: 0.75]),
      ])
    expectEqual(members.identities, [])
    let creators = try looks(handMade, ofEach: .creators)
    #expect(creators.looks.count == 2 && !creators.looks[0].hasLooks)
    expectEqual(
      creators.looks[1],
      SubjectLooks(
        [.looks: 4, .engaged: 1, .opens: 1, .likes: 1, .saves: 1, .relevance: 2],
        page: page(1.1, 0)))
    let posts = try looks(handMade, ofEach: .posts, surfaces: [.latest])
    expectEqual(
      posts.looks,
      [
        SubjectLooks([.looks: 2, .relevance: 1], page: page(1.2, 0, .latest)),
        SubjectLooks([.looks: 2, .engaged: 1, .opens: 1, .likes: 1, .saves: 1, .relevance: 1]),
      ])
    expectEqual(posts.identities.map(\.author), [MemberID(1), MemberID(1), MemberID(0)])
  }

  @Test func `nothing is counted one by one unless it is asked for`() {
    let sink = LookCountsSink()
    handMade.replay(to: sink)
    expectEqual(sink.looksOfEach, nil)
  }

  @Test(arguments: LookSubject.allCases)
  func `all equals its definition on random traces`(subject: LookSubject) throws {
    var compared = 0
    for seed in 0..<200 as Range<UInt64> {
      let trace = Trace.lookedAt(seed)
      let oracle = LookOracle(trace)
      let surfaces: [Surface] = [.home, .latest, .contest]
      let found = try looks(trace, ofEach: subject, surfaces: surfaces)
      let (sums, pages) = (
        oracle.sums(ofEach: subject), oracle.pages(ofEach: subject, on: surfaces)
      )
      for (number, looks) in found.looks.enumerated() {
        let expected = sums[number] ?? Array(repeating: 0, count: LookSum.allCases.count)
        let isSame = zip(looks.sums, expected).allSatisfy { abs($0 - $1) < 1e-9 }
        #expect(isSame, "seed \(seed), \(subject) \(number): \(looks.sums), expected \(expected)")
        expectEqual(looks.page, pages[number], "seed \(seed), \(subject) \(number)")
        compared += looks.hasLooks ? 1 : 0
      }
      #expect(sums.keys.allSatisfy { $0 < found.looks.count }, "seed \(seed)")
    }
    #expect(compared > 500)
  }
}
