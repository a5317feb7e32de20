internal import FeedMetrics
internal import SocialFeed

/// Counts the first looks of members at posts, and how many of them opened the post.
final class FirstLookSink: ObservationSink {
  /// Viewers and the posts that they looked at.
  private var pairs = PairSet()
  /// The requests and posts of first looks.
  private var looks = PairSet()
  private var opened = 0

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices where page.examined[index] {
      let post = page.posts[index].rawValue
      guard pairs.insert(page.viewer.rawValue, post) else { continue }
      looks.insert(page.request, post)
    }
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .view, let request = interaction.request else { return }
    opened += looks.contains(request, interaction.post.rawValue) ? 1 : 0
  }

  var openRate: Double { Double(opened) / Double(looks.count) }
}
