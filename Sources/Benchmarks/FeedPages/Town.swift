import BenchmarkSupport
import SocialFeed

/// A made-up community of 10⁵ members to ask for pages.
struct Town {
  private static let members = 100_000

  private var community: Community
  private let noise = HashedNoise()
  private let now: Double

  /// - Parameter friendsOnlyShare: The share of posts for friends only.
  init(posts: Int, friendsOnlyShare: Double) {
    now = Double(posts)
    var draws = Draws()
    // A post a second, and a contest that outlasts them all.
    community = Community(categoryCount: 12, contestLength: Double(posts) + 1)
    community.reserveCapacity(members: Self.members, posts: posts)
    for _ in 0..<Self.members { community.join(now: 0) }
    for member in 0..<Self.members {
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

  /// Mean microseconds of processor time of first and of second pages of members at random.
  func pageTimes(of surface: Surface) -> (first: Double, second: Double) {
    let ranker = surface.defaultRanker.makeRanker()
    var draws = Draws(state: 99)
    var rounds: [(first: Double, second: Double)] = []
    var page = FeedPage()
    for _ in 0..<5 {
      var requests = (0..<20_000).map { number in
        FeedRequest(
          viewer: draws.member(of: Self.members), surface: surface, now: now,
          refresh: UInt32(number), noise: noise)
      }
      var spent = [0.0, 0.0]
      for turn in 0...1 {
        let start = ProcessUsage.now.cpuSeconds
        for index in requests.indices {
          community.fill(&page, for: requests[index], by: ranker)
          requests[index].cursor = page.next
        }
        spent[turn] = (ProcessUsage.now.cpuSeconds - start) / Double(requests.count) * 1e6
        requests.removeAll { $0.cursor == nil }
      }
      rounds.append((spent[0], spent[1]))
    }
    return (
      rounds.map(\.first).sorted()[2], rounds.map(\.second).sorted()[2]
    )
  }

  private mutating func tie(_ member: MemberID, using draws: inout Draws) {
    // Three befriended give six friends on average; somebody drawn twice is left out.
    for _ in 0..<3 { try? community.befriend(member, draws.member(of: Self.members), now: 0) }
    for _ in 0..<12 { _ = try? community.follow(member, draws.member(of: Self.members), now: 0) }
  }

  private mutating func publish(
    isHidden: Bool, isEntered: Bool, _ number: Int, using draws: inout Draws
  ) {
    let author = draws.member(of: Self.members)
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
  private mutating func interact(_ posts: Int, using draws: inout Draws) {
    for member in 0..<Self.members {
      for _ in 0..<30 {
        let post = PostID(draws.number(below: posts))
        guard community.category(of: post).index % 4 == member % 4 else { continue }
        try? community.view(post, by: MemberID(member), now: now)
        try? community.like(post, by: MemberID(member), now: now)
      }
    }
    let entries = (0..<posts).map { PostID($0) }.filter { community.entry(of: $0) != nil }
    for _ in 0..<50_000 {
      let place = Int(Double(entries.count) * draws.unit() * draws.unit())
      try? community.vote(for: entries[place], by: draws.member(of: Self.members), now: now)
    }
  }
}

/// Numbers at random, by Marsaglia's xorshift.
struct Draws {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func number(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func member(of count: Int) -> MemberID { MemberID(number(below: count)) }
}

/// Noise that is a hash of what it is asked for.
final class HashedNoise: FeedNoise {
  func uniform(
    viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32
  ) -> Double {
    var hash = UInt64(viewer?.rawValue ?? .max) << 32 | UInt64(post.rawValue)
    hash = (hash ^ UInt64(refresh) << 16 ^ UInt64(occurrence)) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93
    return (Double(hash >> 12) + 0.5) * 0x1p-52
  }

  func shuffled(_ place: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int {
    preconditionFailure("no default ranker shuffles")
  }
}
