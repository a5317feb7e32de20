/// A published figure of a real community, or of the behaviour model, and how worlds are compared with it.
package struct PublishedFigure: Sendable {
  /// How the posts of a page were ordered when the figure was taken.
  package enum Exposure: String, Sendable, Hashable {
    /// By the service's ranker; in a world, by its baseline.
    case ranked
    /// At random.
    case random
  }

  package let source: FigureSource
  /// Its path in the source's list of figures, such as `in_degree.gini`.
  package let key: String
  package let statistic: CommunityStatistic
  package let value: Double
  package let tolerance: FigureTolerance
  package let exposure: Exposure
  /// Where the source means something else than a world's statistic does, in one sentence without full stop.
  package let note: String?

  package init(
    _ source: FigureSource, _ key: String, _ statistic: CommunityStatistic, _ value: Double,
    _ tolerance: FigureTolerance, _ exposure: Exposure = .ranked, note: String? = nil
  ) {
    self.source = source
    self.key = key
    self.statistic = statistic
    self.value = value
    self.tolerance = tolerance
    self.exposure = exposure
    self.note = note
  }

  /// Unique among all figures.
  package var id: String { "\(source.id).\(key)" }

  /// The statistic, and the exposure unless it is the ranker's.
  package var name: String {
    exposure == .ranked ? statistic.name : "\(statistic.name), random order"
  }

  /// The values that are inside the tolerance.
  ///
  /// - Parameter figures: All figures, among which the spread between data sets is found.
  package func expectation(among figures: [PublishedFigure]) -> ExpectedValue {
    let alike = figures.filter {
      $0.statistic.name == statistic.name && $0.exposure == exposure
        && $0.source.kind == source.kind && source.kind != .model
    }.map(\.value)
    let spread = (alike.max() ?? value) - (alike.min() ?? value)
    return tolerance.expectation(of: value, spread: spread)
  }
}

extension PublishedFigure {
  /// Figures of the shape of a column, with the names that they have in the source.
  static func shapes(
    _ source: FigureSource, _ key: String, of column: CommunityColumn,
    _ values: KeyValuePairs<String, Double>, _ exposure: Exposure = .ranked, note: String? = nil
  ) -> [PublishedFigure] {
    values.map { name, value in
      guard let shape = namedShapes[name] else { preconditionFailure("no shape is '\(name)'") }
      return PublishedFigure(
        source, "\(key).\(name)", column[shape], value, shape.tolerance, exposure, note: note)
    }
  }

  private static let namedShapes: [String: ColumnShape] = [
    "mean": .mean, "gini": .gini, "sd_ln": .logDeviation, "top1pct_share": .top1,
    "top10pct_share": .top10, "zero_share": .zeroShare, "p90_by_p50": .p90ToMedian,
    "gamma_shape": .gammaShape, "weibull_shape": .weibullShape,
    "alpha": .tailExponent(from: nil), "median": .median, "cv": .variation,
    "variance_by_mean": .dispersion,
  ]
}

/// Figures of a source that no world is compared with.
package struct UncomparedFigures: Sendable {
  package let source: FigureSource
  /// Their paths in the source's list of figures; a path stands for all that begin with it.
  package let keys: [String]
  /// One sentence with full stop.
  package let reason: String

  init(_ source: FigureSource, _ keys: [String], _ reason: String) {
    self.source = source
    self.keys = keys
    self.reason = reason
  }
}

/// All published figures, in the order of the table.
package enum PublishedFigures {
  package static let all =
    kuairand + advogato + flickr + facebookPhotos + klout + stackExchange + hackerNews + upworthy
    + dpChallenge + model

  package static let uncompared =
    kuairandUncompared + advogatoUncompared + flickrUncompared + facebookUncompared
    + kloutUncompared + stackExchangeUncompared + upworthyUncompared + dpChallengeUncompared
    + openBanditUncompared + modelUncompared + studiesUncompared
}
