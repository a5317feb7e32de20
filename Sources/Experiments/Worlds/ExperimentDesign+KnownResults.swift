package import SyntheticSociety

extension ExperimentDesign {
  /// What an experiment of this design found, from what is known of its worlds, without living through
  /// any.
  ///
  /// Where worlds are missing it is what the last look found that has all of its worlds; an experiment
  /// of a fixed number of worlds is told by those before the first that is missing. The ending is then
  /// ``Ending/interrupted``.
  ///
  /// - Parameters:
  ///   - outcome: What came of an arm in a world, if it is known.
  /// - Returns: `nil` where too few worlds are known.
  package func knownResults(
    intercepts: SolvedIntercepts, outcome: (_ arm: String, _ world: Int) throws -> WorldOutcome?
  ) rethrows -> ExperimentResults? {
    var (design, outcomes, last) = (self, [WorldOutcome](), ExperimentResults?.none)
    while true {
      for world in outcomes.count / livingArms.count..<design.worlds {
        let known = try livingArms.map { try outcome($0, world) }
        guard known.allSatisfy({ $0 != nil }) else {
          guard case .fixed = plan, world > 0 else { return last?.ended(.interrupted) }
          design.worlds = world
          design.plan = .fixed(world)
          return ExperimentResults(
            design: design, intercepts: intercepts, outcomes: outcomes, ending: .interrupted)
        }
        outcomes += known.compactMap { $0 }
      }
      let results = ExperimentResults(design: design, intercepts: intercepts, outcomes: outcomes)
      switch design.plan.next(after: results) {
      case .end(let ending): return results.ended(ending)
      case .upTo(let worlds):
        last = results
        design.worlds = worlds
      }
    }
  }
}
