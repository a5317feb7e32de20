/// A screening of many factors with few evaluations: *r* walks through a grid, each of which moves
/// every factor once and one at a time.
///
/// The grid has *p* levels a factor, *p* even, which stand for 0, 1/(*p* − 1), …, 1 of its range. A
/// trajectory starts at a point of the grid and has *k* steps for *k* factors, in random order; a step
/// moves one factor by *p*/2 levels, up from the lower half of its range or down from the upper half,
/// so that it crosses the middle. Two points of a step give an elementary effect of its factor, and
/// the *r* effects of a factor come from points that are drawn independently.
///
/// Each starting level of a factor is as likely as any other, and in each block of *p* trajectories
/// each occurs once, which spreads few trajectories over the whole range. Every point is therefore
/// spread evenly over the grid; points of one trajectory are near each other.
///
/// Source: Morris, *Technometrics* 33(2), 1991.
public struct MorrisDesign: Sendable, Hashable {
  /// One move of a factor, seen upwards.
  public struct Step: Sendable, Hashable {
    public let factor: Int
    public let trajectory: Int
    /// Indices of the points where the factor is low and where it is high.
    public let low: Int
    public let high: Int
  }

  /// *k*
  public let factors: Int
  /// *r*
  public let trajectories: Int
  /// *p*
  public let levels: Int
  /// The level of each factor, in `0..<levels`, point by point: first the first trajectory's in the order of the walk,
  /// then the next one's.
  public let points: [[Int]]
  /// By factor, then by trajectory.
  private let steps: [Step]

  /// Draws a design.
  ///
  /// - Parameters:
  ///   - factors: At least 1.
  ///   - trajectories: At least 1.
  ///   - levels: Even, at least 2.
  ///   - stream: Its draws are only for this design.
  public init(factors: Int, trajectories: Int, levels: Int, stream: KeyedStream) {
    precondition(factors > 0, "a design of \(factors) factors")
    precondition(trajectories > 0, "a design of \(trajectories) trajectories")
    precondition(levels > 0 && levels.isMultiple(of: 2), "a design of \(levels) levels")
    self.factors = factors
    self.trajectories = trajectories
    self.levels = levels
    var points: [[Int]] = []
    var steps: [Step] = []
    for trajectory in 0..<trajectories {
      var point = Self.start(of: trajectory, factors: factors, levels: levels, stream)
      points.append(point)
      for factor in stream.shuffledIndices(count: factors, UInt32(trajectory)) {
        let isUp = point[factor] < levels / 2
        point[factor] += isUp ? levels / 2 : -levels / 2
        points.append(point)
        let (low, high) =
          isUp ? (points.count - 2, points.count - 1) : (points.count - 1, points.count - 2)
        steps.append(Step(factor: factor, trajectory: trajectory, low: low, high: high))
      }
    }
    self.points = points
    self.steps = steps.sorted { ($0.factor, $0.trajectory) < ($1.factor, $1.trajectory) }
  }

  /// How many points a trajectory has.
  public var pointsPerTrajectory: Int { factors + 1 }

  /// The trajectory that a point is of.
  public func trajectory(ofPoint index: Int) -> Int { index / pointsPerTrajectory }

  /// The share of a factor's range that lies below a level, in `0...1`.
  public func position(ofLevel level: Int) -> Double { Double(level) / Double(levels - 1) }

  /// The share of a factor's range that a step crosses: *p*/(2(*p* − 1)), more than a half.
  public var stepSize: Double { position(ofLevel: levels / 2) }

  /// The moves of a factor, one for each trajectory, in their order.
  public func steps(of factor: Int) -> ArraySlice<Step> {
    steps[factor * trajectories..<(factor + 1) * trajectories]
  }

  /// The elementary effect of a step: the gain of the response from its low to its high point, for the
  /// whole range of the factor.
  public func effect(low: Double, high: Double) -> Double { difference(low, high) / stepSize }

  /// Levels dealt to a block of trajectories like cards, each once.
  private static func start(
    of trajectory: Int, factors: Int, levels: Int, _ stream: KeyedStream
  ) -> [Int] {
    let (block, index) = trajectory.quotientAndRemainder(dividingBy: levels)
    return (0..<factors).map { factor in
      stream.shuffledIndices(count: levels, UInt32(block), UInt32(factor + 1))[index]
    }
  }
}
