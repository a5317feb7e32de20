package import Calibration
internal import Experiments
package import Scenarios
internal import SyntheticSociety

/// A real community that an experiment is compared with: what its logs show, which stay where they are.
package struct RealismInput: Codable, Sendable {
  /// The arms that stand for the ranker of the logs and for random order.
  private let produced: String
  private let uniform: String?
  private let real: RealCommunity

  /// - Returns: `nil` for a scenario that names none.
  /// - Throws: What is wrong with the logs.
  package init?(of scenario: Scenario) throws(InvalidLogs) {
    guard let realism = scenario.realism, let real = try RealCommunity(of: scenario) else {
      return nil
    }
    (self.real, produced, uniform) = (real, realism.produced, realism.uniform)
  }

  /// How the first world of an experiment compares with it.
  ///
  /// Two runs are simulated once more for it, here and now.
  func card(of experiment: Experiment, _ intercepts: SolvedIntercepts) -> RealismCard? {
    experiment.realismCard(of: real, produced: produced, uniform: uniform, intercepts: intercepts)
  }
}
