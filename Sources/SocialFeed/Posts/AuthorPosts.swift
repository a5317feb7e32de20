extension Community {
  /// The newest post by a member that is still there, if there is one. O(1).
  public func newestPost(by author: MemberID) -> PostID? {
    let range = postsByAuthor.range(of: author.index)
    guard let last = range.last else { return nil }
    return PostID(rawValue: postsByAuthor.element(at: last))
  }
}
