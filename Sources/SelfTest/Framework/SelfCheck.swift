/// A result that FeedLab must reproduce, and how to observe it.
///
/// To add a check:
/// - a file with the type in the folder of its subject, its doc comment with the rule, the working of
///   the target, and the probability of a false alarm;
/// - its line in ``SelfTestCatalogue/all``;
/// - a new run of the self-test, where a table of the documentation lists its results.
public protocol SelfCheck: Sendable {
  /// The unique id, such as `K1`.
  var id: String { get }
  /// The suites with this check, at least one.
  var suites: [SelfTestSuite] { get }
  /// The source of the targets.
  var source: String { get }
  /// Approximate seconds at full size on one core; the longest checks begin first.
  var seconds: Double { get }

  /// Notes on the observations, one sentence each without full stop. Default: none.
  var notes: [String] { get }

  /// The observations, which must depend only on the setting.
  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding]
}

extension SelfCheck {
  public var seconds: Double { 1 }
  public var notes: [String] { [] }
}

/// A part of the self-test that can be run by itself.
public enum SelfTestSuite: String, CaseIterable, Sendable {
  /// Events, clocks and the keyed draws.
  case kernel
  /// The behaviour of people and communities.
  case behaviour
  /// Intervals and tests.
  case stats
}
