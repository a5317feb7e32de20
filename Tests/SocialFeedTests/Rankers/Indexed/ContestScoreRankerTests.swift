import SocialFeed
import TestSupport
import Testing

@Suite struct ContestScoreRankerTests {
  @Test func `every page is the one that sorting gives, in thousands of random states`() {
    var (pages, refreshes) = (0, 0)
    forEachSeed(1_500) { seed, generator in
      var twins = Twins(contestLength: [86_400, 604_800].randomElement(using: &generator)!)
      let habits = habits(using: &generator)
      try grow(&twins, habits, using: &generator)
      for number in 0..<UInt32(3) {
        let plan = plan(twins, habits, seed, number, using: &generator)
        pages += try twins.compareRefresh(plan, using: &generator)
        refreshes += 1
      }
    }
    #expect(pages > 2 * refreshes)
  }

  private func habits(using generator: inout SeededGenerator) -> Habits {
    var habits = Habits()
    habits.mostMembers = [2, 5, 30].randomElement(using: &generator)!
    habits.weights = [
      .publish: 4, .enter: 5, .vote: [1, 10].randomElement(using: &generator)!, .rotate: 0.2,
      .tie: 0.5, .interact: 0.5,
    ]
    habits.steps = [[0, 0, 60], [0, 600, 3600], [0, 0, 7200, 40_000]]
      .randomElement(using: &generator)!
    habits.privacies = [.everyone]
    return habits
  }

  private func grow(
    _ twins: inout Twins, _ habits: Habits, using generator: inout SeededGenerator
  ) throws {
    for _ in 0..<habits.mostMembers { try twins.make(.join(group: 0)) }
    if generator.unit() < 0.95 { try twins.make(.rotateContests(theme: 0)) }
    let size = [0, 1, 3, 10, 30, 30, 60, 200].randomElement(using: &generator)!
    var calls = 0
    while twins.slow.entries.count < size && calls < 6 * size {
      try twins.makeRandomCall(habits, using: &generator)
      calls += 1
    }
  }

  private func plan(
    _ twins: Twins, _ habits: Habits, _ seed: UInt64, _ number: UInt32,
    using generator: inout SeededGenerator
  ) -> RefreshPlan {
    // Some weights whose products with votes are not exact, and some that leave many scores equal.
    let ranker = [
      ContestScoreRanker(), ContestScoreRanker(),
      ContestScoreRanker(vote: 0.03, fresh: 0, decay: 0, noise: 0),
      ContestScoreRanker(vote: 0.3, fresh: 2, decay: 0.7, noise: 0.1),
      ContestScoreRanker(vote: 0, fresh: 10, decay: 0.1, noise: 0),
      ContestScoreRanker(vote: 1.1, fresh: 0, decay: 0, noise: 40),
      ContestScoreRanker(vote: 0, fresh: 0, decay: 0, noise: 0),
    ].randomElement(using: &generator)!
    let sizes = twins.slow.entries.count > 60 ? [7, 20] : [1, 2, 20]
    return RefreshPlan(
      viewer: generator.unit() < 0.95
        ? twins.slow.allMembers.randomElement(using: &generator) : nil,
      surface: .contest, ranker: ranker, order: .contestScore(ranker), number: number,
      pageSize: sizes.randomElement(using: &generator)!, noise: CountingNoise(seed: seed),
      arrivals: [0, 5].randomElement(using: &generator)!, habits: habits)
  }

  // MARK: The score

  @Test func `the base of a score agrees with values worked by hand`() {
    let ranker = ContestScoreRanker()
    expectEqual(ranker.base(votes: 0, ageHours: 0), 10)
    expectEqual(ranker.base(votes: 2, ageHours: 30), 13)  // 3 · 2 + 10 − 0.1 · 30
    expectEqual(ranker.base(votes: 1, ageHours: 100), 3)
    expectEqual(ranker.base(votes: 1, ageHours: 5000), 3)
    let other = ContestScoreRanker(vote: 1, fresh: 4, decay: 2, noise: 0)
    expectEqual(other.base(votes: 5, ageHours: 1.5), 6)  // 5 + 4 − 2 · 1.5
  }

  @Test func `a weight that is negative or not finite is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = ContestScoreRanker(vote: -1) }
    await #expect(processExitsWith: .failure) { _ = ContestScoreRanker(fresh: .infinity) }
    await #expect(processExitsWith: .failure) { _ = ContestScoreRanker(decay: .nan) }
    await #expect(processExitsWith: .failure) { _ = ContestScoreRanker(noise: -0.1) }
  }

  // MARK: Refreshes

  /// So many fresh entries by members 1…10 in turn and one by member 0, none with votes.
  private func entries(_ count: Int) throws -> Community {
    var community = Community(members: 11)
    community.rotateContests(now: 0)
    for number in 0..<count {
      let author = member(number == count / 2 ? 0 : 1 + number % 10)
      let post = try community.publish(author: author, category: category(0), now: 0)
      try community.enter(post, by: author, now: 0)
    }
    return community
  }

  @Test func `the order stands still over the pages of a refresh and is new at the next`() throws {
    let community = try entries(60)
    var request = FeedRequest(member(0), .contest, now: 10, pageSize: 100)
    var orders: Set<[PostID]> = []
    for number in 0..<UInt32(50) {
      (request.refresh, request.pageSize) = (number, 100)
      let whole = community.walk(request, by: ContestScoreRanker())
      for size in [1, 2, 20] {
        request.pageSize = size
        expectEqual(community.walk(request, by: ContestScoreRanker()), whole, "pages of \(size)")
      }
      #expect(whole.count == 60 && whole.first == PostID(30), "one's own entry first")
      orders.insert(whole)
    }
    expectEqual(orders.count, 50)
  }

  @Test func `votes between pages move nothing: each entry is shown once, and lifted later`() throws
  {
    var community = try entries(60)
    var request = FeedRequest(member(0), .contest, now: 10, pageSize: 10)
    let expected = community.walk(request, by: ContestScoreRanker())
    var shown: [PostID] = []
    repeat {
      let page = community.page(request, by: ContestScoreRanker())
      shown += page.posts
      request.cursor = page.next
      // What was shown already and what was not yet gain a vote alike.
      for number in stride(from: 0, to: 60, by: 7) {
        let voter = member(1 + shown.count / 10)
        if community.author(of: PostID(number)) == voter { continue }
        if community.hasVoted(for: PostID(number), by: voter) { continue }
        try community.vote(for: PostID(number), by: voter, now: 11)
      }
    } while request.cursor != nil
    #expect(shown == expected && shown.count == 60)
    // The same noise and the votes of now.
    let later = community.walk(request, by: ContestScoreRanker())
    #expect(later != expected && Set(later) == Set(expected))
  }

  @Test func `products that rounding falls short of lose no entry`() throws {
    // 11 · 0.03 = 0.32999999999999996, which 0.03 divides into less than 11.
    var community = Community(members: 14)
    community.rotateContests(now: 0)
    for number in 0..<3 {
      let post = try community.publish(author: member(number), category: category(0), now: 0)
      try community.enter(post, by: member(number), now: 0)
      for voter in 3..<14 { try community.vote(for: post, by: member(voter), now: 1) }
    }
    let ranker = ContestScoreRanker(vote: 0.03, fresh: 0, decay: 0, noise: 0)
    let request = FeedRequest(member(13), .contest, now: 2, pageSize: 1)
    expectEqual(community.walk(request, by: ranker), posts(2, 1, 0))
  }

  // MARK: Cost

  #if !InternalChecks  // 50,000 votes that look at 1,000 entries each.
    /// 1,000 entries by members 1…100, number k with k ÷ 10 votes, rounded down, all entered at 0;
    /// the voters are the members from 101 on.
    private func spreadVotes() throws -> Community {
      var community = Community(members: 201)
      community.rotateContests(now: 0)
      var generator = SeededGenerator(seed: 5)
      for _ in 0..<1000 {
        let author = member(Int.random(in: 1...100, using: &generator))
        let post = try community.publish(author: author, category: category(0), now: 0)
        try community.enter(post, by: author, now: 0)
      }
      for number in (0..<1000).shuffled(using: &generator) {
        for voter in 0..<number / 10 {
          try community.vote(for: PostID(number), by: member(101 + voter), now: 1)
        }
      }
      return community
    }

    @Test func `entries that cannot reach the page are not scored`() throws {
      let community = try spreadVotes()
      let noise = CountingNoise()
      var request = FeedRequest(viewer: member(0), surface: .contest, now: 400_000, noise: noise)
      var draws: [Int] = []
      for _ in 0..<50 {
        let before = noise.draws
        let page = community.page(request, by: ContestScoreRanker())
        draws.append(noise.draws - before)
        request.cursor = page.next
      }
      // Ten entries share each number of votes. Of the first page the twentieth best has at least the
      // 3 · 98 points that twenty have without noise, and none of 96 votes can have 3 · 96 + 5 more
      // than that: at most those of 99, 98 and 97 votes are scored. Behind a page that ended at L
      // stand all entries of at most (L − 5) ÷ 3 votes; twenty of them have more than L − 11 points,
      // so that only entries with L − 16 to L points before noise are scored: six numbers of votes.
      #expect(draws[0] <= 30, "\(draws[0]) draws for 20 of 1,000 entries")
      #expect(draws.allSatisfy { $0 <= 60 }, "\(draws.max()!) draws for a page of 20")
      #expect(request.cursor != nil && community.page(request, by: ContestScoreRanker()).count == 0)
    }

    @Test func `a page of one's own entries alone scores nothing else`() throws {
      var community = try spreadVotes()
      for _ in 0..<25 {
        let post = try community.publish(author: member(0), category: category(0), now: 2)
        try community.enter(post, by: member(0), now: 2)
      }
      let noise = CountingNoise()
      let request = FeedRequest(viewer: member(0), surface: .contest, now: 3, noise: noise)
      let page = community.page(request, by: ContestScoreRanker())
      expectEqual(page.authors, Array(repeating: member(0), count: 20))
      expectEqual(noise.draws, 25)
    }
  #endif
}
