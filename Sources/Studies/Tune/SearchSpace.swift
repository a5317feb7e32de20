public import Scenarios
internal import SocialFeed
internal import SyntheticSociety

/// The values that tuning may choose, as points of the unit cube.
///
/// A point has a coordinate for each parameter that is not fixed. If all weights of a ranker that orders by
/// a weighted sum are tuned, only their ratios matter. Such weights are therefore scaled by a common factor
/// that brings the sum of their magnitudes as near to the incumbent's as their ranges allow.
public struct SearchSpace: Sendable, Hashable {
  /// All tuned parameters, fixed ones included, in the order of the scenario.
  public let parameters: [TunableParameter]
  /// The indices of the parameters that have a coordinate.
  public let free: [Int]
  /// The indices of weights whose common factor is pinned, one array for each ranker.
  let pinned: [[Int]]

  /// - Parameters:
  ///   - parameters: Of one arm, at least one.
  ///   - arm: The arm, with the incumbent values.
  init(_ parameters: [TunableParameter], of arm: Arm, pin: Scenario.Tuning.Pin) {
    precondition(!parameters.isEmpty, "nothing is tuned")
    self.parameters = parameters
    switch pin {
    case .fixed(let key):
      free = parameters.indices.filter { parameters[$0].key != key }
      pinned = []
    case .none:
      free = Array(parameters.indices)
      pinned = []
    case .shares:
      free = Array(parameters.indices)
      pinned = Self.groups(parameters, of: arm)
    }
  }

  /// The number of coordinates of a point.
  public var dimensions: Int { free.count }

  /// The incumbent values, in the order of the parameters.
  public var incumbentValues: [Double] { parameters.map(\.value) }

  /// The values at a point, in the order of the parameters.
  public func values(at point: [Double]) -> [Double] {
    precondition(point.count == dimensions, "\(point.count) coordinates for \(dimensions)")
    var values = incumbentValues
    for (index, position) in zip(free, point) {
      values[index] = parameters[index].range.value(at: position)
    }
    for group in pinned { scale(group, in: &values) }
    return values
  }

  /// The point whose values are these, or the nearest ones.
  public func point(of values: [Double]) -> [Double] {
    precondition(values.count == parameters.count, "\(values.count) values")
    return free.map { parameters[$0].range.position(of: values[$0]) }
  }

  /// Values for the arm, as ``Arm/setting(_:name:)`` takes them.
  func settings(_ values: [Double]) -> [(parameter: TunableParameter, value: Double)] {
    zip(parameters, values).map { ($0, $1) }
  }
}

extension SearchSpace {
  /// The weights of each ranker whose common factor has no effect on its order.
  private static func groups(_ parameters: [TunableParameter], of arm: Arm) -> [[Int]] {
    var groups: [String: [Int]] = [:]
    for (index, parameter) in parameters.enumerated() where parameter.isWeight {
      guard case .interval(_, _, _, isWhole: false) = parameter.range else { continue }
      groups["\(parameter.surface) \(parameter.path.depth)", default: []].append(index)
    }
    return groups.sorted { $0.value[0] < $1.value[0] }.map(\.value).filter { group in
      isFree(group.map { parameters[$0] }, of: arm)
    }
  }

  /// Whether these are all nonzero weights of a ranker that orders by a weighted sum.
  private static func isFree(_ weights: [TunableParameter], of arm: Arm) -> Bool {
    let ranker = arm.ranker(of: weights[0].surface).ranker(at: weights[0].path)
    guard let ranker, ranker.descriptor.hasFreeScale, weights.count > 1 else { return false }
    let tuned = weights.map(\.name)
    return zip(ranker.descriptor.parameters, ranker.values).allSatisfy { parameter, value in
      !parameter.isWeight || value == 0 || tuned.contains(parameter.name)
    }
  }

  /// Multiplies weights so that the sum of their magnitudes is what it was, as far as their ranges allow.
  private func scale(_ group: [Int], in values: inout [Double]) {
    let wanted = group.reduce(0) { $0 + parameters[$1].value.magnitude }
    let sum = group.reduce(0) { $0 + values[$1].magnitude }
    guard wanted > 0, sum > 0 else { return }
    var factors = (least: 0.0, most: Double.infinity)
    for index in group where values[index] != 0 {
      guard case .interval(let low, let high, _, _) = parameters[index].range else { continue }
      let ends = [low / values[index], high / values[index]].sorted()
      factors = (max(factors.least, ends[0]), min(factors.most, ends[1]))
    }
    let factor = min(max(wanted / sum, factors.least), factors.most)
    for index in group {
      guard case .interval(let low, let high, _, _) = parameters[index].range else { continue }
      values[index] = min(max((values[index] * factor).roundedToFourDigits, low), high)
    }
  }
}
