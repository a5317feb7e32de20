/// The size of a self-test, and its resources.
public struct SelfTestSetting: Sendable {
  /// The fraction of each full sample that is taken, in (0, 1].
  public let share: Double
  /// The seed of every random sample of the checks.
  public let seed: UInt32
  /// The folder of the scenarios that are shipped with FeedLab.
  public let scenarios: String
  /// Returns the digest of ``DigestWorld`` in another process, with another hash seed in each call; `nil`
  /// where no process can be started.
  public let digestElsewhere: (@Sendable () throws(SelfTestFailure) -> String)?

  /// The fraction of a quick self-test.
  public static let quickShare = 0.1

  public init(
    share: Double = 1, seed: UInt32 = 0, scenarios: String = "scenarios",
    digestElsewhere: (@Sendable () throws(SelfTestFailure) -> String)? = nil
  ) {
    precondition(share > 0 && share <= 1, "a self-test of \(share) of its size")
    self.share = share
    self.seed = seed
    self.scenarios = scenarios
    self.digestElsewhere = digestElsewhere
  }

  /// The seed of a check's sample: the check's own where ``seed`` is 0.
  ///
  /// - Parameter own: Of the sample; below 2³².
  func seed(_ own: UInt64) -> UInt64 { own ^ UInt64(seed) << 32 }

  /// The sample to take instead of a full one.
  ///
  /// - Parameter least: The smallest size of the sample.
  func sample(of full: Int, atLeast least: Int = 1) -> Sample {
    Sample(
      count: min(full, max(least, Int((Double(full) * share).rounded()))), full: full)
  }
}

/// The size of a sample, and how much it widens tolerances.
struct Sample {
  let count: Int
  let full: Int

  /// √(full ÷ taken): the factor of tolerances that are given for the full sample; standard errors grow by
  /// the same factor.
  var widening: Double { (Double(full) / Double(count)).squareRoot() }
}
