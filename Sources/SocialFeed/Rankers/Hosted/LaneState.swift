internal import Synchronization

/// The lane of a world, which is opened by its first request or events, what waits for it, what its pages have to remember,
/// and what ended it.
final class LaneState: Sendable {
  let host: any RankerHost
  let world: RankerWorld
  /// Simulated seconds until the lane stops learning from impressions and interactions.
  private let end: Double

  private struct Contents {
    var lane: (any RankerLane)?
    var failure: RankerFailure?
    /// What happened since the lane's last message.
    var events: [RankerEvent] = []
    /// Orders, or the posts that were served so far.
    var posts = FrozenRefreshes<[PostID]>()
    var scores = FrozenRefreshes<FrozenScores>()
  }

  private let contents = Mutex(Contents())

  init(_ host: any RankerHost, world: RankerWorld, learnsUntil end: Double) {
    self.host = host
    self.world = world
    self.end = end
  }

  var failure: RankerFailure? { contents.withLock { $0.failure } }

  /// The lane, which has learnt all that has happened.
  func lane() throws(RankerFailure) -> any RankerLane {
    let (opened, events) = contents.withLock { contents in
      defer { contents.events.removeAll() }
      return (contents.lane, contents.events)
    }
    let lane = if let opened { opened } else { try open() }
    if !events.isEmpty { try lane.learn(events) }
    return lane
  }

  private func open() throws(RankerFailure) -> any RankerLane {
    let lane = try host.open(world: world)
    contents.withLock { $0.lane = lane }
    return lane
  }

  /// Takes in events, which the lane of a host that learns gets before its next request, or now where many wait.
  func learn(_ events: [RankerEvent]) {
    guard host.learns, failure == nil else { return }
    let waiting = contents.withLock { contents in
      for event in events where event.time < end || !event.isFeedback {
        contents.events.append(event)
      }
      return contents.events.count
    }
    guard waiting >= HostedRanker.mostWaiting else { return }
    do throws(RankerFailure) { _ = try lane() } catch { fail(error) }
  }

  /// Ends the lane.
  func fail(_ failure: RankerFailure) {
    contents.withLock { contents in
      contents = Contents()
      contents.failure = failure
    }
  }

  /// The order in which a refresh stands still, or what was served in it so far; `nil` where it is none of the newest.
  func frozenPosts(of refresh: RefreshID) -> [PostID]? { contents.withLock { $0.posts[refresh] } }

  /// Keeps the order of a refresh, or what was served in it so far.
  func freeze(_ posts: [PostID], of refresh: RefreshID) {
    contents.withLock { $0.posts.keep(posts, of: refresh) }
  }

  /// The scores in which the refresh of candidates stands still; `nil` where it is none of the newest.
  func frozenScores(of candidates: borrowing Candidates) -> [Double]? {
    let refresh = RefreshID(candidates)
    return contents.withLock { $0.scores[refresh] }?.scores(of: candidates)
  }

  /// Keeps the scores of a first page.
  func freeze(_ scores: Span<Double>, of candidates: borrowing Candidates) {
    let (frozen, refresh) = (FrozenScores(scores, of: candidates), RefreshID(candidates))
    contents.withLock { $0.scores.keep(frozen, of: refresh) }
  }
}
