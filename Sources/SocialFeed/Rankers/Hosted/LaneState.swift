internal import Synchronization

/// The lane of a world, which is opened by its first request or events, what waits for it, what its pages have to remember,
/// its requests for a second instance, and what ended it.
final class LaneState: Sendable {
  let host: any RankerHost
  let world: RankerWorld
  /// Simulated seconds until the lane stops learning from impressions and interactions.
  private let end: Double
  /// Whether some requests are sent again.
  private let isTested: Bool

  private struct Contents {
    var lane: (any RankerLane)?
    var failure: RankerFailure?
    /// The lane in the second instance of a ranker that learns, which gets the same events.
    var second: (any RankerLane)?
    /// How many requests could be asked again.
    var requests = 0
    /// Those that are sent again when the world has ended.
    var kept: [KeptRequest] = []
    /// What happened since the lane's last message.
    var events: [RankerEvent] = []
    /// Orders, or the posts that were served so far.
    var posts = FrozenRefreshes<FrozenPosts>()
    var scores = FrozenRefreshes<FrozenScores>()
  }

  private let contents = Mutex(Contents())

  init(_ host: any RankerHost, world: RankerWorld, learnsUntil end: Double, isTested: Bool) {
    self.isTested = isTested
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
    guard !events.isEmpty else { return lane }
    try lane.learn(events)
    try second?.learn(events)
    return lane
  }

  private func open() throws(RankerFailure) -> any RankerLane {
    let lane = try host.open(world: world)
    contents.withLock { $0.lane = lane }
    if isTested, host.learns, let instance = lane.second {
      let second = try instance.lane()
      contents.withLock { $0.second = second }
    }
    return lane
  }

  /// The lane in the second instance of a ranker that learns; `nil` after its last request.
  var second: (any RankerLane)? { contents.withLock { $0.second } }

  /// The number, from 1, of the next request that may be asked again.
  func nextRequest() -> Int {
    // The lane that ends is released without the lock.
    let (number, _) = contents.withLock { contents in
      contents.requests += 1
      guard contents.requests > SecondInstance.lastOfLearner else {
        return (contents.requests, nil as (any RankerLane)?)
      }
      defer { contents.second = nil }
      return (contents.requests, contents.second)
    }
    return number
  }

  /// Keeps a request until the world has ended.
  func keep(_ request: KeptRequest) { contents.withLock { $0.kept.append(request) } }

  /// Asks the kept requests again in the lane's second instance, the last one first.
  ///
  /// - Parameter ask: Asks one again, and throws where the answer differs.
  func endWorld(
    _ ask: (KeptRequest, any RankerLane, RequestCompany) throws(RankerFailure) -> Void
  ) {
    let (lane, kept) = contents.withLock { contents in
      defer { contents.kept = [] }
      return (contents.lane, contents.kept)
    }
    guard !kept.isEmpty, let instance = lane?.second else { return }
    do throws(RankerFailure) {
      let second = try instance.lane()
      for request in kept.reversed() { try ask(request, second, instance.company) }
    } catch {
      fail(error)
    }
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
  func frozenPosts(of refresh: RefreshID) -> FrozenPosts? {
    contents.withLock { $0.posts[refresh] }
  }

  /// Keeps the order of a refresh, or what was served in it so far.
  func freeze(_ posts: FrozenPosts, of refresh: RefreshID) {
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

/// A request that is sent again when its world has ended, with the first answer.
enum KeptRequest: Sendable {
  case score(FailedRequest, [Double])
  case order(FailedRequest, [PostID])
  case page(ServeRequest, [PostID])
}
