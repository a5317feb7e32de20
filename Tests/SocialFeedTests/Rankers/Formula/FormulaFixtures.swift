import SocialFeed
import TestSupport

/// Candidates whose features are whatever a small community makes them, and their scores.
struct FormulaGround {
  let community: Community
  let request: FeedRequest
  let noise: CountingNoise
  let posts: [PostID]

  /// So many posts by members 1 to 9 with random engagement, seen by member 0.
  init(posts count: Int, seed: UInt64 = 1) throws {
    var generator = SeededGenerator(seed: seed)
    var community = Community(members: 10)
    community.rotateContests(now: 0)
    for number in 0..<count {
      let author = member(1 + Int.random(in: 0..<9, using: &generator))
      let now = Double(number) * 100
      let post = try community.publish(
        author: author, category: category(number % 4), now: now)
      if number % 3 == 0 { try community.enter(post, by: author, now: now) }
      for reader in 0..<10 where generator.unit() < 0.3 {
        try community.like(post, by: member(reader), now: now)
        if generator.unit() < 0.5 { try community.view(post, by: member(reader), now: now) }
        if generator.unit() < 0.5 { try community.save(post, by: member(reader), now: now) }
        if generator.unit() < 0.5 {
          try community.comment("hm", on: post, by: member(reader), now: now)
        }
        if number % 3 == 0, member(reader) != author {
          try community.vote(for: post, by: member(reader), now: now)
        }
      }
    }
    try community.befriend(member(0), member(3), now: 0)
    try community.follow(member(0), member(4), now: 0)
    self.community = community
    noise = CountingNoise(seed: seed)
    request = FeedRequest(
      viewer: member(0), surface: .home, now: Double(count) * 100, refresh: 5, noise: noise)
    posts = (0..<count).map { PostID($0) }
  }

  func candidates(_ features: FeatureSet = .all) -> Candidates {
    Candidates(
      posts, features, for: request, viewer: member(0), now: request.now, from: community)
  }

  /// The scores that a formula gives.
  func scores(_ text: String, weights: [String: Double] = [:]) throws -> [Double] {
    let formula = try ScoreFormula(text, weights: weights)
    var scores = [Double](repeating: .nan, count: posts.count)
    var span = scores.mutableSpan
    formula.score(candidates(formula.features), into: &span)
    return scores
  }

  /// The number that a constant formula gives.
  func value(_ text: String, weights: [String: Double] = [:]) throws -> Double {
    try scores(text, weights: weights)[0]
  }
}

/// What is wrong with a formula, a line for each fault; empty for nothing.
func formulaFaults(_ text: String, weights: [String: Double] = [:]) -> [String] {
  do throws(InvalidFormula) {
    _ = try ScoreFormula(text, weights: weights)
    return []
  } catch {
    return error.description.split(separator: "\n").map(String.init)
  }
}
