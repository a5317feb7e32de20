internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// A small world whose digest any process must find to be the same.
public enum DigestWorld {
  /// Lives through the world.
  ///
  /// - Returns: The digest of all that was observed, in hex.
  public static func digest() -> String { run(.ordering(.home, by: "affinity")).digest() }

  static func run(_ arm: Arm) -> WorldRun {
    WorldRun(parameters: .society(members: 150, days: 3), arm: arm, seed: 3, world: 5)
  }
}

extension WorldRun {
  /// Lives through the world.
  ///
  /// - Parameter others: Who watches besides.
  /// - Returns: The digest of all that was observed, in hex.
  func digest(with others: [any ObservationSink] = []) -> String {
    let digest = DigestSink()
    watched(by: others + [digest])
    return digest.hexDigest
  }

  /// Simulates the world, which nobody interrupts.
  @discardableResult func watched(by sinks: [any ObservationSink]) -> WorldSummary {
    guard let summary = simulate(sinks: sinks) else {
      preconditionFailure("a world that nobody interrupts did not end")
    }
    return summary
  }
}
