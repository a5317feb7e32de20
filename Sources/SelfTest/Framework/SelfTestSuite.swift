/// A part of the self-test that can be run by itself.
public enum SelfTestSuite: String, CaseIterable, Sendable {
  /// Events, clocks and the keyed draws.
  case kernel
  /// What people and their communities do.
  case behaviour
  /// What intervals and tests promise.
  case stats
}
