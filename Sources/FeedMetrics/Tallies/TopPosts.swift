internal import SocialFeed

/// The posts that a run shows most after warm-up, in order.
///
/// A post is named by its author and how many posts the author had published before, as `12.3`: unlike its
/// number among all posts that does not depend on what the ranker made others do. Posts with as many
/// impressions stand in the order of author and post.
package final class TopPosts: ObservationSink {
  private struct Name: Hashable {
    var author: UInt32
    var post: UInt32
  }

  private let limit: Int
  private var windowStart = 0.0
  private var published: [UInt32] = []
  private var names: [Name] = []
  private var impressions: [UInt32] = []

  /// - Parameter limit: How many posts, at most.
  package init(_ limit: Int) { self.limit = limit }

  package func begin(_ run: RunObservation) { windowStart = run.windowStart }

  package func observe(_ member: MemberObservation) { published.append(0) }

  package func observe(_ post: PostObservation) {
    names.append(Name(author: post.author.rawValue, post: published[post.author.index]))
    published[post.author.index] += 1
    impressions.append(0)
  }

  package func observe(_ page: borrowing PageObservation) {
    guard page.time >= windowStart else { return }
    for post in page.posts { impressions[post.index] += 1 }
  }

  /// Those with an impression, the most shown first.
  package var list: [String] {
    let shown = impressions.indices.filter { impressions[$0] > 0 }
    let sorted = shown.sorted { one, other in
      let (a, b) = (names[one], names[other])
      return (impressions[other], a.author, a.post) < (impressions[one], b.author, b.post)
    }
    return sorted.prefix(limit).map { "\(names[$0].author).\(names[$0].post)" }
  }
}
