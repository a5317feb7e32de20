import BenchmarkSupport
import SocialFeed

/// Prints the bytes for each member, part after part, and the interactions a second.
func printMemoryUse(_ options: Options, _ line: inout CaseLine) throws {
  var timer = CaseTimer()
  let members = options.members
  var community = Community(
    categoryCount: 12, notificationLimit: options.notifications,
    keepsTieDates: false)
  var meter = MemoryMeter(members: members)
  community.reserveCapacity(members: members, posts: 0)
  for _ in 0..<members { _ = try? community.join(now: 0) }
  meter.read("joining")
  // A pair that is drawn again costs a refused call, which is rare and uses no memory.
  var random = Xorshift()
  for _ in 0..<12 * members {
    let (one, other) = (random.number(below: members), random.number(below: members))
    _ = try? community.follow(MemberID(one), MemberID(other), now: 0)
  }
  meter.read("follows")
  for _ in 0..<3 * members {
    let (one, other) = (MemberID(random.number(below: members)), random.number(below: members))
    _ = try? community.requestFriendship(from: one, to: MemberID(other), now: 0)
    _ = try? community.approveFriendship(from: one, by: MemberID(other), now: 0)
  }
  meter.read("friends")
  try publish(options.members / 10, in: &community)
  meter.read("posts")
  timer.begin()
  let calls = 30 * members
  interact(calls, options, &community, &random)
  timer.end()
  meter.read("interactions")
  line.add("interactions", options.isLikesOnly ? "likes" : "default rates")
  line.add("posts", community.postCount)
  line.add("follows", community.followCount)
  line.add("pairs_of_friends", community.pairsOfFriends)
  meter.addBytes(to: &line)
  line.print("interactions", calls, timer)
}

/// Half of the posts are entries of a contest.
private func publish(_ posts: Int, in community: inout Community) throws {
  community.rotateContests(now: 0)
  for index in 0..<posts {
    try community.publish(author: MemberID(index), category: CategoryID(index % 12), now: 0)
    if index % 2 == 0 { try community.enter(PostID(index), by: MemberID(index), now: 0) }
  }
}

private func interact(
  _ calls: Int, _ options: Options, _ community: inout Community, _ random: inout Xorshift
) {
  let posts = community.postCount
  for _ in 0..<calls {
    let member = MemberID(random.number(below: options.members))
    let post = PostID(random.number(below: posts))
    // Of 28 parts: 18 views, 4 likes, ½ comments, ½ saves, 5 votes.
    switch options.isLikesOnly ? 40 : random.number(below: 56) {
    case 0..<36: _ = try? community.view(post, by: member, now: 0)
    case 36..<44: _ = try? community.like(post, by: member, now: 0)
    case 44: _ = try? community.comment("lovely", on: post, by: member, now: 0)
    case 45: _ = try? community.save(post, by: member, now: 0)
    default: _ = try? community.vote(for: PostID(post.index & ~1), by: member, now: 0)
    }
  }
}

/// The growth of the process in bytes for each member, part after part, and its peak.
private struct MemoryMeter {
  private let members: Int
  private let start: Int
  private let startOfPeak: Int
  private var last: Int
  private var parts: [(String, Int)] = []

  init(members: Int) {
    self.members = members
    start = ProcessUsage.residentBytes
    startOfPeak = ProcessUsage.now.peakBytes
    last = start
  }

  mutating func read(_ part: String) {
    let bytes = ProcessUsage.residentBytes
    parts.append((part, bytes - last))
    last = bytes
  }

  func addBytes(to line: inout CaseLine) {
    for (part, bytes) in parts { line.add("bytes_\(part)", bytes / members) }
    line.add("bytes_per_member", (last - start) / members)
    line.add("peak_bytes_per_member", (ProcessUsage.now.peakBytes - startOfPeak) / members)
  }
}
