import BenchmarkSupport
import SocialFeed

/// A synthetic community that serves pages.
struct Town: Sendable {
  private let members: Int
  private var community: Community
  private let noise = HashedNoise()
  private let now: Double

  /// - Parameter friendsOnlyShare: The share of posts for friends only.
  init(members: Int, posts: Int, friendsOnlyShare: Double) {
    self.members = members
    now = Double(posts)
    var draws = Xorshift()
    // A post a second, and a contest that ends after the last post.
    community = Community(categoryCount: 12, contestLength: Double(posts) + 1)
    community.reserveCapacity(members: members, posts: posts)
    for _ in 0..<members { _ = try? community.join(now: 0) }
    for member in 0..<members {
      tie(MemberID(member), using: &draws)
    }
    let lastTenth = posts - posts / 10
    for number in 0..<posts {
      if number == lastTenth { community.rotateContests(now: Double(number)) }
      let isHidden = draws.unit() < friendsOnlyShare
      let isEntered = number >= lastTenth && draws.unit() < 10_000 / Double(posts - lastTenth)
      publish(isHidden: isHidden, isEntered: isEntered && !isHidden, number, using: &draws)
    }
    interact(posts, using: &draws)
  }

  /// Requests for first or second pages of members at random.
  ///
  /// - Parameter lane: Which of the lanes that have requests of their own.
  /// - Returns: A request for each page; fewer where a feed has no second page.
  func requests(
    for turn: Turn, of surface: Surface, by ranker: any Ranker, count: Int, lane: Int
  ) -> [FeedRequest] {
    var draws = Xorshift(seed: UInt64(99 + lane))
    var requests = (0..<count).map { number in
      FeedRequest(
        viewer: MemberID(draws.number(below: members)), surface: surface, now: now,
        refresh: UInt32(number), noise: noise)
    }
    guard turn == .second else { return requests }
    var page = FeedPage()
    for index in requests.indices {
      try! community.fill(&page, for: requests[index], by: ranker)
      requests[index].cursor = page.next
    }
    requests.removeAll { $0.cursor == nil }
    return requests
  }

  /// Fills the pages, one after the other.
  func fill(_ requests: some Sequence<FeedRequest>, by ranker: any Ranker) {
    var page = FeedPage()
    for request in requests { try! community.fill(&page, for: request, by: ranker) }
  }

  private mutating func tie(_ member: MemberID, using draws: inout Xorshift) {
    // Befriending three members gives six friends on average; a member drawn twice is skipped.
    for _ in 0..<3 {
      try? community.befriend(member, MemberID(draws.number(below: members)), now: 0)
    }
    for _ in 0..<12 {
      _ = try? community.follow(member, MemberID(draws.number(below: members)), now: 0)
    }
  }

  private mutating func publish(
    isHidden: Bool, isEntered: Bool, _ number: Int, using draws: inout Xorshift
  ) {
    let author = MemberID(draws.number(below: members))
    do {
      let post = try community.publish(
        author: author, category: CategoryID(draws.number(below: 12)),
        privacy: isHidden ? .friendsOnly : .everyone, now: Double(number))
      if isEntered { try community.enter(post, by: author, now: Double(number)) }
    } catch {
      preconditionFailure("a post was refused: \(error)")
    }
  }

  /// Thirty interactions a member, in three categories each, and votes for entries, most for few.
  private mutating func interact(_ posts: Int, using draws: inout Xorshift) {
    for member in 0..<members {
      for _ in 0..<30 {
        let post = PostID(draws.number(below: posts))
        guard community.category(of: post)!.index % 4 == member % 4 else { continue }
        try? community.view(post, by: MemberID(member), now: now)
        try? community.like(post, by: MemberID(member), now: now)
      }
    }
    let entries = (0..<posts).map { PostID($0) }.filter { community.entry(of: $0) != nil }
    for _ in 0..<members / 2 {
      let index = Int(Double(entries.count) * draws.unit() * draws.unit())
      try? community.vote(
        for: entries[index], by: MemberID(draws.number(below: members)), now: now)
    }
  }
}

/// Whether a page begins a feed or follows its first page.
enum Turn: String, CaseIterable {
  case first, second
}

/// Noise that is a hash of its arguments.
final class HashedNoise: FeedNoise {
  func uniform(
    viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32
  ) -> Double {
    var hash = UInt64(viewer?.rawValue ?? .max) << 32 | UInt64(post.rawValue)
    hash = (hash ^ UInt64(refresh) << 16 ^ UInt64(occurrence)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return (Double(hash >> 12) + 0.5) * 0x1p-52
  }

  func shuffled(_ index: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int {
    preconditionFailure("no default ranker shuffles")
  }
}
