internal import Experiments
internal import FeedMetrics
internal import Stochastics

/// A selection world by world: who is still there, and who was dropped why.
struct SelectionCourse {
  let design: SelectionDesign
  private(set) var procedure: KimNelson
  /// The guardrails of all candidates in the first stage; empty before its end.
  private(set) var guardrails: [Comparison] = []
  /// Of all arms in the worlds of the first stage.
  private var first: [WorldOutcome] = []

  init(_ design: SelectionDesign) {
    self.design = design
    procedure = design.procedure
  }

  var isFinished: Bool { procedure.isFinished || procedure.worlds >= design.mostWorlds }

  /// The numbers of the arms that have not been dropped.
  var alive: [Int] { procedure.alive }

  /// Takes what came of the next world: of each arm that is ``alive``, in order.
  mutating func observe(_ outcomes: [WorldOutcome]) {
    var gains = [Double](repeating: 0, count: design.experiment.arms.count)
    for (arm, outcome) in zip(alive, outcomes) {
      guard let value = outcome.value(of: design.metric).value else {
        preconditionFailure("\(design.metric.id) has no value in world \(outcome.world)")
      }
      gains[arm] = design.metric.direction.gain(of: value)
    }
    if procedure.worlds < design.firstStage { first += outcomes }
    // Before the means of the first stage are compared: who harms a guardrail is no rival.
    if procedure.worlds == design.firstStage - 1 { screen() }
    procedure.observe(gains)
  }

  private mutating func screen() {
    let experiment = design.experiment
    guardrails = ExperimentResults(design: experiment, outcomes: first).comparisons.filter {
      $0.gateTest?.role == .guardrail && $0.metric != design.metric
    }
    let failing = guardrails.filter { $0.gateTest?.gate == .fail }.map(\.candidate)
    // The baseline harms nothing, so that an arm is always left.
    procedure.exclude(experiment.arms.indices.filter { failing.contains(experiment.arms[$0]) })
  }
}
