/// Which requests to an external ranker are sent twice, the second time with the candidates in reverse
/// order.
///
/// A ranker whose order depends on chance, on the order of the candidates or on other requests would give a run that
/// cannot be repeated, without any notice. All candidates have to be in the same order both times, not only the first
/// page's: later pages of the refresh show the others, and a ranker knows no pages. The first request of a world is sent twice
/// whatever the share, so that no world is too small to be tested.
package struct RankerProbe: Sendable {
  /// Requests are taken whose hash is below it.
  private let bound: UInt64

  /// Takes a share of the requests; with 1, all of them.
  ///
  /// - Precondition: It is above 0 and at most 1.
  package init(share: Double) {
    require(share > 0 && share <= 1, "a share of \(share) of the requests cannot be asked twice")
    bound = UInt64(exactly: (share * 0x1p64).rounded(.down)) ?? .max
  }

  private init() { bound = 0 }

  /// The default share of the requests that are sent twice: one in a hundred.
  package static let usualShare = 0.01
  package static let usual = RankerProbe(share: usualShare)
  /// Takes no request.
  package static let none = RankerProbe()

  /// Whether it takes any request.
  var isOn: Bool { bound > 0 }

  /// Whether a request is taken, by a hash of its world with the seed, viewer, refresh and clock: which requests these are
  /// depends on no other request, nor on threads. All pages of a refresh are taken, or none.
  package func takes(_ candidates: borrowing Candidates, ofWorld world: RankerWorld) -> Bool {
    // One candidate has one order, and what no run depends on is asked once.
    guard candidates.count > 1, !candidates.isHypothetical else { return false }
    return takes(
      viewer: candidates.viewer, refresh: candidates.refresh, now: candidates.now, ofWorld: world)
  }

  func takes(viewer: MemberID, refresh: UInt32, now: Double, ofWorld world: RankerWorld) -> Bool {
    guard isOn else { return false }
    let viewer = UInt64(viewer.rawValue) << 32 | UInt64(refresh)
    // Its own constant: where noise of the same seed is drawn is not where requests are asked twice.
    var hash = KeyedNoise.mix(UInt64(truncatingIfNeeded: world.number) ^ 0x70_726F_6265)
    hash = KeyedNoise.mix(hash ^ world.seed)
    hash = KeyedNoise.mix(hash ^ viewer)
    hash = KeyedNoise.mix(hash ^ now.bitPattern)
    return bound == .max || hash < bound
  }
}
