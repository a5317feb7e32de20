internal import PortableMath
internal import Stochastics

/// Which requests have their candidate pool looked at, so that their slates can be held against the
/// best that could have been shown: a keyed sample of 2 % of them, or of about 400 a world where
/// that is fewer, since a pool has as many posts as the community.
struct PoolSampling: Sendable {
  static let largestShare = 0.02
  static let mostRequests = 400.0
  /// Places that the gain counts.
  static let cutoff = 10

  private let stream: KeyedStream
  private let share: Double
  private let discounts: [Double]

  init(_ stream: KeyedStream, expectedRequests: Double) {
    self.stream = stream
    share = min(Self.largestShare, Self.mostRequests / max(1, expectedRequests))
    discounts = (0..<Self.cutoff).map { 1 / Portable.log2(Double($0 + 2)) }
  }

  func takes(_ key: MemberKey, _ refresh: UInt32) -> Bool {
    stream.uniform(key.rawValue, refresh) < share
  }

  /// 1 ÷ log₂(1 + position), for a place from 0.
  func discount(_ place: Int) -> Double { discounts[place] }
}
