/// Waits of this program for a ranker outside of it.
///
/// A type of its own around the question: the value of a task-local of a function type ends optimised programs.
package struct RankerWait: Sendable {
  private let question: @Sendable () -> Bool

  /// - Parameter isCancelled: Whether nobody needs the answer any more.
  package init(until isCancelled: @escaping @Sendable () -> Bool) { question = isCancelled }

  /// The wait of this thread, which whoever simulates a run sets for the thread of the run.
  @TaskLocal package static var current = RankerWait { false }

  /// Whether nobody needs the answer any more. A ranker that takes long is asked no more then, within a second, and its
  /// run fails.
  package static var isCancelled: Bool { current.question() }
}
