internal import SocialFeed
internal import Stochastics

/// Noise of a ranker as a simulation draws it, new at each refresh.
final class StreamNoise: FeedNoise {
  private let stream: KeyedStream

  init(_ name: String) {
    stream = KeyedStream(seed: 20_261_121, world: 0, name: StreamName(name))
  }

  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    stream.uniform(viewer?.rawValue ?? .max, post.rawValue, refresh)
  }

  func shuffled(_ place: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int { place }
}
