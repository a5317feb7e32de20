internal import FeedMetrics
internal import SyntheticSociety

/// What tells whether a world is the one that was recorded, whatever ranks its feeds.
///
/// It is the digest of all that happens in the first two days of the same world in which every feed is in
/// keyed random order, on the default app: members, ties, earlier posts, visits, looks, actions, new
/// posts. Any change of the society, of a behaviour or of the domain's rules that touches these changes it;
/// rankers other than `random`, their parameters and the arm's app do not.
///
/// It does not see what happens only later or elsewhere: the end of contests that last longer, slow
/// satiation, rules that random order never comes to. Such a change looks like one of the ranker, and is
/// told as its regression or improvement rather than passed over.
enum WorldFingerprint {
  private static let days = 2.0

  /// - Parameters:
  ///   - run: The world, under any arm.
  ///   - goOn: Asked once a simulated hour; `false` ends it.
  /// - Returns: `nil` when it was ended.
  /// - Complexity: That of a world of two days.
  static func fingerprint(of run: WorldRun, goOn: () -> Bool) -> String? {
    var probe = WorldRun(
      parameters: run.parameters, graph: run.graph, arm: .random, seed: run.seed, world: run.world)
    probe.adjustBehaviours = run.adjustBehaviours
    probe.intercepts = run.intercepts
    probe.parameters.world.days = min(days, run.parameters.world.days)
    probe.parameters.world.warmUpDays = 0
    let digest = DigestSink()
    guard probe.simulate(sinks: [digest], shouldContinue: { _ in goOn() }) != nil else {
      return nil
    }
    return digest.hexDigest
  }
}
