internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// A small world whose digest must be the same in every process.
public enum DigestWorld {
  /// Simulates the world.
  ///
  /// - Returns: The digest of all observations, in hex.
  public static func digest() -> String { run(.ordering(.home, by: "affinity")).digest() }

  static func run(_ arm: Arm) -> WorldRun {
    WorldRun(parameters: .society(members: 150, days: 3), arm: arm, seed: 3, world: 5)
  }
}

extension WorldRun {
  /// Simulates the world.
  ///
  /// - Parameter others: Further sinks.
  /// - Returns: The digest of all observations, in hex.
  func digest(with others: [any ObservationSink] = []) -> String {
    let digest = DigestSink()
    observed(by: others + [digest])
    return digest.hexDigest
  }

  /// Simulates the world to its horizon.
  @discardableResult func observed(by sinks: [any ObservationSink]) -> WorldSummary {
    guard let summary = simulate(sinks: sinks) else {
      preconditionFailure("a world ended before its horizon")
    }
    return summary
  }
}
