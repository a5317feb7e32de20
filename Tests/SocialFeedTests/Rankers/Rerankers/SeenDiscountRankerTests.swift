import SocialFeed
import TestSupport
import Testing

@Suite struct SeenDiscountRankerTests {
  private func community() throws -> Community {
    var community = Community(members: 2)
    for number in 0..<5 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    return community
  }

  @Test(arguments: 1...6)
  func `posts sink by the discount for each look`(pageSize: Int) throws {
    let community = try community()
    var request = FeedRequest(member(0), .home, now: 5, pageSize: pageSize)
    request.history = LookMemory(own: [4: 2, 3: 1])
    func order(_ discount: Double) -> [PostID] {
      community.walk(
        request, by: SeenDiscountRanker(of: RecencyRanker(), discount: discount, window: 5))
    }
    // Newest first 4, 3, 2, 1, 0 with 1, 0.8, 0.6, 0.4, 0.2: 0.25, 0.4, 0.6, 0.4, 0.2 at one half; of equals the higher
    // in the other order first.
    expectEqual(order(0.5), posts(2, 3, 1, 4, 0))
    // 0.81, 0.72, 0.6, 0.4, 0.2.
    expectEqual(order(0.9), posts(4, 3, 2, 1, 0))
    // Nothing is left of posts 4 and 3.
    expectEqual(order(0), posts(2, 1, 0, 4, 3))
  }

  @Test func `without looks it is the other order`() throws {
    let community = try community()
    for history in [nil, LookMemory()] {
      var request = FeedRequest(member(0), .home, now: 5, pageSize: 2)
      request.history = history
      let ranker = SeenDiscountRanker(of: RecencyRanker(), discount: 0)
      expectEqual(community.walk(request, by: ranker), posts(4, 3, 2, 1, 0))
    }
  }

  @Test func `a formula sees how often and how long ago the viewer looked`() throws {
    let community = try community()
    var request = FeedRequest(member(0), .home, now: 5, pageSize: 5)
    request.history = LookMemory(own: [4: 2, 3: 1])
    // 4 has −2, 3 has −1, the others 0: the newer of equals first.
    let seen = try FormulaRanker(ScoreFormula("0 - times_seen"))
    expectEqual(community.walk(request, by: seen), posts(2, 1, 0, 3, 4))
    // Posts 4 and 3 were looked at an hour ago, the others never, which is 8,760 hours.
    let recent = try FormulaRanker(
      ScoreFormula("if(hours_since_seen == 1, 1, hours_since_seen == 8760)"))
    expectEqual(community.walk(request, by: recent), posts(4, 3, 2, 1, 0))
    let never = try FormulaRanker(ScoreFormula("hours_since_seen == 8760"))
    expectEqual(community.walk(request, by: never), posts(2, 1, 0, 4, 3))
  }

  @Test func `a formula sees the category and the hour`() throws {
    var community = Community(members: 2)
    for number in 0..<3 {
      try community.publish(author: member(1), category: category(number), now: Double(number))
    }
    // 23:30 on the second day.
    let request = FeedRequest(member(0), .home, now: 86_400 + 23.5 * 3600, pageSize: 3)
    let ranker = try FormulaRanker(
      ScoreFormula("if(category == 1, 2, 0) + if(hour_of_day == 23.5, 0, category)"))
    // 1 has 2, and the others 0 at that hour: the newer first.
    expectEqual(community.walk(request, by: ranker), posts(1, 2, 0))
  }

  @Test func `what has no sense is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = SeenDiscountRanker(of: RecencyRanker(), discount: 1.1)
    }
    await #expect(processExitsWith: .failure) {
      _ = SeenDiscountRanker(of: RecencyRanker(), window: 0)
    }
  }
}
