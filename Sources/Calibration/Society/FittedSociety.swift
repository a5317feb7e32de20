internal import SyntheticSociety

/// A society fitted to logs: the value of each parameter, and its source.
public struct FittedSociety: Sendable {
  /// The mapping's name.
  public let name: String
  /// The mapping's file.
  public let mapping: String
  /// Rows of all tables, and the broken rows that were skipped.
  public let rowCount: Int
  public let brokenCount: Int
  /// The fitted figures; of several for one key the first counts.
  public internal(set) var figures: [FittedFigure]
  /// The keys that were solved so that simulated figures are those of the logs; empty before.
  public internal(set) var solved: [SolvedFigure] = []
  public internal(set) var refusals: [RefusedFigure]
  /// Notes on the logs, one sentence each.
  public let notes: [String]

  /// Reads the logs of a mapping and fits.
  ///
  /// Memory grows with users, posts, follows and distinct values, never with rows.
  ///
  /// - Throws: All faults of the logs.
  public init(_ mapping: LogMapping) throws(InvalidLogs) {
    self.init(try LogReader.read(mapping), of: mapping)
  }

  /// Fits what was read from the logs of a mapping.
  ///
  /// - Parameter members: The size of the community, instead of that of the logs.
  package init(_ tallies: LogTallies, of mapping: LogMapping, members: Int? = nil) {
    name = mapping.name
    self.mapping = mapping.file
    rowCount = tallies.rowCount
    brokenCount = tallies.brokenCount
    notes = tallies.notes
    (figures, refusals) = Self.admitted(tallies.fits(members: members))
  }

  /// The scenario keys that logs can set, in the order of a scenario. To add a key: a line here and a figure
  /// that names it.
  public static let keys: [String] = [
    "world.members", "world.categories.count", "world.categories.zipf", "behaviour.sessions.shape",
    "behaviour.sessions.mean", "behaviour.sessions.hours", "behaviour.sessions.weekdays",
    "behaviour.interests.creator-concentration", "behaviour.examination.eta",
    "behaviour.actions.open", "behaviour.actions.like", "behaviour.actions.comment",
    "behaviour.actions.save", "behaviour.actions.vote", "behaviour.actions.member-deviation",
    "behaviour.posting.share", "behaviour.posting.exponent", "behaviour.graph.follows",
    "behaviour.graph.reciprocity", "behaviour.following.follow-back",
    "behaviour.following.at-joining",
  ]

  /// The figure that sets a key; `nil` where the key keeps its default.
  public func figure(for key: String) -> FittedFigure? { figures.first { $0.key == key } }

  /// Why a key keeps its default; `nil` where the logs have no data for it.
  public func refusal(for key: String) -> RefusedFigure? { refusals.first { $0.key == key } }

  /// Figures whose value is outside the range of their key set no key.
  private static func admitted(_ list: FigureList) -> ([FittedFigure], [RefusedFigure]) {
    var refusals = list.refusals
    let figures = list.figures.map { figure in
      guard let parameter = SocietyParameter.all.first(where: { $0.key == figure.key }),
        let value = figure.values.first, !parameter.range.contains(value)
      else { return figure }
      let error = figure.standardError.map { ", standard error \($0.rounded(digits: 4))," } ?? ""
      let range =
        "\(parameter.range.lowerBound.rounded(digits: 4)) to"
        + " \(parameter.range.upperBound.rounded(digits: 4))"
      refusals.append(
        RefusedFigure(
          name: figure.name, reason: "\(value.rounded(digits: 4))\(error) is outside \(range)",
          source: figure.source, key: figure.key))
      return figure.forLogsAlone
    }
    return (figures, refusals)
  }
}

extension LogTallies {
  /// All figures that can be fitted, in the order of a scenario's keys.
  fileprivate func fits(members: Int?) -> FigureList {
    var list = FigureList()
    let size = CommunitySize(self, members)
    size?.fit(into: &list)
    fitCategories(into: &list)
    fitActivity(into: &list)
    fitSessions(into: &list)
    fitHours(into: &list)
    fitWeekdays(into: &list)
    fitPositions(into: &list)
    fitRates(into: &list)
    fitReadiness(into: &list)
    fitPosting(into: &list)
    fitTies(in: size, into: &list)
    fitDelays(into: &list)
    fitPopularity(into: &list)
    return list
  }
}

extension FittedFigure {
  /// The figure without a key.
  fileprivate var forLogsAlone: FittedFigure {
    FittedFigure(
      name: name, values: values, standardError: standardError, count: count, quality: quality,
      source: source, key: nil)
  }
}
