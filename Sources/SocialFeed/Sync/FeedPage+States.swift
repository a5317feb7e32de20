extension FeedPage {
  /// Appends what a device shows of each post, as of the request.
  public func appendStates(to states: inout [InteractionState]) {
    for index in 0..<count {
      states.append(
        InteractionState(
          post: posts[index], isLiked: isLiked[index], isSaved: isSaved[index],
          likeCount: likeCounts[index], saveCount: saveCounts[index]))
    }
  }
}
