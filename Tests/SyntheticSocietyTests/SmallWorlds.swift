import SyntheticSociety

extension SocietyParameters {
  /// A community small enough for a test.
  static func small(members: Int = 150, days: Double = 3) -> SocietyParameters {
    .society(members: members, days: days)
  }
}

extension SolvedIntercepts {
  /// Nearly the intercepts of the defaults, for tests that need no exact rates.
  static var usual: SolvedIntercepts {
    var intercepts = SolvedIntercepts()
    (intercepts.open, intercepts.like, intercepts.comment) = (-2.8, -4.4, -6.65)
    (intercepts.save, intercepts.vote, intercepts.usualUtility) = (-6.65, -4.25, 0)
    return intercepts
  }
}

/// Simulates a world and keeps the observations.
func simulate(
  _ parameters: SocietyParameters, _ arm: Arm, seed: UInt64 = 1, world: UInt32 = 0,
  intercepts: SolvedIntercepts? = .usual
) -> (RecordingSink, WorldSummary) {
  let sink = RecordingSink()
  var run = WorldRun(parameters: parameters, arm: arm, seed: seed, world: world)
  run.intercepts = intercepts
  return (sink, run.simulate(sinks: [sink])!)
}
