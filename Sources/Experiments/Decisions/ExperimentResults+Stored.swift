package import SyntheticSociety

extension ExperimentResults {
  /// What an experiment found, told again from the worlds that are known of it.
  ///
  /// It looks at its results where the experiment did and ends where that ended. Where too few worlds are
  /// known for that, the results are those of the last look that they allow, or, before the first one, of
  /// all that are known; the ending is then ``Ending/interrupted``.
  ///
  /// - Parameters:
  ///   - design: As it was before the experiment began.
  ///   - worlds: How many are known from the first on, at least one.
  ///   - outcomes: Of these worlds, in any order; those of others are left out.
  package init(
    stored design: ExperimentDesign, intercepts: SolvedIntercepts, worlds: Int,
    outcomes: [WorldOutcome]
  ) {
    precondition(worlds > 0, "results of no world")
    var look = design
    if worlds < design.plan.firstLook { look.plan = .fixed(worlds) }
    look.worlds = look.plan.firstLook
    while true {
      let results = ExperimentResults(
        design: look, intercepts: intercepts, outcomes: outcomes.filter { $0.world < look.worlds })
      switch look.plan.next(after: results) {
      case .upTo(let next) where next <= worlds: look.worlds = next
      case .upTo:
        self = results.ended(.interrupted)
        return
      case .end(let ending):
        self = results.ended(worlds < design.plan.firstLook ? .interrupted : ending)
        return
      }
    }
  }
}
