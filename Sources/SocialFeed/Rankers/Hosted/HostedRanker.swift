internal import Synchronization

/// A ranker of one world that is asked outside of this program.
///
/// Scores are rounded to 24 significant bits, so that another order of additions outside, whose last bits differ, gives
/// the same page. After a failure all scores are 0, and ``failure`` has the reason: whoever runs the world ends it.
public struct HostedRanker: ScoringRanker {
  public let pool: Int
  public let fingerprint: RankerFingerprint
  private let host: any RankerHost
  private let world: Int
  private let state = LaneState()

  public var features: FeatureSet { host.features }

  public var failure: RankerFailure? { state.failure }

  init(_ host: any RankerHost, world: Int, pool: Int) {
    self.host = host
    self.world = world
    self.pool = pool
    fingerprint = RankerFingerprint(host.digest).with(world).with(pool)
  }

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    guard candidates.count > 0, state.failure == nil else { return }
    do throws(RankerFailure) {
      let lane = try state.lane { () throws(RankerFailure) in try host.open(world: world) }
      try lane.score(candidates, into: &scores)
      for index in scores.indices {
        guard scores[index].isFinite else {
          throw RankerFailure(
            "\(host.name) gave post \(candidates.posts[index]) the score \(scores[index]); a score is a finite number")
        }
        scores[index] = scores[index].roundedTo24Bits
      }
    } catch {
      state.fail(error)
      for index in scores.indices { scores[index] = 0 }
    }
  }
}

/// The lane of a world, which is opened by its first request, and what ended it.
private final class LaneState: Sendable {
  private let state = Mutex<(lane: (any RankerLane)?, failure: RankerFailure?)>((nil, nil))

  var failure: RankerFailure? { state.withLock { $0.failure } }

  func lane(
    _ open: () throws(RankerFailure) -> any RankerLane
  ) throws(RankerFailure) -> any RankerLane {
    if let lane = state.withLock({ $0.lane }) { return lane }
    let lane = try open()
    state.withLock { $0.lane = lane }
    return lane
  }

  func fail(_ failure: RankerFailure) {
    state.withLock { $0 = (nil, failure) }
  }
}

extension Double {
  /// The nearest number with 24 significant bits, ties to even, as `Float` has them but with this type's exponents.
  var roundedTo24Bits: Double {
    let low: UInt64 = 1 << 29
    let bits = bitPattern
    let half = low / 2 - 1 + (bits / low & 1)
    let rounded = Double(bitPattern: (bits + half) & ~(low - 1))
    return rounded.isFinite ? rounded : self
  }
}
