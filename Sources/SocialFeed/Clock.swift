extension Community {
  /// When a call happens that is handed `now`: at `now`, but never before the last instant, at which
  /// a call happens whose `now` is older or is not a finite number.
  ///
  /// Until the first post or contest a community is being founded: members and ties bring their own
  /// dates along, in any order, and a finite `now` is taken as it is.
  ///
  /// A call that changes something takes its time from here, and hands it to ``advanceClock(to:)``
  /// once nothing can refuse it any more.
  @inline(__always)
  func instant(_ now: Double) -> Double {
    if now > lastInstant && now < .infinity { return now }
    return isBeingFounded && now.isFinite ? now : lastInstant
  }

  /// Notes the instant of a call that is accepted.
  @inline(__always)
  mutating func advanceClock(to instant: Double) { lastInstant = instant }

  /// Whether there never was a post or a contest.
  private var isBeingFounded: Bool { posts.count == 0 && contests.count == 0 }
}
