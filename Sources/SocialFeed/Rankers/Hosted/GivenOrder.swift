/// The order that a ranker of kind `order` gives candidates.
struct GivenOrder {
  /// The best first.
  let posts: [PostID]

  /// Checks what a ranker answered.
  ///
  /// - Throws: For a post that is no candidate, and for one that is there twice.
  init(
    _ posts: [PostID], of candidates: borrowing Candidates, by host: any RankerHost
  ) throws(RankerFailure) {
    var rest = Set(candidates.posts)
    for (index, post) in posts.enumerated() where rest.remove(post) == nil {
      let position = posts.firstIndex(of: post) ?? index
      throw host.failure(
        position < index
          ? "put post \(post) at position \(position + 1) and again at position \(index + 1); an order has each"
            + " candidate at most once"
          : "put post \(post) at position \(index + 1), which is none of the \(candidates.count) candidates; an"
            + " order has candidates alone")
    }
    self.posts = posts
  }

  /// The order in which a refresh stands still.
  init(frozen posts: [PostID]) { self.posts = posts }

  /// Writes minus its position for each candidate, from 0, and −∞ for those that are not in the order.
  func write(_ scores: inout MutableSpan<Double>, of candidates: borrowing Candidates) {
    var positions: [PostID: Int] = [:]
    positions.reserveCapacity(posts.count)
    for (position, post) in posts.enumerated() { positions[post] = position }
    for (index, post) in candidates.posts.enumerated() {
      scores[index] = positions[post].map { Double(-$0) } ?? -.infinity
    }
  }
}

extension GivenOrder {
  /// Throws where another order was given to the same request, asked again.
  func checkSame(
    as again: GivenOrder, of candidates: borrowing Candidates, in company: RequestCompany = .usual,
    by host: any RankerHost
  ) throws(RankerFailure) {
    guard let difference = difference(from: again) else { return }
    throw host.failure(
      TwoOrders.message(
        of: TwoOrders.asked(candidates, in: company), from: difference.index,
        first: difference.first, second: difference.second,
        advice:
          "an order may depend on the request and on its candidates as a set, not on their order, on chance or on"
          + " other requests; look for random numbers that are not made of the lane's seed, the viewer, the refresh"
          + " and the post, for ties that the order of the candidates breaks, and for \(company.memory)"
      ),
      isUnrepeatable: true)
  }

  /// The first index at which an order that was given later differs, and what either has from there on; `nil` for the same
  /// order.
  func difference(from again: GivenOrder) -> (index: Int, first: String, second: String)? {
    guard posts != again.posts else { return nil }
    let longest = max(posts.count, again.posts.count)
    let index = (0..<longest).first { at($0) != again.at($0) } ?? 0
    return (index, text(from: index), again.text(from: index))
  }

  private func at(_ index: Int) -> PostID? { index < posts.count ? posts[index] : nil }

  private func text(from index: Int) -> String {
    let shown = posts.dropFirst(index).prefix(TwoOrders.shown).map { "post \($0)" }
    guard let last = shown.last else { return "no post" }
    return shown.dropLast().joined(separator: ", ") + (shown.count > 1 ? " and " : "") + last
  }
}
