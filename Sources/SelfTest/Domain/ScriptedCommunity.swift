internal import SocialFeed
internal import Stochastics

extension Community {
  /// A community whose members act only by a check's script.
  init(ofMembers count: Int, categories: Int = 1) {
    self.init(categoryCount: categories)
    perform { community in
      for _ in 0..<count { _ = try community.join(now: 0) }
    }
  }

  /// Makes calls that the community must accept.
  mutating func perform<Value>(_ script: (inout Community) throws -> Value) -> Value {
    do {
      return try script(&self)
    } catch {
      preconditionFailure("a call of the self-test was refused: \(error)")
    }
  }
}

/// A ranker's noise from keyed draws, new at each refresh.
final class StreamNoise: FeedNoise {
  private let stream: KeyedStream

  init(_ name: String, _ setting: SelfTestSetting) {
    stream = KeyedStream(seed: setting.seed(20_261_121), world: 0, name: StreamName(name))
  }

  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    stream.uniform(viewer?.rawValue ?? .max, post.rawValue, refresh)
  }

  func shuffled(_ index: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int { index }
}
