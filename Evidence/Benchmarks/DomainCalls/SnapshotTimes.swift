import BenchmarkSupport
import SocialFeed

/// Prints the seconds that writing a snapshot takes, and then those of reading it.
///
/// A member has a name, 10 posts and 20 follows, and a post has a caption, a picture, 5 likes and a comment.
/// The digest of what is read has to be that of what was written.
func printSnapshotTimes(_ options: Options, _ line: inout CaseLine) throws {
  var (writing, reading) = (CaseTimer(), CaseTimer())
  let community = try communityForSnapshots(options)
  let digest = community.digest
  writing.begin()
  let snapshot = community.snapshot()
  writing.end()
  reading.begin()
  let restored = try Community(snapshot: snapshot)
  reading.end()
  precondition(restored.digest == digest, "the community read is another")
  line.add("posts", community.postCount)
  line.add("follows", community.followCount)
  line.add("writing_cpu_s", writing.seconds)
  line.print("bytes", snapshot.count, reading)
}

private func communityForSnapshots(_ options: Options) throws -> Community {
  let (members, posts) = (options.members, 10 * options.members)
  var community = Community(categoryCount: 12, notificationLimit: options.notifications)
  community.reserveCapacity(members: members, posts: posts)
  for index in 0..<members {
    try community.join(username: "walker.\(index)", displayName: "Walker \(index)", now: 0)
  }
  var random = Xorshift()
  for pair in randomPairs(20 * members, ones: members, others: members, &random) {
    try community.follow(MemberID(rawValue: pair.one), MemberID(rawValue: pair.other), now: 1)
  }
  for index in 0..<posts {
    let author = MemberID(index % members)
    try community.publish(
      author: author, category: CategoryID(index % 12),
      caption: "A walk in the park, number \(index)",
      media: [Media(key: "photos/\(index)/large.jpg")], now: Double(index))
  }
  for (index, pair) in randomPairs(5 * posts, ones: members, others: posts, &random).enumerated() {
    let (member, post) = (MemberID(rawValue: pair.one), PostID(rawValue: pair.other))
    try community.like(post, by: member, now: Double(posts + index))
    guard index % 5 == 0 else { continue }
    try community.comment("What a lovely picture of the two", on: post, by: member, now: 0)
  }
  return community
}
