/// Where a feed that puts chance into its order gets it from.
///
/// All functions depend only on their arguments, so that a refresh keeps its order from page to
/// page, and the next has a new one. ``KeyedNoise`` comes with the module.
public protocol FeedNoise: Sendable {
  /// A uniform number in the open interval from 0 to 1.
  ///
  /// - Parameter occurrence: Which of the numbers that a ranker draws for a post, from 0.
  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double

  /// Writes the number of each post, the same that ``uniform(viewer:post:refresh:occurrence:)``
  /// gives; whoever leaves this out asks that for each.
  ///
  /// - Parameters:
  ///   - uniforms: At least as many as there are posts; the first of them are written.
  func fill(
    _ uniforms: inout MutableSpan<Double>, viewer: MemberID?, posts: Span<PostID>,
    refresh: UInt32, occurrence: UInt32)

  /// A uniform number in the open interval from 0 to 1, the same at every refresh, by which a mixed pool draws its
  /// discoveries; whoever leaves this out draws it as for a refresh that no feed has.
  ///
  /// It is called for most posts that a page passes, so it should cost a few instructions.
  func discovery(of post: PostID, by viewer: MemberID) -> Double

  /// Writes the numbers of neighbouring posts, the same that ``discovery(of:by:)`` gives; whoever leaves this out asks
  /// that for each.
  ///
  /// - Parameters:
  ///   - uniforms: At least as many as there are posts; the first of them are written.
  ///   - posts: Indexes of posts.
  func fillDiscoveries(
    _ uniforms: inout MutableSpan<Double>, of posts: Range<Int>, by viewer: MemberID)

  /// The element at `position`, which is in `0..<count`, of a random order of `0..<count`.
  func shuffled(_ position: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int
}

extension FeedNoise {
  public func discovery(of post: PostID, by viewer: MemberID) -> Double {
    uniform(viewer: viewer, post: post, refresh: .max, occurrence: 0)
  }

  public func fillDiscoveries(
    _ uniforms: inout MutableSpan<Double>, of posts: Range<Int>, by viewer: MemberID
  ) {
    for (place, post) in posts.enumerated() {
      uniforms[place] = discovery(of: PostID(post), by: viewer)
    }
  }

  public func fill(
    _ uniforms: inout MutableSpan<Double>, viewer: MemberID?, posts: Span<PostID>,
    refresh: UInt32, occurrence: UInt32
  ) {
    for index in posts.indices {
      uniforms[index] = uniform(
        viewer: viewer, post: posts[index], refresh: refresh, occurrence: occurrence)
    }
  }
}
