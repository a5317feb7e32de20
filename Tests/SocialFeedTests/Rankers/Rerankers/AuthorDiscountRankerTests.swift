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
    #expect(order(0.5) == posts(4, 3, 1, 0, 2))
    #expect(order(1) == posts(4, 3, 2, 1, 0))
    // Nothing is left of posts 3 and 2: the higher in the other order first.
    #expect(order(0) == posts(4, 1, 0, 3, 2))
  }

  /// Ten followees, of whom one posts twenty times as often: 20 of 29 posts are theirs.
  @Test func `a discount takes a third or more of the slots that flooding wins`() throws {
    var community = Community(members: 11)
    for author in 1...10 { try community.follow(member(0), member(author), now: 0) }
    var generator = SeededGenerator(seed: 12)
    var (shares, discounted): ([Double], [Double]) = ([], [])
    for round in 0..<testSize(debug: 300, release: 3000) {
      for _ in 0..<20 {
        let turn = Int.random(in: 0..<29, using: &generator)
        try community.publish(
          author: member(turn < 20 ? 1 : turn - 18), category: category(0), now: Double(round))
      }
      guard round >= 10 else { continue }
      let request = FeedRequest(member(0), .following, now: Double(round))
      func share(_ ranker: any Ranker) -> Double {
        let authors = community.page(request, by: ranker).authors
        return Double(authors.filter { $0 == member(1) }.count) / Double(authors.count)
      }
      shares.append(share(RecencyRanker()))
      discounted.append(share(AuthorDiscountRanker(of: RecencyRanker())))
    }
    let mean = { (values: [Double]) in values.reduce(0, +) / Double(values.count) }
    // 5,800 slots or more by chance with p = 20/29: three points are 4.9 standard errors or more,
    // so that a false alarm comes in one of 10⁶ seeds.
    #expect(abs(mean(shares) - 20.0 / 29) < 0.03)
    #expect(mean(discounted) <= 2.0 / 3 * mean(shares), "\(mean(discounted))")
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
