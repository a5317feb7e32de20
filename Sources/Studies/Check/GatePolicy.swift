/// What stops a build besides a regression.
public struct GatePolicy: Sendable, Hashable {
  /// Which changes stop it.
  public enum Failure: String, Sendable, Hashable, CaseIterable {
    /// Regressions alone.
    case worse
    /// Improvements too, so that nobody forgets to record them.
    case improved
    /// All that is not as in the baseline.
    case any
  }

  /// What comes of a rule of which so many worlds do not tell whether it is kept.
  public enum Undecided: String, Sendable, Hashable, CaseIterable {
    case warn, fail, pass
  }

  public var failure: Failure
  public var undecided: Undecided

  public init(failure: Failure = .worse, undecided: Undecided = .warn) {
    self.failure = failure
    self.undecided = undecided
  }
}
