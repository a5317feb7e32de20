public import Experiments
public import Stochastics
public import SyntheticSociety

/// The plausible communities that a comparison is repeated in.
///
/// Each point of the screening is a community, whose worlds are the same for all arms. The communities of one
/// trajectory share their worlds, so that a step measures the effect of its parameter with little noise. Trajectories
/// have different worlds and are independent.
public struct SensitivityDesign: Sendable, Hashable {
  /// The comparison in each community, with `ExperimentDesign.worlds` worlds.
  public let experiment: ExperimentDesign
  /// The arm that the others are compared with.
  public let baseline: String
  /// The varied parameters: the factors of the screening.
  public let parameters: [PlausibleRange]
  /// The scenario's values of the parameters, which need not occur in any community.
  public let scenarioValues: [Double]
  public let screening: MorrisDesign

  /// Type I error rate of influences and of verdicts.
  static let alpha = 0.05
  public static let defaultTrajectories = 4
  public static let defaultLevels = 4

  /// - Parameters:
  ///   - experiment: A comparison with at least two worlds, which a verdict needs, and without
  ///     reference rankers. If it has several looks, only the first is used.
  ///   - parameters: At least one, none twice.
  ///   - trajectories: At least 1; 2 for standard errors.
  ///   - levels: Even, at least 2.
  public init(
    _ experiment: ExperimentDesign, parameters: [PlausibleRange], scenarioValues: [Double],
    trajectories: Int = defaultTrajectories, levels: Int = defaultLevels
  ) {
    precondition(experiment.worlds > 1, "verdicts from one world")
    precondition(!experiment.hasReferenceRankers, "a sensitivity analysis has no reference rankers")
    guard let baseline = experiment.baseline else { preconditionFailure("there is no baseline") }
    precondition(
      scenarioValues.count == parameters.count, "\(scenarioValues.count) values of the scenario")
    self.experiment = experiment.ofFixedSize
    self.baseline = baseline
    self.parameters = parameters
    self.scenarioValues = scenarioValues
    screening = MorrisDesign(
      factors: parameters.count, trajectories: trajectories, levels: levels,
      stream: KeyedStream(seed: experiment.seed, world: 0, name: StreamName("sensitivity-design")))
  }

  /// The number of communities, which are numbered from 0: `trajectories` × (`parameters` + 1).
  public var societies: Int { screening.points.count }

  /// The number of runs.
  public var runs: Int { societies * experiment.worlds * experiment.arms.count }

  /// The seed of a community's worlds, the same in its whole trajectory.
  ///
  /// The scenario with this seed and the community's ``values(of:)`` gives the same worlds in any other experiment.
  public func seed(of society: Int) -> UInt64 {
    experiment.seed(
      of: StreamName("sensitivity-worlds"), screening.trajectory(ofPoint: society))
  }

  /// The values of the parameters in a community.
  public func values(of society: Int) -> [Double] {
    screening.points[society].indices.map { value(of: $0, atLevel: screening.points[society][$0]) }
  }

  /// The values of a parameter in all communities, in ascending order, none twice.
  public func settings(of parameter: Int) -> [Double] {
    let values = (0..<screening.levels).map { value(of: parameter, atLevel: $0) }
    return values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] }
  }

  /// The value of a parameter at one of the screening's levels.
  public func value(of parameter: Int, atLevel level: Int) -> Double {
    parameters[parameter].value(at: screening.position(ofLevel: level))
  }
}

extension ExperimentDesign {
  /// The seed of one of several groups of worlds, made from the experiment's.
  func seed(of purpose: StreamName, _ number: Int) -> UInt64 {
    let words = KeyedStream(seed: seed, world: 0, name: purpose).bits(UInt32(number))
    return UInt64(words.x) << 32 | UInt64(words.y)
  }
}
