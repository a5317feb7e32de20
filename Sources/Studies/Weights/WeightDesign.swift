public import Experiments
public import Scenarios
internal import SocialFeed
public import Stochastics

/// The points to measure an arm's metrics at, and their worlds.
///
/// Points that are compared with each other share their worlds: the points of one trajectory of a Morris
/// screening, and all points of a Saltelli design. Trajectories have different worlds, so that they are
/// independent. All worlds are of `WorldSpace.train`.
public struct WeightDesign: Sendable, Hashable {
  /// The design of the points.
  public enum Method: Sendable, Hashable {
    case morris(MorrisDesign)
    case sobol(SaltelliDesign)
  }

  /// The arm, the metrics and the number of worlds of each point.
  public let experiment: ExperimentDesign
  /// The varied numbers.
  public let parameters: [TunableParameter]
  public let method: Method
  /// Groups of weights, by index among the parameters, each of one ranker, that are halved together.
  public let rays: [[Int]]

  public static let defaultTrajectories = 10
  public static let defaultLevels = SensitivityDesign.defaultLevels
  public static let defaultSamples = 64
  public static let defaultWorlds = 4

  /// - Parameters:
  ///   - experiment: An experiment of one arm.
  ///   - parameters: Tunable numbers of this arm, at least one, none twice.
  public init(
    _ experiment: ExperimentDesign, parameters: [TunableParameter], method: Method
  ) {
    precondition(experiment.arms.count == 1, "\(experiment.arms.count) arms of tunable numbers")
    precondition(
      parameters.allSatisfy { $0.arm == experiment.arms[0] }, "tunable numbers of another arm")
    self.experiment = experiment
    self.parameters = parameters
    self.method = method
    rays = Self.rays(parameters)
  }

  public var arm: String { experiment.arms[0] }

  /// The number of points of the method.
  public var methodPoints: Int {
    switch method {
    case .morris(let design): design.points.count
    case .sobol(let design): design.points.count
    }
  }

  /// The point that has half of the scenario's weights of a ray.
  public func halvedPoint(ofRay ray: Int) -> Int { methodPoints + 1 + ray }

  /// The number of points, which are numbered from 0: the method's points, the scenario's values, and the ends of the
  /// rays.
  public var points: Int { methodPoints + (rays.isEmpty ? 0 : 1 + rays.count) }

  /// The number of runs.
  public var runs: Int { points * experiment.worlds }

  /// The values of the parameters at a point.
  public func values(at point: Int) -> [Double] {
    guard point < methodPoints else {
      let ray = point - methodPoints - 1
      return parameters.indices.map { index in
        let isHalved = ray >= 0 && rays[ray].contains(index)
        return isHalved ? parameters[index].value / 2 : parameters[index].value
      }
    }
    let positions =
      switch method {
      case .morris(let design): design.points[point].map(design.position)
      case .sobol(let design): design.points[point]
      }
    return zip(parameters, positions).map { $0.range.value(at: $1) }
  }

  /// The number of a point's world in the space of worlds.
  public func world(_ number: Int, at point: Int) -> Int {
    guard case .morris(let design) = method, point < methodPoints else { return number }
    return design.trajectory(ofPoint: point) * experiment.worlds + number
  }

  /// The indices of the weights of each ranker with at least two weights that are not all 0.
  private static func rays(_ parameters: [TunableParameter]) -> [[Int]] {
    var rays: [(ranker: String, indices: [Int])] = []
    for (index, parameter) in parameters.enumerated() where parameter.isWeight {
      let ranker = "\(parameter.surface) \(parameter.path.depth)"
      if let known = rays.firstIndex(where: { $0.ranker == ranker }) {
        rays[known].indices.append(index)
      } else {
        rays.append((ranker, [index]))
      }
    }
    return rays.map(\.indices).filter { indices in
      indices.count > 1 && indices.contains { parameters[$0].value != 0 }
    }
  }
}
