/// Which requests to a ranker outside of this program are asked twice, the second time with the candidates in reverse
/// order.
///
/// A ranker whose order depends on chance, on the order of the candidates or on other requests would give a run that
/// cannot be repeated, and nobody would notice. All candidates have to be in the same order both times, not those of the
/// first page alone: later pages of the refresh show the others, and a ranker knows no pages.
package struct RankerProbe: Sendable {
  /// One of so many requests is taken; 0 for none.
  private let interval: UInt64

  /// Takes one of so many requests.
  ///
  /// - Precondition: The number is at least 1.
  package init(oneOf interval: Int) {
    require(interval >= 1, "one of \(interval) requests cannot be asked twice")
    self.interval = UInt64(interval)
  }

  private init() { interval = 0 }

  package static let oneOfHundred = RankerProbe(oneOf: 100)
  /// Takes no request.
  package static let none = RankerProbe()

  /// Whether a request is taken, by a hash of its world, viewer, refresh and clock: which requests these are depends on
  /// no other request, nor on threads. All pages of a refresh are taken, or none.
  func takes(_ candidates: borrowing Candidates, ofWorld world: Int) -> Bool {
    // One candidate has one order, and what no run depends on is asked once.
    guard interval > 0, candidates.count > 1, !candidates.isHypothetical else { return false }
    let viewer = UInt64(candidates.viewer.rawValue) << 32 | UInt64(candidates.refresh)
    // Its own constant: where noise of the same seed is drawn is not where requests are asked twice.
    var hash = KeyedNoise.mix(UInt64(truncatingIfNeeded: world) ^ 0x70_726F_6265)
    hash = KeyedNoise.mix(hash ^ viewer)
    hash = KeyedNoise.mix(hash ^ candidates.now.bitPattern)
    return hash.multipliedFullWidth(by: interval).high == 0
  }
}
