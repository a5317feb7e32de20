public import Experiments
public import Stochastics
public import SyntheticSociety

/// Which plausible societies a comparison is repeated in.
///
/// Each point of the screening is a society, in which all arms live in the same worlds. The societies
/// of one trajectory share their worlds, so that a step tells what its parameter does and hardly
/// anything of chance; each trajectory has worlds of its own, so that trajectories are independent.
public struct SensitivityDesign: Sendable, Hashable {
  /// What is compared in a society, in ``ExperimentDesign/worlds`` worlds of it.
  public let experiment: ExperimentDesign
  /// The arm that the others are compared with.
  public let baseline: String
  /// What moves: the factors of the screening.
  public let parameters: [PlausibleRange]
  /// The scenario's own values of the parameters, which no society need have.
  public let ownValues: [Double]
  public let screening: MorrisDesign

  /// Of a false alarm, of a parameter that does nothing or of arms that do not differ.
  static let risk = 0.05
  public static let defaultTrajectories = 4
  public static let defaultLevels = 4

  /// - Parameters:
  ///   - experiment: A comparison of at least two worlds, without which there is no verdict; without
  ///     yardsticks. Where it would look at its results several times, its first look is that of all
  ///     societies.
  ///   - parameters: At least one, none twice.
  ///   - trajectories: At least 1; 2 for standard errors.
  ///   - levels: Even, at least 2.
  public init(
    _ experiment: ExperimentDesign, parameters: [PlausibleRange], ownValues: [Double],
    trajectories: Int = defaultTrajectories, levels: Int = defaultLevels
  ) {
    precondition(experiment.worlds > 1, "verdicts from one world")
    precondition(!experiment.hasYardsticks, "a sensitivity analysis has no use for yardsticks")
    guard let baseline = experiment.baseline else { preconditionFailure("nothing is compared") }
    precondition(ownValues.count == parameters.count, "\(ownValues.count) values of the scenario")
    self.experiment = experiment.ofFixedSize
    self.baseline = baseline
    self.parameters = parameters
    self.ownValues = ownValues
    screening = MorrisDesign(
      factors: parameters.count, trajectories: trajectories, levels: levels,
      stream: KeyedStream(seed: experiment.seed, world: 0, name: StreamName("sensitivity-design")))
  }

  /// How many societies there are, numbered from 0: `trajectories` × (`parameters` + 1).
  public var societies: Int { screening.points.count }

  /// How many runs of an arm in a world that takes.
  public var runs: Int { societies * experiment.worlds * experiment.arms.count }

  /// The seed of a society's worlds, the same in its whole trajectory.
  ///
  /// The scenario with this seed and the society's ``values(of:)`` gives the same worlds in any other
  /// experiment.
  public func seed(of society: Int) -> UInt64 {
    let stream = KeyedStream(
      seed: experiment.seed, world: 0, name: StreamName("sensitivity-worlds"))
    let words = stream.bits(UInt32(screening.trajectory(ofPoint: society)))
    return UInt64(words.x) << 32 | UInt64(words.y)
  }

  /// The values of the parameters in a society.
  public func values(of society: Int) -> [Double] {
    screening.points[society].indices.map { value(of: $0, atLevel: screening.points[society][$0]) }
  }

  /// The values that a parameter has in one society or another, in ascending order, none twice.
  public func settings(of parameter: Int) -> [Double] {
    let values = (0..<screening.levels).map { value(of: parameter, atLevel: $0) }
    return values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] }
  }

  /// The value of a parameter at one of the screening's levels.
  public func value(of parameter: Int, atLevel level: Int) -> Double {
    parameters[parameter].value(at: screening.position(ofLevel: level))
  }
}
