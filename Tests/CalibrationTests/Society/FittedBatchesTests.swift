import Calibration
import SyntheticSociety
import TestSupport
import Testing

/// How much authors keep to categories, where each uploads several posts at once.
@Suite struct FittedBatchesTests {
  private static let key = "behaviour.interests.creator-concentration"

  /// A post with the seconds since some midnight, `nil` where they are unknown.
  private typealias Post = (author: String, category: String, seconds: Int?)

  /// The figure of a log that has the posts in this order.
  private func figure(_ posts: [Post]) throws -> FittedFigure {
    let rows = posts.enumerated().map { index, post in
      "\(index),\(post.author),\(post.category),\(post.seconds.map { "\(1_600_041_600 + $0)" } ?? "")\n"
    }
    let tables =
      "{role: posts, file: p.csv, tsUnit: s, columns: {post: id, author: by, category: c, ts: t}}"
    let folder = try TestFolder(["p.csv": "id,by,c,t\n" + rows.joined()], tables: tables)
    return try #require(try folder.society().figure(for: Self.key))
  }

  @Test func `the posts of a batch count once`() throws {
    // Author a: three posts of sea with gaps of 1,799 s, one more 1,800 s later, one of sky. Author b: sea between two
    // posts of one batch of sky, and rock. Author c: sea without times. Author d: rock, hours apart.
    let posts: [Post] = [
      ("a", "sea", 10_000), ("a", "sea", 11_799), ("a", "sea", 13_598), ("a", "sea", 15_398),
      ("a", "sky", 15_398),
      ("b", "sky", 10_000), ("b", "sea", 10_500), ("b", "sky", 11_000), ("b", "rock", 90_000),
      ("c", "sea", nil), ("c", "sea", nil), ("c", "sea", nil), ("c", "sea", nil),
      ("d", "rock", 0), ("d", "rock", 9_000), ("d", "rock", 18_000), ("d", "rock", 27_000),
    ]
    // By hand, the batches: a has two of sea and one of sky, b one of each category, c four of sea, d four of rock.
    let batches: [Post] = [
      "a sea", "a sea", "a sky", "b sky", "b sea", "b rock", "c sea", "c sea", "c sea", "c sea",
      "d rock", "d rock", "d rock", "d rock",
    ].enumerated().map { index, batch in
      let words = batch.split(separator: " ").map(String.init)
      return (words[0], words[1], 86_400 * index)
    }
    let expected = try figure(batches)
    expectEqual(expected.count, 4)
    try expectEqual(figure(posts), expected)
    for seed in 1...5 {
      var random = SeededGenerator(seed: UInt64(seed))
      let order = posts.shuffled(using: &random)
      // Sums of another order differ in the last digits.
      let found = try figure(order)
      #expect(abs(found.values[0] / expected.values[0] - 1) < 1e-4, "seed \(seed)")
    }
  }

  /// 400 authors of the default society upload ten batches each, of one to twenty posts. What is fitted is within four
  /// standard errors of what they have, 10: six false alarms in 100,000 seeds. Counting each post gives 2.
  @Test func `authors of batches have the concentration that they were made with`() throws {
    let parameters = SocietyParameters()
    let interests = Interests(parameters)
    var random = SeededGenerator(seed: 23)
    var posts: [Post] = []
    for author in 0..<400 {
      let weights = interests.decide(
        Interests.Situation(
          isCreator: true,
          uniforms: (0..<12).map { _ in SIMD2(random.unit(), random.unit()) }))
      for batch in 0..<10 {
        var rest = random.unit()
        let category = weights.firstIndex { weight in
          rest -= weight
          return rest < 0
        }
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          posts.append(("\(author)", "\(category ?? 11)", 86_400 * batch))
        }
      }
    }
    let figure = try figure(posts.shuffled(using: &random))
    let error = try #require(figure.standardError)
    expectEqual(figure.count, 400)
    #expect(abs(figure.values[0] - 10) < 4 * error && error < 1, "\(figure)")
  }
}
