/// Waits of this program for a ranker outside of it.
///
/// A type of its own around the question: the value of a task-local of a function type ends optimised programs.
package struct RankerWait: Sendable {
  private let question: @Sendable () -> Bool

  /// - Parameter isCancelled: Whether the answer is no longer needed.
  package init(until isCancelled: @escaping @Sendable () -> Bool) { question = isCancelled }

  /// The wait of this thread, which whoever simulates a run sets for the thread of the run.
  @TaskLocal package static var current = RankerWait { false }

  /// Whether the answer is no longer needed. A ranker that takes long is then no longer waited for, within a second, and its
  /// run fails.
  package static var isCancelled: Bool { current.question() }
}
