import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// A community of members 0 and 1, whose posts are by member 1: a post an hour, each liked by member 0 when its number is
/// odd.
func community(posts: Int) throws -> Community {
  var community = Community(categoryCount: 2, contestLength: 1e6)
  for _ in 0..<2 { _ = try community.join(now: 0) }
  for number in 0..<posts {
    try community.publish(
      author: MemberID(1), category: CategoryID(0), now: 3600 * Double(number))
  }
  for number in stride(from: 1, to: posts, by: 2) {
    try community.like(PostID(number), by: MemberID(0), now: 3600 * Double(posts))
  }
  return community
}

/// The posts of such a community, newest first, as member 0 gets them an hour after the newest.
func candidates(_ count: Int, _ features: FeatureSet) throws -> Candidates {
  let request = FeedRequest(
    viewer: MemberID(0), surface: .home, now: 3600 * Double(count), refresh: 7, noise: NoNoise())
  return try #require(
    Candidates(
      (0..<count).reversed().map { PostID($0) }, features, for: request,
      from: community(posts: count)))
}

private struct NoNoise: FeedNoise {
  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    0.5
  }

  func shuffled(_ index: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int { index }
}

/// The scores of a lane.
func scores(_ lane: any RankerLane, _ candidates: Candidates) throws -> [Double] {
  var scores = [Double](repeating: 0, count: candidates.count)
  var span = scores.mutableSpan
  try lane.score(candidates, into: &span)
  return scores
}
