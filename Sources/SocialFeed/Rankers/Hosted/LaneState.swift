internal import Synchronization

/// The lane of a world, which is opened by its first request, what its pages have to remember, and what ended it.
final class LaneState: Sendable {
  private struct Contents {
    var lane: (any RankerLane)?
    var failure: RankerFailure?
    var refreshes = FrozenRefreshes()
  }

  private let contents = Mutex(Contents())

  var failure: RankerFailure? { contents.withLock { $0.failure } }

  func lane(
    _ open: () throws(RankerFailure) -> any RankerLane
  ) throws(RankerFailure) -> any RankerLane {
    if let lane = contents.withLock({ $0.lane }) { return lane }
    let lane = try open()
    contents.withLock { $0.lane = lane }
    return lane
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
}
