package import FeedMetrics
internal import SocialFeed
package import SyntheticSociety

/// All that is measured of one run, the input of every statistic.
package struct CommunityRecord: Sendable {
  package let run: RunColumns
  package let looks: LookColumns
  package let posts: PostColumns
  package let friendsOfMember: [Int]
  /// Seconds until follows of the first half of the run were returned, where they were.
  package let returnDelays: [Double]
  package let contests: ContestColumns
  /// Empty where they were not recorded.
  package let decisions: RecordedDecisions
  /// The follows at the end, and their properties.
  package let follows: FollowGraph
  package let graph: FollowGraphStatistics
}

/// The sinks of a run that is measured.
package struct CommunitySinks {
  private let run = RunColumnsSink()
  private let looks = LookSink()
  private let posts = PostSink()
  private let friends = FriendSink()
  private let returns: ReturnedFollows
  private let contests = ContestSink()

  /// - Parameter duration: The length of the run in seconds.
  package init(duration: Double) { returns = ReturnedFollows(observedUntil: duration / 2) }

  package var all: [any ObservationSink] { [run, looks, posts, friends, returns, contests] }

  /// What was observed so far.
  ///
  /// - Parameter decisions: Those that were recorded, if any were.
  package func record(_ decisions: RecordedDecisions = RecordedDecisions()) -> CommunityRecord {
    let columns = run.columns
    let follows = FollowGraph(
      nodeCount: columns.impressionsOfMember.count,
      edges: columns.follows.map {
        FollowGraph.Edge(from: $0.from.rawValue, to: $0.to.rawValue)
      })
    return CommunityRecord(
      run: columns, looks: looks.columns, posts: posts.columns,
      friendsOfMember: friends.friendsOfMember, returnDelays: returns.delays,
      contests: contests.columns, decisions: decisions, follows: follows,
      graph: FollowGraphStatistics(follows))
  }
}
