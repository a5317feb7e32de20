/// The worth of a slate to a viewer who tires of one subject: α-DCG with categories as subtopics.
///
/// A relevant post gains (1 − α)^*i* when *i* relevant posts of its category stand before it, others gain 0; a gain is
/// worth ``PositionDiscount/weight(at:)`` of its position.
///
/// Source: Clarke et al., SIGIR 2008.
package enum NoveltyGain {
  /// α: the part of its worth that a post loses with each relevant post of its category before it.
  package static let tiring = 0.5
  /// From this relevance on a post is relevant.
  package static let relevantFrom = 0.5

  /// α-DCG of a slate's first positions.
  ///
  /// - Parameter posts: Position from 1, category and relevance of each post, in order of position;
  ///   posts beyond ``PositionDiscount/cutoff`` gain 0.
  package static func gain(
    of posts: some Sequence<(position: Int, category: Int, relevance: Double)>
  ) -> Double {
    var worth: [Int: Double] = [:]
    var sum = 0.0
    for post in posts where post.relevance >= relevantFrom {
      guard post.position <= PositionDiscount.cutoff else { break }
      let gain = worth[post.category] ?? 1
      sum += gain * PositionDiscount.weight(at: post.position)
      worth[post.category] = gain * (1 - tiring)
    }
    return sum
  }

  /// The largest α-DCG that candidates can have.
  ///
  /// A post has one category, so the greedy order, which is best here, puts the largest of the numbers
  /// 1, 1 − α, (1 − α)², … first, each as often as the category has relevant candidates.
  ///
  /// - Parameter pool: Category and relevance of each candidate, in any order.
  /// - Returns: 0 when none is relevant.
  /// - Complexity: O(*n* log *n*), where *n* is the number of candidates.
  package static func ideal(
    of pool: some Sequence<(category: Int, relevance: Double)>
  ) -> Double {
    var worth: [Int: Double] = [:]
    var gains: [Double] = []
    for post in pool where post.relevance >= relevantFrom {
      let gain = worth[post.category] ?? 1
      gains.append(gain)
      worth[post.category] = gain * (1 - tiring)
    }
    return PositionDiscount.gain(of: gains.sorted(by: >))
  }
}
