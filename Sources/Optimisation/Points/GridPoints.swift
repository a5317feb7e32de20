/// The points of a regular grid that reaches from face to face of the unit cube.
public struct GridPoints: Sendable, Hashable {
  /// How many values each dimension has; a single value is the middle.
  public let levels: [Int]

  /// - Parameter levels: At least 1 in each of at least one dimension.
  public init(levels: [Int]) {
    precondition(!levels.isEmpty, "a grid of 0 dimensions")
    for level in levels { precondition(level >= 1, "a grid of \(level) levels") }
    self.levels = levels
  }

  /// The finest grid of at most `budget` points whose dimensions differ by one level at most, the first
  /// having the finer ones.
  ///
  /// - Parameters:
  ///   - dimensions: At least 1.
  ///   - budget: At least 1.
  public init(dimensions: Int, budget: Int) {
    precondition(dimensions >= 1 && budget >= 1, "\(budget) points of \(dimensions) dimensions")
    var levels = Array(repeating: 1, count: dimensions)
    var count = 1
    var dimension = 0
    while count / levels[dimension] <= budget / (levels[dimension] + 1) {
      count = count / levels[dimension] * (levels[dimension] + 1)
      levels[dimension] += 1
      dimension = (dimension + 1) % dimensions
    }
    self.init(levels: levels)
  }

  public var dimensions: Int { levels.count }

  /// How many points the grid has.
  public var count: Int {
    levels.reduce(1) { count, levels in
      let (product, isTooMany) = count.multipliedReportingOverflow(by: levels)
      precondition(!isTooMany, "a grid has more points than can be counted")
      return product
    }
  }

  /// All points, the last coordinate changing fastest.
  public var points: [[Double]] {
    levels.reduce([[]]) { points, levels in
      let indexes = Self.indexes(levels)
      return points.flatMap { point in indexes.map { point + [$0] } }
    }
  }

  private static func indexes(_ levels: Int) -> [Double] {
    levels == 1 ? [0.5] : (0..<levels).map { Double($0) / Double(levels - 1) }
  }
}
