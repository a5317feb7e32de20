import SocialFeed
import TestSupport
import Testing

@Suite struct ScoringRankerTests {
  @Test(arguments: Surface.allCases)
  func `every page by a score is the one that sorting gives`(surface: Surface) {
    var pages = 0
    forEachSeed(200) { seed, generator in
      var twins = Twins()
      var habits = Habits()
      habits.weights[.interact] = [3, 30].randomElement(using: &generator)!
      let calls = [0, 10, 60, 250].randomElement(using: &generator)!
      for _ in 0..<calls { try twins.makeRandomCall(habits, using: &generator) }
      pages += try twins.compareRefresh(
        RefreshPlan(
          viewer: twins.slow.allMembers.randomElement(using: &generator), surface: surface,
          ranker: PopularityRanker(), order: .popularity,
          pageSize: [1, 2, 20].randomElement(using: &generator)!, noise: CountingNoise(seed: seed)),
        using: &generator)
    }
    #expect(pages > 4)
  }

  @Test func `posts that win likes between pages never come twice`() throws {
    var generator = SeededGenerator(seed: 3)
    var community = Community(members: 40)
    for number in 0..<60 {
      try community.publish(author: member(39), category: category(0), now: Double(number))
    }
    for reader in 1..<20 {
      for post in (0..<60).shuffled(using: &generator).prefix(reader) {
        try community.like(PostID(post), by: member(reader), now: 60)
      }
    }
    var request = FeedRequest(member(0), .home, now: 61, pageSize: 7)
    var shown: [PostID] = []
    for reader in 20..<39 {
      let page = community.page(request, by: PopularityRanker())
      shown += page.posts
      request.cursor = page.next
      if page.next == nil { break }
      for post in (0..<60).shuffled(using: &generator).prefix(20) {
        try community.like(PostID(post), by: member(reader), now: 62)
      }
    }
    #expect(Set(shown).count == shown.count && shown.count > 14 && request.cursor == nil)
  }

  // MARK: Features

  /// Writes down the features that it gets, and gives noise as the score.
  private final class Features: @unchecked Sendable {
    var rows: [PostID: [Double]] = [:]
  }

  private struct FeatureReader: ScoringRanker {
    let features: Features

    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      for index in 0..<candidates.count {
        features.rows[candidates.posts[index]] = [
          Double(candidates.authors[index].index), Double(candidates.categories[index]!.index),
          candidates[.ageHours][index], candidates[.views][index], candidates[.likes][index],
          candidates[.comments][index], candidates[.saves][index], candidates[.votes][index],
          candidates[.isFriend][index], candidates[.isFollowee][index],
          candidates[.affinity][index], candidates[.affinityShare][index],
          candidates[.authorFollowers][index], Double(candidates.viewer.index), candidates.now,
        ]
        scores[index] = candidates.noise(index)
      }
    }
  }

  @Test func `a ranker gets the features of each candidate`() throws {
    var community = Community(members: 4)
    for number in 1..<3 {
      try community.publish(
        author: member(number), category: category(number), now: Double(number) * 1800)
    }
    try community.befriend(member(0), member(1), now: 0)
    try community.follow(member(0), member(2), now: 0)
    for _ in 0..<2 { try community.view(PostID(1), by: member(3), now: 3600) }
    try community.comment("nice", on: PostID(1), by: member(3), now: 3600)
    try community.save(PostID(1), by: member(3), now: 3600)
    community.rotateContests(now: 3600)
    try community.enter(PostID(1), by: member(2), now: 5400)
    try community.vote(for: PostID(1), by: member(3), now: 5400)
    try community.like(PostID(1), by: member(0), now: 7200)
    let features = Features()
    let request = FeedRequest(member(0), .home, now: 7200)
    _ = community.page(request, by: FeatureReader(features: features))
    // author, category, hours, views, likes, comments, saves, votes, friend, followee, affinity,
    // its share, followers, viewer, now
    expectEqual(features.rows[PostID(0)], [1, 1, 1.5, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 7200])
    expectEqual(features.rows[PostID(1)], [2, 2, 1, 2, 1, 1, 1, 1, 0, 1, 3, 1, 1, 0, 7200])
    // In a contest's feed an entry's age is that of its submission.
    let contest = FeedRequest(member(0), .contest, now: 7200)
    _ = community.page(contest, by: FeatureReader(features: features))
    expectEqual(features.rows[PostID(1)]?[2], 0.5)
  }

  @Test func `every page of a refresh is scored by the clock of the first`() throws {
    var community = Community(members: 2)
    for _ in 0..<4 { try community.publish(author: member(1), category: category(0), now: 0) }
    try community.like(PostID(0), by: member(0), now: 0)
    let features = Features()
    var request = FeedRequest(member(0), .home, now: 3600, pageSize: 2)
    request.cursor = community.page(request, by: FeatureReader(features: features)).next
    let first = features.rows
    request.now = 100_000
    _ = community.page(request, by: FeatureReader(features: features))
    #expect(features.rows == first && first[PostID(0)]?[2] == 1)
  }

  @Test func `a score of noise alone is the noise of the post and refresh`() throws {
    var community = Community(members: 2)
    for number in 0..<30 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    let noise = CountingNoise(seed: 9)
    var request = FeedRequest(viewer: member(0), surface: .home, now: 40, pageSize: 7, noise: noise)
    for refresh in 0..<UInt32(3) {
      request.refresh = refresh
      let expected = (0..<30).map { PostID($0) }.sorted {
        noise.value(viewer: member(0), post: $0, refresh: refresh)
          > noise.value(viewer: member(0), post: $1, refresh: refresh)
      }
      expectEqual(community.walk(request, by: FeatureReader(features: Features())), expected)
    }
  }

  // MARK: Scores without sense

  /// Gives each post the score that it is made with.
  private struct GivenRanker: ScoringRanker {
    let given: [Double]

    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      for index in 0..<candidates.count { scores[index] = given[candidates.posts[index].index] }
    }
  }

  @Test func `an infinite score is the greatest or lowest number`() throws {
    var community = Community(members: 2)
    for _ in 0..<5 { try community.publish(author: member(1), category: category(0), now: 0) }
    let ranker = GivenRanker(given: [.infinity, 0, 1, -.infinity, .greatestFiniteMagnitude])
    for pageSize in 1...6 {
      let request = FeedRequest(member(0), .home, now: 0, pageSize: pageSize)
      expectEqual(community.walk(request, by: ranker), posts(4, 0, 2, 1, 3))
    }
  }

  @Test(arguments: [3, 40])
  func `a score that is no number fails the page wherever it stands`(count: Int) throws {
    var community = Community(members: 2)
    for _ in 0..<count { try community.publish(author: member(1), category: category(0), now: 0) }
    for bad in 0..<count {
      var given = (0..<count).map(Double.init)
      given[bad] = .nan
      let request = FeedRequest(member(0), .home, now: 0, pageSize: 2)
      let page = community.page(request, by: GivenRanker(given: given))
      expectEqual(
        page.failure?.message,
        "the ranker 'GivenRanker' gave post \(bad) a score that is no number,"
          + " candidate \(count - bad) of \(count)"
      )
    }
  }
}
