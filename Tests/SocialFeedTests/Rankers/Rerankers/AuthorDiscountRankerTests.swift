import SocialFeed
import TestSupport
import Testing

@Suite struct AuthorDiscountRankerTests {
  @Test(arguments: 1...6)
  func `an author's further posts sink by the discount`(pageSize: Int) throws {
    var community = Community(members: 4)
    for (number, author) in [2, 3, 1, 1, 1].enumerated() {
      try community.publish(author: member(author), category: category(0), now: Double(number))
    }
    let request = FeedRequest(member(0), .home, now: 5, pageSize: pageSize)
    func order(_ discount: Double) -> [PostID] {
      community.walk(
        request, by: AuthorDiscountRanker(of: RecencyRanker(), discount: discount, window: 5))
    }
    // Newest first 4, 3, 2, 1, 0 with 1, 0.8, 0.6, 0.4, 0.2: 1, 0.4, 0.15, 0.4, 0.2 at one half.
    expectEqual(order(0.5), posts(4, 3, 1, 0, 2))
    expectEqual(order(1), posts(4, 3, 2, 1, 0))
    // Nothing is left of posts 3 and 2: the higher in the other order first.
    expectEqual(order(0), posts(4, 1, 0, 3, 2))
  }

  @Test func `what has no sense is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = AuthorDiscountRanker(of: RecencyRanker(), discount: -0.1)
    }
    await #expect(processExitsWith: .failure) {
      _ = AuthorDiscountRanker(of: RecencyRanker(), window: 0)
    }
  }
}
