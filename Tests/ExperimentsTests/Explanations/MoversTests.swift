import Experiments
import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct MoversTests {
  private let metric: MetricDefinition

  init() throws { metric = try #require(MetricCatalogue.definition("engagement_rate")) }

  private func looks(_ looks: Double, _ engaged: Double, on page: SubjectLooks.Page? = nil)
    -> SubjectLooks
  {
    SubjectLooks([.looks: looks, .engaged: engaged], page: page)
  }

  /// The looks of a run whose total is that of all.
  private func each(
    _ subject: LookSubject, _ looks: [SubjectLooks], memberDays: Double = 10,
    identities: [PostIdentity] = []
  ) -> LooksOfEach {
    let sums = LookSum.allCases.map { sum in looks.reduce(0) { $0 + $1[sum] } }
    let table = LookCounts.Table(dimension: .surface, levels: ["home"], sums: [sums])
    return LooksOfEach(
      subject: subject, counts: LookCounts(tables: [table], memberDays: memberDays), looks: looks,
      identities: identities)
  }

  @Test func `members agree with values worked by hand`() throws {
    // Rates of member 0: 0.2 and 0.25, of member 1: 0.1 and 0.1; the metric is 0.16 in both.
    let movers = try #require(
      Movers(
        of: metric, baseline: each(.members, [looks(60, 12), looks(40, 4)]),
        candidate: each(.members, [looks(40, 10), looks(60, 6)])))
    #expect(movers.baselineValue == 0.16 && movers.candidateValue == 0.16)
    #expect(movers.movers.map(\.baselineNumber) == [0, 1] && movers.movers.count == 2)
    // (0.4 − 0.6)(0.225 − 0.16) = −0.013 and 0.05 · 0.5 = 0.025; (0.6 − 0.4)(0.1 − 0.16) = −0.012 and 0.
    for (mover, parts) in zip(movers.movers, [(-0.013, 0.025), (-0.012, 0.0)]) {
      #expect(abs(mover.fromMix - parts.0) < 1e-15 && abs(mover.fromRate - parts.1) < 1e-15)
    }
    #expect(movers.movers[0].baselineRate == 0.2 && movers.movers[0].candidateRate == 0.25)
  }

  @Test func `for a metric a member-day more looks count whatever their rate`() throws {
    let metric = try #require(MetricCatalogue.definition("engagement_per_member_day"))
    let movers = try #require(
      Movers(
        of: metric, baseline: each(.creators, [looks(10, 1), looks(10, 2)]),
        candidate: each(.creators, [looks(30, 3), SubjectLooks()], memberDays: 20)))
    // Creator 0: 1 and 1.5 looks a day at a rate of 0.1: 0.05. Creator 1: 1 and 0 at 0.2, so −0.2, first by size.
    expectEqual(movers.movers.map(\.baselineNumber), [1, 0])
    #expect(abs(movers.movers[0].whole + 0.2) < 1e-15 && abs(movers.movers[1].whole - 0.05) < 1e-15)
    expectEqual(movers.movers[0].candidateRate, nil)
    #expect(abs(movers.candidateValue - movers.baselineValue + 0.15) < 1e-15)
  }

  @Test func `posts are the same by author, time and quality, whatever their numbers`() throws {
    func identity(_ author: Int, _ time: Double, _ quality: Double = 0.5) -> PostIdentity {
      PostIdentity(author: MemberID(author), createdAt: time, quality: quality)
    }
    let movers = try #require(
      Movers(
        of: metric,
        baseline: each(
          .posts, [looks(5, 1), looks(5, 0), looks(5, 2)],
          identities: [identity(0, 10), identity(1, 10), identity(1, 20)]),
        candidate: each(
          .posts, [looks(5, 1), looks(2, 1), looks(3, 1), looks(5, 3)],
          identities: [
            identity(0, 10), identity(1, 10, 0.25), identity(2, 15), identity(1, 20),
          ])))
    let numbers = movers.movers.map { [$0.baselineNumber, $0.candidateNumber] }
    expectEqual(Set(numbers), [[0, 0], [1, nil], [2, 3], [nil, 1], [nil, 2]])
  }

  @Test func `the page is that of the arm with more looks`() throws {
    func page(_ time: Double) -> SubjectLooks.Page {
      SubjectLooks.Page(time: time, viewer: MemberID(1), surface: .home)
    }
    let movers = try #require(
      Movers(
        of: metric,
        baseline: each(
          .members,
          [
            looks(3, 0, on: page(1)), looks(9, 2, on: page(2)), looks(9, 1), looks(9, 3),
            SubjectLooks(),
          ]),
        candidate: each(
          .members,
          [
            looks(3, 1, on: page(11)), looks(2, 2, on: page(12)), looks(2, 1, on: page(13)),
            looks(9, 3),
          ])))
    let pages = Dictionary(
      uniqueKeysWithValues: movers.movers.map { ($0.baselineNumber, $0.page?.time) })
    // Member 4 never looked.
    expectEqual(pages, [0: 11, 1: 2, 2: 13, 3: nil])
  }

  @Test func `a world without looks under an arm, and a metric that is no ratio, have no movers`()
    throws
  {
    let some = each(.members, [looks(3, 1)])
    expectEqual(Movers(of: metric, baseline: some, candidate: each(.members, [])), nil)
    let share = try #require(MetricCatalogue.definition("relevance@10"))
    expectEqual(Movers(of: share, baseline: some, candidate: some), nil)
  }

  @Test func `the parts add up to the change, and are in order of size`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      func random() -> LooksOfEach {
        each(
          .members,
          (0..<Int.random(in: 1...300, using: &generator)).map { _ in
            let count = Int.random(in: 0...20, using: &generator)
            return looks(Double(count), Double(Int.random(in: 0...count, using: &generator)))
          } + [looks(1, 0)])
      }
      let movers = try #require(Movers(of: metric, baseline: random(), candidate: random()))
      let sum = movers.movers.reduce(0) { $0 + $1.whole }
      let change = movers.candidateValue - movers.baselineValue
      #expect(abs(sum - change) < 1e-12, "seed \(seed)")
      let sizes = movers.movers.map(\.whole.magnitude)
      expectEqual(sizes, sizes.sorted(by: >), "seed \(seed)")
    }
  }
}
