/// One result that FeedLab must reproduce, and how it is observed.
///
/// To add one:
/// - a file with the type in the folder of its subject, its doc comment with the rule, the working of
///   the target, and the probability of a false alarm;
/// - its line in ``SelfTestCatalogue/all``;
/// - where a table of the documentation lists the results, a new run of it.
public protocol SelfCheck: Sendable {
  /// What it is called, such as `K1`; none twice.
  var id: String { get }
  /// Those that it is part of, at least one.
  var suites: [SelfTestSuite] { get }
  /// Where the targets come from.
  var source: String { get }
  /// About how many seconds it takes at full size on one core: the longest begin first.
  var seconds: Double { get }

  /// What a reader must know of the observations, a sentence each without full stop; mostly nothing.
  var notes: [String] { get }

  /// Observes what is to be reproduced: a pure function of the setting.
  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding]
}

extension SelfCheck {
  public var seconds: Double { 1 }
  public var notes: [String] { [] }
}
