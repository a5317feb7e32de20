/// Waits of this program for a ranker outside of it.
package enum RankerWait {
  /// Whether nobody needs the answer any more; whoever simulates a run sets it for the thread of the run. A ranker that
  /// takes long is asked no more then, within a second, and its run fails.
  @TaskLocal package static var isCancelled: @Sendable () -> Bool = { false }
}
