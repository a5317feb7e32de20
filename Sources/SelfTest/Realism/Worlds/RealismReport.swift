package import Stochastics
internal import SyntheticSociety

/// Worlds compared with published figures.
package struct RealismReport: Sendable {
  package let figures: [PublishedFigure]
  /// The values that are inside the tolerance of each figure.
  package let expectations: [ExpectedValue]
  package let worlds: [World]

  package init(figures: [PublishedFigure], worlds: [World]) {
    self.figures = figures
    expectations = figures.map { $0.expectation(among: figures) }
    self.worlds = worlds
  }

  /// A world, and what was measured of it.
  package struct World: Sendable {
    package let name: String
    package let members: Int
    package let days: Double
    package let warmUpDays: Double
    package let replications: Int
    /// One for each figure.
    package let measurements: [Measurement?]

    /// - Parameter values: For each figure, the values of the replications that have one.
    package init(_ world: RealismWorld, replications: Int, _ values: [[Double]]) {
      let parameters = world.run.parameters.world
      self.init(
        name: world.name, members: Int(parameters.members),
        days: parameters.days, warmUpDays: parameters.warmUpDays, replications: replications,
        values)
    }

    package init(
      name: String, members: Int, days: Double, warmUpDays: Double, replications: Int,
      _ values: [[Double]]
    ) {
      self.name = name
      self.members = members
      self.days = days
      self.warmUpDays = warmUpDays
      self.replications = replications
      measurements = values.map(Measurement.init)
    }
  }

  /// The mean of a figure over the replications, with Student's interval at 95 %.
  package struct Measurement: Sendable, Hashable {
    /// Infinite where the figure of any replication is.
    package let mean: Double
    /// `nil` for one replication, and about an infinite mean.
    package let interval: ConfidenceInterval?
    /// The standard deviation over replications; `nil` without an interval.
    package let deviation: Double?
    /// How many replications have a value.
    package let count: Int

    /// - Returns: `nil` without values.
    package init?(_ values: [Double]) {
      guard !values.isEmpty else { return nil }
      let summary = Summary(values)
      let isFinite = values.allSatisfy(\.isFinite)
      mean = isFinite ? summary.mean : .infinity
      interval = isFinite ? summary.interval(level: Finding.level) : nil
      deviation = isFinite ? summary.standardDeviation : nil
      count = values.count
    }
  }

  /// Whether a figure of a world is inside its tolerance; `nil` where the world cannot measure it.
  package func isInside(figure: Int, world: Int) -> Bool? {
    worlds[world].measurements[figure].map {
      expectations[figure].admits($0.mean, $0.interval)
    }
  }

  /// How many figures, all or of one source, apply to a world, and how many of them are inside their tolerances.
  package func counts(world: Int, of source: FigureSource? = nil) -> (inside: Int, applied: Int) {
    let verdicts = figures.indices.filter { source == nil || figures[$0].source == source }
      .compactMap { isInside(figure: $0, world: world) }
    return (verdicts.count(where: \.self), verdicts.count)
  }

  /// Whether every figure that applies is inside its tolerance, in every world.
  package var isInside: Bool {
    worlds.indices.allSatisfy { counts(world: $0).inside == counts(world: $0).applied }
  }
}
