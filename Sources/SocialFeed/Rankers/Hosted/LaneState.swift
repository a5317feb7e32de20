internal import Synchronization

/// The lane of a world, which is opened by its first request or events, what waits for it, what its pages have to remember,
/// and what ended it.
final class LaneState: Sendable {
  private struct Contents {
    var lane: (any RankerLane)?
    var failure: RankerFailure?
    /// What happened since the lane's last message.
    var events: [RankerEvent] = []
    var refreshes = FrozenRefreshes()
    var scores = FrozenScores()
  }

  private let contents = Mutex(Contents())

  var failure: RankerFailure? { contents.withLock { $0.failure } }

  /// The lane, which has learnt all that has happened.
  func lane(
    _ open: () throws(RankerFailure) -> any RankerLane
  ) throws(RankerFailure) -> any RankerLane {
    let lane = try opened(open)
    let events = contents.withLock { contents in
      defer { contents.events.removeAll() }
      return contents.events
    }
    if !events.isEmpty { try lane.learn(events) }
    return lane
  }

  private func opened(
    _ open: () throws(RankerFailure) -> any RankerLane
  ) throws(RankerFailure) -> any RankerLane {
    if let lane = contents.withLock({ $0.lane }) { return lane }
    let lane = try open()
    contents.withLock { $0.lane = lane }
    return lane
  }

  /// Takes in events, which the lane gets before its next request, or now where many wait.
  ///
  /// - Parameter end: Simulated seconds from which it learns nothing more of what is shown and done.
  func learn(
    _ events: [RankerEvent], until end: Double,
    _ open: () throws(RankerFailure) -> any RankerLane
  ) {
    guard failure == nil else { return }
    let waiting = contents.withLock { contents in
      for event in events where event.time < end || !event.isFeedback {
        contents.events.append(event)
      }
      return contents.events.count
    }
    guard waiting >= HostedRanker.mostWaiting else { return }
    do throws(RankerFailure) { _ = try lane(open) } catch { fail(error) }
  }

  /// Ends the lane.
  func fail(_ failure: RankerFailure) {
    contents.withLock { contents in
      contents = Contents()
      contents.failure = failure
    }
  }

  /// Looks at what stands still, or changes it.
  func withRefreshes<Result: Sendable>(
    _ work: (inout FrozenRefreshes) -> Result
  ) -> Result {
    contents.withLock { work(&$0.refreshes) }
  }

  /// The scores in which the refresh of candidates stands still; `nil` where they are those of another one.
  func frozenScores(of candidates: borrowing Candidates) -> [Double]? {
    contents.withLock { $0.scores }.scores(of: candidates)
  }

  /// Keeps the scores of a first page.
  func freeze(_ scores: Span<Double>, of candidates: borrowing Candidates) {
    var frozen = contents.withLock { contents in
      defer { contents.scores = FrozenScores() }
      return contents.scores
    }
    frozen.keep(scores, of: candidates)
    contents.withLock { $0.scores = frozen }
  }
}
