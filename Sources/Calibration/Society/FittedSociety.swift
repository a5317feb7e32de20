internal import SocialFeed
internal import SyntheticSociety

/// A community fitted to logs: the value of each parameter, and its source.
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
  /// The keys that were solved so that simulated figures equal the logs'; empty before.
  public internal(set) var solved: [SolvedFigure] = []
  public internal(set) var refusals: [RefusedFigure]
  /// Notes on the logs, one sentence each.
  public let notes: [String]
  /// The feed that the logs come from.
  public let feed: LoggedFeed

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
  /// - Parameter members: The size of the community, instead of the logs'.
  package init(_ tallies: LogTallies, of mapping: LogMapping, members: Int? = nil) {
    name = mapping.name
    self.mapping = mapping.file
    rowCount = tallies.rowCount
    brokenCount = tallies.brokenCount
    notes = tallies.notes
    var list = FigureList()
    let sessions = tallies.fitSessions(into: &list)
    feed = LoggedFeed(tallies, sessions?.statistics)
    let depth = sessions.map { SessionDepth($0.statistics, from: $0.source) }
    tallies.fit(depth, of: feed, members: members, into: &list)
    (figures, refusals) = Self.admitted(list)
  }

  /// The scenario keys that logs can set, in the order of a scenario. To add a key: a line here and a figure
  /// that names it.
  public static let keys: [String] =
    [
      "world.members", "world.days", "world.warm-up", "world.categories.count",
      "world.categories.zipf", "behaviour.sessions.shape", "behaviour.sessions.mean",
      "behaviour.sessions.silent-share", "behaviour.sessions.hours", "behaviour.sessions.weekdays",
      "behaviour.interests.creator-concentration", "behaviour.examination.eta",
      "behaviour.scrolling.start", "behaviour.scrolling.member-deviation",
      "behaviour.scrolling.cost", "behaviour.scrolling.gain", "behaviour.scrolling.worth",
      "behaviour.actions.open", "behaviour.actions.like", "behaviour.actions.comment",
      "behaviour.actions.save", "behaviour.actions.vote", "behaviour.actions.like-worth",
      "behaviour.actions.comment-worth", "behaviour.actions.save-worth",
      "behaviour.actions.member-deviation", "behaviour.utility.match", "behaviour.posting.share",
      "behaviour.posting.exponent", "behaviour.posting.most", "behaviour.graph.follows",
      "behaviour.graph.reciprocity", "behaviour.following.follow-back",
      "behaviour.following.at-joining",
    ] + SessionDepth.surfaces

  /// The figure that sets a key; `nil` where the key keeps its default.
  public func figure(for key: String) -> FittedFigure? { figures.first { $0.key == key } }

  /// Whether the logs say how long sessions are.
  public var hasDepth: Bool { figure(for: "behaviour.scrolling.start") != nil }

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
  /// All figures that can be fitted besides sessions, in the order of a scenario's keys.
  ///
  /// - Parameter depth: Of sessions; `nil` where the logs do not have it.
  fileprivate func fit(
    _ depth: SessionDepth?, of feed: LoggedFeed, members: Int?, into list: inout FigureList
  ) {
    let size = CommunitySize(self, members, most: depth?.mostMembers)
    size?.fit(into: &list)
    fitCategories(into: &list)
    fitActivity(into: &list)
    fitHours(into: &list)
    fitWeekdays(into: &list)
    fitPositions(into: &list)
    fitRates(into: &list)
    fitReadiness(into: &list)
    fitPosting(into: &list)
    fitTies(in: size, into: &list)
    fitDelays(into: &list)
    fitPopularity(into: &list)
    guard let depth else { return }
    depth.fit(into: &list)
    guard feed.pool.audience == .everyone,
      let table = histograms.first(where: { $0.axis == .impressionsPerPost }),
      let mean = table.column.positive.mean,
      !list.figures.contains(where: { $0.key == "behaviour.posting.exponent" })
    else { return }
    depth.fitSupply(impressions: mean, from: table.source, into: &list)
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
