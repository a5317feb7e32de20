internal import DataFiles
public import SyntheticSociety

extension Experiment {
  /// Adds a live test of this design for each candidate, in which the candidate shares every world with
  /// the baseline, so that the test can be compared with the worlds that one arm serves.
  ///
  /// A live test is one more run in each world. The results are ``LiveComparison``s.
  ///
  /// - Precondition: The experiment compares arms, and has no live tests yet. At least two turns of a
  ///   switchback fit into the window.
  /// - Throws: When a candidate and the baseline cannot share a world.
  public mutating func addLiveTests(_ liveDesign: LiveDesign) throws(LiveTestConflict) {
    precondition(design.liveDesign == nil, "the experiment has live tests already")
    precondition(design.baseline != nil, "an experiment without a comparison has no live tests")
    var shared = design
    shared.liveDesign = liveDesign
    var runs: [ExperimentArm] = []
    for (candidate, name) in zip(design.candidates, shared.liveArms) {
      let baseline = arms[0].arm
      let test = LiveTest(
        candidate: scenario.arm(candidate), baseline: baseline.name, design: liveDesign)
      if let conflict = test.conflict(with: baseline) { throw conflict }
      runs.append(ExperimentArm(arm: baseline.choosing([], name: name), liveTest: test))
    }
    arms += runs
    design = shared
  }
}

extension LiveDesign {
  /// The design's name and settings, such as `switchback 6h, washout 1h`; different designs have
  /// different summaries.
  public var summary: String {
    switch self {
    case .userSplit(let share): share == 0.5 ? name : "\(name) of \(share.shortest)"
    case .clusterSplit: name
    case .switchback(let every, let washout):
      "\(name) \(DurationForm.text(every))"
        + (washout > 0 ? ", washout \(DurationForm.text(washout))" : "")
    }
  }
}

/// An arm of an experiment, which serves a world by itself or shares it in a live test.
package struct ExperimentArm: Sendable {
  package let arm: Arm
  package var liveTest: LiveTest?
}
