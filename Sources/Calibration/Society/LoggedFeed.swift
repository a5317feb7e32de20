public import SocialFeed
internal import SyntheticSociety

/// The feed that the logs come from: what could be on it, and how many posts the app requested at once. The scenario
/// of a fitted community has it, and the community is solved in it.
public struct LoggedFeed: Sendable, Hashable {
  /// The candidates.
  public let pool: FeedPool
  /// Why they are these.
  public let reason: String
  /// Posts a request; `nil` where the logs do not say.
  public let pageSize: Int?

  /// The smallest share of looks at posts of followed authors that makes a feed one of the network.
  private static let leastFollowed = 0.5
  /// The share of repeats from which a feed shows posts again.
  private static let leastRepeats = 0.05

  init(_ logs: LogTallies, _ sessions: SessionStatistics?) {
    var pool = FeedPool.standard
    let followed = logs.looked.followedShare(logs.follows, logs.users)
    let whose: String
    if logs.follows.isEmpty {
      pool.audience = .everyone
      whose = "the logs have no follows"
    } else if let followed, followed < Self.leastFollowed {
      pool.audience = .everyone
      whose =
        "\((100 * followed).rounded(digits: 0)) % of the looks are at posts of followed authors"
    } else {
      whose =
        followed.map {
          "\((100 * $0).rounded(digits: 0)) % of the looks are at posts of followed authors"
        }
        ?? "the logs have follows"
    }
    let repeats = logs.looked.repeatShare
    if let repeats, repeats >= Self.leastRepeats {
      pool.without = .nothing
      pool.exclusionTime = FeedPool().exclusionTime
    }
    self.pool = pool
    reason =
      whose
      + (repeats.map { ", and \((100 * $0).rounded(digits: 0)) % are repeats" }
        ?? ", and do not show repeats")
    pageSize = sessions?.pageSize
  }
}

extension SessionStatistics {
  /// Posts a request. The last page of a session is left somewhere, half-way on average: with n looks and l page loads
  /// a session a page has n ÷ (l − ½) posts.
  fileprivate var pageSize: Int {
    let loads = max(loadsPerSession - 0.5, 0.5)
    return min(max(Int((impressionsPerSession / loads).rounded()), 1), 100)
  }
}
