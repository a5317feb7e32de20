internal import DataFiles
public import SyntheticSociety

extension Experiment {
  /// Lets each candidate share every world with the baseline too, as a live test of this design would, so
  /// that the test can be held against the worlds in which either arm serves everybody.
  ///
  /// A shared world is one more run of each world. The results tell it as ``LiveComparison``.
  ///
  /// - Precondition: The experiment compares arms, and has no live tests yet. Of turns at least two fit
  ///   into the window.
  /// - Throws: When a candidate and the baseline cannot share a world.
  public mutating func addLiveTests(_ liveDesign: LiveDesign) throws(LiveTestConflict) {
    precondition(design.liveDesign == nil, "the experiment has live tests already")
    precondition(design.baseline != nil, "an experiment that compares nothing has no live tests")
    var shared = design
    shared.liveDesign = liveDesign
    var runs: [LivingArm] = []
    for (candidate, name) in zip(design.candidates, shared.liveArms) {
      let baseline = arms[0].arm
      let test = LiveTest(candidate: scenario.arm(candidate), design: liveDesign)
      if let conflict = test.conflict(with: baseline) { throw conflict }
      runs.append(LivingArm(arm: baseline.choosing([], name: name), liveTest: test))
    }
    arms += runs
    design = shared
  }
}

extension LiveDesign {
  /// Its name and its settings, such as `switchback 6h, washout 1h`: no two designs have the same.
  public var words: String {
    switch self {
    case .userSplit(let share): share == 0.5 ? name : "\(name) of \(share.shortest)"
    case .clusterSplit: name
    case .switchback(let every, let washout):
      "\(name) \(DurationForm.text(every))"
        + (washout > 0 ? ", washout \(DurationForm.text(washout))" : "")
    }
  }
}

/// What lives in each world of an experiment: an arm, alone or sharing the world.
package struct LivingArm: Sendable {
  package let arm: Arm
  package var liveTest: LiveTest?
}
