import SocialFeed
import TestSupport

/// Noise that is a hash of what it is asked for, and counts how often it is asked.
final class CountingNoise: FeedNoise, @unchecked Sendable {
  private let seed: UInt64
  private(set) var draws = 0
  /// Indexes of random orders asked for.
  private(set) var positions = 0
  private var permutations: [[UInt64]: [Int]] = [:]

  init(seed: UInt64 = 1) { self.seed = seed }

  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    draws += 1
    return value(viewer: viewer, post: post, refresh: refresh, occurrence: occurrence)
  }

  func shuffled(_ index: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int {
    positions += 1
    return permutation(of: count, viewer: viewer, refresh: refresh)[index]
  }

  /// The same as `uniform`, uncounted.
  func value(
    viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32 = 0
  ) -> Double {
    var generator = generator(viewer, refresh)
    let word = UInt64(occurrence) << 32 | UInt64(post.rawValue)
    generator = SeededGenerator(seed: generator.next() ^ word)
    return (Double(generator.next() >> 12) + 0.5) * 0x1p-52
  }

  /// The whole random order.
  func permutation(of count: Int, viewer: MemberID?, refresh: UInt32) -> [Int] {
    let key = [UInt64(count), UInt64(viewer?.rawValue ?? .max), UInt64(refresh)]
    if let known = permutations[key] { return known }
    var generator = generator(viewer, refresh)
    let permutation = (0..<count).shuffled(using: &generator)
    permutations[key] = permutation
    return permutation
  }

  private func generator(_ viewer: MemberID?, _ refresh: UInt32) -> SeededGenerator {
    var generator = SeededGenerator(seed: seed)
    let word = UInt64(viewer?.rawValue ?? .max) << 32 | UInt64(refresh)
    return SeededGenerator(seed: generator.next() ^ word)
  }
}
