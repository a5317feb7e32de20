extension FeedDevice {
  /// The instant that the caller gives as now.
  ///
  /// One that is not a finite number is taken as the last one. When the caller's clock steps back,
  /// the instants that the device remembers step back with it, so that timers keep their remaining time.
  mutating func instant(_ now: Double) -> Double {
    guard !(now >= clock && now < .infinity) else {
      clock = now
      return now
    }
    guard now.isFinite else { return clock }
    let step = clock - now
    nextTimer = nextTimer.map { $0 - step }
    loadedAt = loadedAt.map { $0 - step }
    pageCall?.askedAt -= step
    clock = now
    return now
  }

  /// When an answer came. It may lie ahead of the clock: those who know when an answer will come
  /// can report it before.
  func instant(ofAnswer now: Double) -> Double { now >= clock && now < .infinity ? now : clock }
}
