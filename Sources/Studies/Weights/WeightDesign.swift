public import Experiments
public import Scenarios
internal import SocialFeed
public import Stochastics

/// At which values of an arm's tunable numbers its metrics are measured, and in which worlds.
///
/// Points that are compared with each other share their worlds: those of one trajectory of a Morris
/// screening, each trajectory having worlds of its own so that trajectories are independent, and all
/// points of a Saltelli design, which is about one function. All worlds are of ``WorldSpace/train``.
public struct WeightDesign: Sendable, Hashable {
  /// How the points are chosen.
  public enum Method: Sendable, Hashable {
    case morris(MorrisDesign)
    case sobol(SaltelliDesign)
  }

  /// The arm, and the metrics; its worlds are those of each point.
  public let experiment: ExperimentDesign
  /// What moves.
  public let parameters: [TunableParameter]
  public let method: Method
  /// Weights of one ranker, by their places among the parameters, that are halved together.
  public let rays: [[Int]]

  public static let defaultTrajectories = 10
  public static let defaultLevels = SensitivityDesign.defaultLevels
  public static let defaultSamples = 64
  public static let defaultWorlds = 4

  /// - Parameters:
  ///   - experiment: Of one arm, which nothing is compared with.
  ///   - parameters: Of this arm, at least one, none twice.
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

  /// How many points the method has.
  public var methodPoints: Int {
    switch method {
    case .morris(let design): design.points.count
    case .sobol(let design): design.points.count
    }
  }

  /// The point of the scenario's own values; `nil` where there is no ray, and none is needed.
  public var ownPoint: Int? { rays.isEmpty ? nil : methodPoints }

  /// The point at which the weights of a ray are half of what they are.
  public func halvedPoint(ofRay ray: Int) -> Int { methodPoints + 1 + ray }

  /// How many points there are, numbered from 0: those of the method, the scenario's own values, and the
  /// ends of the rays.
  public var points: Int { methodPoints + (rays.isEmpty ? 0 : 1 + rays.count) }

  /// How many runs of the arm in a world that takes.
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

  /// The number, in its space, of a point's world.
  public func world(_ number: Int, at point: Int) -> Int {
    guard case .morris(let design) = method, point < methodPoints else { return number }
    return design.trajectory(ofPoint: point) * experiment.worlds + number
  }

  /// The weights of each ranker, two at least, that are not all 0.
  private static func rays(_ parameters: [TunableParameter]) -> [[Int]] {
    var rays: [(ranker: String, places: [Int])] = []
    for (place, parameter) in parameters.enumerated() where parameter.isWeight {
      let ranker = "\(parameter.surface) \(parameter.path.depth)"
      if let known = rays.firstIndex(where: { $0.ranker == ranker }) {
        rays[known].places.append(place)
      } else {
        rays.append((ranker, [place]))
      }
    }
    return rays.map(\.places).filter { places in
      places.count > 1 && places.contains { parameters[$0].value != 0 }
    }
  }
}
