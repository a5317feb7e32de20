extension Community {
  /// When a call happens that is handed `now`: at `now`, but never before the last instant. A call whose `now` is older
  /// or not a finite number happens at the last instant.
  ///
  /// Until the first post or contest a community is being founded: members and ties bring their own
  /// dates along, in any order, and a finite `now` is taken unchanged.
  ///
  /// A call that changes something takes its time from here, and hands it to ``advanceClock(to:)``
  /// once it can no longer be refused.
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
