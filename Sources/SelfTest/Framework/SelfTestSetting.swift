/// How large a self-test is, and what it can reach.
public struct SelfTestSetting: Sendable {
  /// The part of each full sample that is taken, in (0, 1].
  public let share: Double
  /// The folder of the scenarios that come with FeedLab.
  public let scenarios: String
  /// The digest of ``DigestWorld`` as other processes find it, each with another hash seed, one a
  /// call; `nil` where no process can be started.
  public let digestElsewhere: (@Sendable () throws(SelfTestFailure) -> String)?

  /// The part that a quick self-test takes.
  public static let quickShare = 0.1

  public init(
    share: Double = 1, scenarios: String = "scenarios",
    digestElsewhere: (@Sendable () throws(SelfTestFailure) -> String)? = nil
  ) {
    precondition(share > 0 && share <= 1, "a self-test of \(share) of its size")
    self.share = share
    self.scenarios = scenarios
    self.digestElsewhere = digestElsewhere
  }

  /// The sample to take in place of a full one.
  ///
  /// - Parameter least: What is taken however small the share.
  func sample(of full: Int, atLeast least: Int = 1) -> Sample {
    Sample(
      count: min(full, max(least, Int((Double(full) * share).rounded()))), full: full)
  }
}

/// How many of something are observed.
struct Sample {
  let count: Int
  let full: Int

  /// √(full ÷ taken): what tolerances stated for the full sample are multiplied by, as standard
  /// errors are.
  var widening: Double { (Double(full) / Double(count)).squareRoot() }
}
