import BenchmarkSupport
import SocialFeed
import Stochastics

// Candidates that a formula scores a second on one core: one JSON line for each case.
// `FormulaScore [CANDIDATES…]`; default: 100,000 candidates at a time.
//
// `score` times only the formula, over existing columns; `gather and score` fills the columns from a community
// each time, as a request does.

/// Noise from keyed draws, as in a simulation: a Philox block for each post.
final class BlockNoise: FeedNoise {
  private let key = SIMD2<UInt32>(0x1234_5678, 0x9ABC_DEF0)

  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    let words = Philox4x32.block(key: key, counter: SIMD4(post.rawValue, refresh, occurrence, 0))
    return Uniform.open(words.x, words.y)
  }

  func fill(
    _ uniforms: inout MutableSpan<Double>, viewer: MemberID?, posts: Span<PostID>,
    refresh: UInt32, occurrence: UInt32
  ) {
    let whole = posts.count & ~3
    for start in stride(from: 0, to: whole, by: 4) {
      var numbers = SIMD4<UInt32>()
      for lane in 0..<4 { numbers[lane] = posts[start + lane].rawValue }
      let words = Philox4x32.blocks(
        key: key, numbers, SIMD4(repeating: refresh), SIMD4(repeating: occurrence), SIMD4())
      for lane in 0..<4 { uniforms[start + lane] = Uniform.open(words.0[lane], words.1[lane]) }
    }
    for index in whole..<posts.count {
      uniforms[index] = uniform(
        viewer: viewer, post: posts[index], refresh: refresh, occurrence: occurrence)
    }
  }

  func shuffled(_ index: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int { index }
}

/// A community of one author whose posts, an hour apart, have up to eight votes in a contest.
func community(posts count: Int) throws -> Community {
  var community = Community(categoryCount: 8, contestLength: 1e12)
  for _ in 0..<10 { _ = try? community.join(now: 0) }
  community.rotateContests(now: 0)
  for number in 0..<count {
    let now = Double(number) * 3600
    let post = try community.publish(
      author: MemberID(0), category: CategoryID(number % 8), now: now)
    try community.enter(post, by: MemberID(0), now: now)
    for voter in 1..<1 + number % 9 { try community.vote(for: post, by: MemberID(voter), now: now) }
  }
  return community
}

var arguments = CaseArguments(of: "FormulaScore")
var sizes: [Int] = []
while let argument = arguments.next() {
  guard let size = Int(argument), size >= 1 else {
    arguments.fail("\(argument) is not a number of candidates")
  }
  sizes.append(size)
}
for count in sizes.isEmpty ? [100_000] : sizes {
  let town = try community(posts: count)
  let request = FeedRequest(
    viewer: MemberID(9), surface: .home, now: Double(count) * 3600, noise: BlockNoise())
  let posts = (0..<count).map { PostID($0) }
  let base = "w_votes * log2(1 + votes) + max(0, 10 - 0.1 * age_hours)"
  for (name, text) in [("without noise", base), ("with noise", base + " + uniform(0, 5)")] {
    for gathers in [false, true] {
      var timer = CaseTimer()
      let formula = try ScoreFormula(text, weights: ["w_votes": 3])
      func gather() -> Candidates {
        Candidates(
          posts, formula.features, for: request, viewer: MemberID(9), now: request.now, from: town)
      }
      var scores = [Double](repeating: 0, count: count)
      let gathered = gather()
      let times = max(1, 20_000_000 / count)
      timer.begin()
      for _ in 0..<times {
        var span = scores.mutableSpan
        formula.score(gathers ? gather() : gathered, into: &span)
      }
      timer.end()
      var line = CaseLine("formula-score")
      line.add("formula", name)
      line.add("candidates", count)
      line.add("work", gathers ? "gather and score" : "score")
      line.print("candidates", times * count, timer)
    }
  }
}
