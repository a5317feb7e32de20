import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct InterventionTests {
  /// A week and a half with two contests, some 50 entries each.
  private static var contests: SocietyParameters {
    var parameters = SocietyParameters.small(members: 250, days: 10)
    parameters.openOnly(.contest)
    parameters.entering.entriesPerMember = 0.2
    return parameters
  }

  private static func run(
    _ parameters: SocietyParameters, counts: AppSettings.Counts = .shown
  ) -> RecordingSink {
    var app = AppSettings()
    app.counts = counts
    let random = RankerSettings(RandomRanker.descriptor)
    return simulate(parameters, Arm(name: "a", choices: [(.contest, random)], app: app)).0
  }

  /// Votes that no request led to.
  private static func planted(_ sink: RecordingSink) -> [PostID: Int] {
    sink.interactions.filter { $0.kind == .vote && $0.request == nil }
      .reduce(into: [:]) { $0[$1.post, default: 0] += 1 }
  }

  @Test func `every entry has the planted votes when it comes, each of another account`() {
    var parameters = Self.contests
    parameters.plantedVotes.votes = 3
    let sink = Self.run(parameters)
    let planted = Self.planted(sink)
    #expect(sink.entries.count > 50 && planted.count == sink.entries.count)
    for entry in sink.entries {
      let votes = sink.interactions.filter { $0.post == entry.post && $0.request == nil }
      expectEqual(votes.map(\.member.index), [250, 251, 252])
      #expect(votes.allSatisfy { $0.time == entry.submittedAt })
    }
  }

  /// With 100 entries or so a share of ½ is between 0.3 and 0.7 but for one seed in 10,000.
  @Test func `a share of the entries has them, whatever people do`() {
    var parameters = Self.contests
    parameters.plantedVotes.votes = 1
    parameters.plantedVotes.share = 0.5
    let shown = Self.run(parameters)
    let hidden = Self.run(parameters, counts: .hidden)
    let planted = Self.planted(shown)
    let share = Double(planted.count) / Double(shown.entries.count)
    #expect(share > 0.3 && share < 0.7)
    func authors(_ sink: RecordingSink) -> Set<Int> {
      Set(Self.planted(sink).keys.map { sink.posts[$0.index].author.index })
    }
    let common = authors(shown).intersection(authors(hidden))
    #expect(Double(common.count) > 0.8 * Double(planted.count))
  }

  @Test func `one entry of one contest has them`() {
    var parameters = Self.contests
    (parameters.plantedVotes.votes, parameters.plantedVotes.contest) = (2, 2)
    parameters.plantedVotes.entry = 3
    let sink = Self.run(parameters)
    let second = sink.entries.filter { $0.contest.rawValue == 1 }
    expectEqual(Self.planted(sink), [second[2].post: 2])
  }

  @Test func `entries are there from the start, by members who enter no more`() {
    var parameters = Self.contests
    parameters.entering.atStart = 20
    let sink = Self.run(parameters)
    for contest in sink.contests {
      let entries = sink.entries.filter { $0.contest == contest.contest }
      expectEqual(entries.count { $0.submittedAt == contest.startsAt }, 20)
      let authors = entries.map { sink.posts[$0.post.index].author }
      expectEqual(Set(authors).count, authors.count)
    }
    parameters.entering.entriesPerMember = 0
    expectEqual(Self.run(parameters).entries.count, 40)
  }

  /// The pages of home that an affinity ranker serves, or another.
  private static func pages(_ ranker: RankerDescriptor, freeze: Double?) -> [PageObservation] {
    var parameters = SocietyParameters.small(members: 100, days: 4)
    parameters.openOnly(.home)
    let arm = Arm(
      name: "a", choices: [(.home, RankerSettings(ranker))], pool: FeedPool(), freeze: freeze)
    return simulate(parameters, arm).0.pages
  }

  @Test func `a frozen ranker serves what it would have until then, and then learns no more`() {
    let day = 86_400.0
    let learning = Self.pages(AffinityRanker.descriptor, freeze: nil)
    let frozen = Self.pages(AffinityRanker.descriptor, freeze: 2 * day)
    func posts(_ pages: [PageObservation], _ days: Range<Double>) -> [[PostID]] {
      pages.filter { days.contains($0.time / day) }.map(\.posts)
    }
    expectEqual(posts(frozen, 0..<2), posts(learning, 0..<2))
    #expect(posts(frozen, 2..<4) != posts(learning, 2..<4))
    // One that never learnt has no preferences, and shows the newest posts.
    expectEqual(
      posts(Self.pages(AffinityRanker.descriptor, freeze: 0), 0..<4),
      posts(Self.pages(RecencyRanker.descriptor, freeze: nil), 0..<4))
  }

  /// Intercepts are given, so that no other rate changes.
  @Test func `hidden counts are as if nobody followed the crowd`() {
    var parameters = Self.contests
    (parameters.herding.opening, parameters.herding.voting) = (3, 3)
    let shown = Self.run(parameters)
    let hidden = Self.run(parameters, counts: .hidden)
    (parameters.herding.opening, parameters.herding.voting) = (1, 1)
    let without = Self.run(parameters)
    func votes(_ sink: RecordingSink) -> [SIMD2<UInt32>] {
      sink.interactions.filter { $0.kind == .vote }
        .map { SIMD2($0.member.rawValue, $0.post.rawValue) }
    }
    expectEqual(votes(hidden), votes(without))
    #expect(votes(hidden) != votes(shown))
  }
}
