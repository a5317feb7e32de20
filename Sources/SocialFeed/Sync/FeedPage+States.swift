extension FeedPage {
  /// Fills a column with what a device shows of each post, as of the request.
  public func fill(_ states: inout [InteractionState]) {
    let none = InteractionState(
      post: PostID(0), isLiked: false, isSaved: false, likeCount: 0, saveCount: 0)
    states.refill(count, from: none) { index in
      InteractionState(
        post: posts[index], isLiked: isLiked[index], isSaved: isSaved[index],
        likeCount: likeCounts[index], saveCount: saveCounts[index])
    }
  }
}
