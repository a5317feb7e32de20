extension Community {
  /// Appends what a device shows of each post of a page that was just served to its viewer.
  public func appendStates(of page: borrowing FeedPage, to states: inout [InteractionState]) {
    for index in 0..<page.count {
      let post = page.posts[index]
      states.append(
        InteractionState(
          post: post, isLiked: page.isLiked[index], isSaved: page.isSaved[index],
          likeCount: page.likeCounts[index], saveCount: saves.count(of: post.index)))
    }
  }
}
