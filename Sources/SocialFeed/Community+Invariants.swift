extension Community {
  /// Checks, under the trait `InternalChecks`, that every stored count equals what it counts and
  /// every index holds what it should: after each change of a small community, and of a larger one
  /// after so many that a change costs 50 steps on average.
  @inline(__always)
  mutating func checkInvariants() {
    #if InternalChecks
      changesSinceCheck += 1
      guard 50 * changesSinceCheck >= memberCount + postCount + followCount else { return }
      changesSinceCheck = 0
      checkMembers()
      checkTies()
      checkRequestsAndBlocks()
      checkNotifications()
      checkPosts()
      checkContests()
    #endif
  }
}
