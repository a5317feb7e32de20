internal import PortableMath

/// The intercepts of the actions' logits, solved so that the mean rates per examined item under a random
/// ranker are those of the parameters.
///
/// They are solved in a **pilot**: a small community of the same parameters (1,000 members at most,
/// 8 days) in which every feed is in random order. It shows what utilities people meet there, with
/// repeats, satiation, friends' posts and herding; the intercept of an action is where its mean
/// probability over those is the rate wanted. A second pilot with these intercepts takes their
/// effect on herding and satiation into account. The pilot's draws depend on the seed alone, so that
/// all arms and worlds share the intercepts.
public struct SolvedIntercepts: Sendable, Hashable, Codable {
  /// Log odds at utility and readiness 0; −∞ for what nobody does.
  public var open = -Double.infinity
  public var like = -Double.infinity
  public var comment = -Double.infinity
  public var save = -Double.infinity
  public var vote = -Double.infinity
  /// The mean utility of what is looked at, beyond what the viewer's interests in an average post
  /// bring: the norm of satisfaction.
  public var usualUtility = 0.0

  /// The intercepts of a society in which nobody acts.
  public init() {}

  /// exp(−b) of opening, liking, commenting and saving.
  var reluctance: SIMD4<Double> {
    SIMD4(
      Portable.exp(-open), Portable.exp(-like), Portable.exp(-comment), Portable.exp(-save))
  }
}

extension SolvedIntercepts {
  private static let pilotMembers = 1000.0
  private static let pilotDays = 8.0
  private static let rounds = 2

  /// Solves the intercepts for a world's community, its seed and its behaviours.
  ///
  /// - Complexity: Two small worlds, about 20,000 pages.
  public init(for run: WorldRun) {
    var pilot = WorldRun(
      parameters: run.parameters, arm: .random, seed: run.seed, world: .max)
    pilot.adjustBehaviours = run.adjustBehaviours
    let world = run.parameters.world
    pilot.parameters.world.members = min(world.members, Self.pilotMembers)
    pilot.parameters.world.days = min(world.days, Self.pilotDays)
    let behaviours = pilot.behaviours
    self = PilotSample(strangersIn: pilot).solved(for: pilot.parameters, behaviours)
    for _ in 0..<Self.rounds {
      var world = World(pilot, self, pilot: PilotSample(), sinks: [])
      _ = world.run { _ in true }
      guard let sample = world.pilot, !sample.isEmpty else { return }
      self = sample.solved(for: pilot.parameters, behaviours)
    }
  }
}
