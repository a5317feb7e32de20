internal import Stochastics

/// Fits the inequality of users' activity, and their sessions.
extension LogTallies {
  private static let sessionKey = "behaviour.sessions.mean"
  private static let sessionName = "sessions a user and day"

  func fitActivity(into list: inout FigureList) {
    let columns =
      userCounts(isUniform: false)
      + impressions.filter { !$0.isUniform && !$0.impressionsOfUser.isEmpty }.map {
        ActivityColumn($0.impressionsOfUser.column, of: "impressions", $0.sample, from: $0.source)
      }
      + events.filter { !$0.impressionsOfUser.isEmpty }.map {
        ActivityColumn($0.impressionsOfUser.column, of: "impressions", $0.sample, from: $0.source)
      }
      + histograms.filter { $0.axis == .impressionsPerUser }.map {
        ActivityColumn($0.column, of: "impressions", .everybody, from: $0.source)
      }
      + userCounts(isUniform: true)
    for column in columns { column.fit(into: &list) }
    actions?.fit(into: &list)
  }

  private func userCounts(isUniform: Bool) -> [ActivityColumn] {
    counts.filter { $0.unit == .user && $0.isUniform == isUniform }.map {
      ActivityColumn($0.impressions.column, of: "impressions", $0.sample, from: $0.source)
    }
  }

  /// Posts and events of each user, from the tables that name nearly all of their users: in a table that
  /// names only some, the others would seem inactive.
  private var actions: ActivityColumn? {
    let tables = events.filter { !$0.actionsOfUser.isEmpty && $0.named.isNearlyAlways }
    guard !tables.isEmpty else { return nil }
    var actions = creations?.postsOfAuthor ?? []
    let sources = (actions.isEmpty ? [] : creations?.sources ?? []) + tables.map(\.source)
    for table in tables {
      for (user, count) in table.actionsOfUser.enumerated() {
        actions.extend(to: user, with: 0)
        actions[user] += count
      }
    }
    let sample = tables.map(\.sample).first { $0 != .everybody } ?? .everybody
    return ActivityColumn(
      actions.column, of: "actions", sample, from: sources.joined(separator: " + "))
  }

  /// - Returns: The sessions of the first table that has them, and its source.
  func fitSessions(into list: inout FigureList) -> (statistics: SessionStatistics, source: String)?
  {
    var first: (statistics: SessionStatistics, source: String)?
    let tables =
      impressions.filter(\.hasTime).map {
        ($0.source, $0.clock, $0.times, $0.impressionsOfUser)
      } + events.map { ($0.source, $0.clock, $0.shown, $0.impressionsOfUser) }
    for (source, clock, times, impressionsOfUser) in tables where !impressionsOfUser.isEmpty {
      guard !clock.hasDaysOnly else {
        list.refuse(
          Self.sessionName, "gaps need times, these are dates", from: source, key: Self.sessionKey)
        continue
      }
      guard 100 * times.backward <= impressionsOfUser.reduce(0, +) else {
        list.refuse(
          Self.sessionName,
          "gaps need each user's rows in order of time, and more than 1 % are not",
          from: source, key: Self.sessionKey)
        continue
      }
      let users = impressionsOfUser.count { $0 > 0 }
      let found = Self.addSessions(
        times.gaps, times.sessionsOfUser, of: users, days: times.span ?? 1, from: source,
        into: &list)
      if first == nil { first = found.map { ($0, source) } }
    }
    for table in histograms where table.axis == .gapSeconds {
      let found = fitGaps(table, into: &list)
      if first == nil { first = found.map { ($0, table.source) } }
    }
    for table in events where table.named.successes > 0 && table.impressionCount == 0 {
      list.refuse(
        Self.sessionName, "sessions need impressions; gaps between actions do not separate them",
        from: table.source, key: Self.sessionKey)
    }
    return first
  }

  /// The number of users of a histogram of gaps follows from the impressions, in total and per user: each
  /// user has one gap less.
  private func fitGaps(
    _ table: HistogramTally, into list: inout FigureList
  ) -> SessionStatistics? {
    var gaps = [Int](repeating: 0, count: GapBins.edges.count)
    for (edge, count) in table.bins {
      gaps[GapBins.edges.lastIndex { $0 <= Double(edge) } ?? 0] += count
    }
    let people = counts.first { $0.unit == .user && !$0.isUniform }
    let dates = histograms.first { $0.axis == .date }
    guard let mean = people?.impressions.column.mean, mean > 1, let dates,
      let first = dates.bins.keys.min(), let last = dates.bins.keys.max()
    else {
      list.refuse(
        Self.sessionName,
        "gaps also need tables of impressions by user and by date, which give the numbers of users and"
          + " days", from: table.source, key: Self.sessionKey)
      return nil
    }
    let users = Int((Double(gaps.reduce(0, +)) / (mean - 1)).rounded())
    return Self.addSessions(
      GapBins(counts: gaps), nil, of: users, days: Double(last - first + 1), from: table.source,
      into: &list)
  }

  /// - Parameter sessionsOfUser: By the user's number; `nil` where the logs have no users.
  private static func addSessions(
    _ gaps: GapBins, _ sessionsOfUser: [Int]?, of users: Int, days: Double, from source: String,
    into list: inout FigureList
  ) -> SessionStatistics? {
    guard let statistics = SessionStatistics(gaps: gaps, users: users, days: days) else {
      return nil
    }
    let n = statistics.sessions
    let mean = sessionsOfUser.flatMap { Estimate.ratio(of: $0, to: $0.map { min($0, 1) }) }
    list.add(
      sessionName,
      Estimate(
        statistics.sessionsPerUserDay, standardError: mean?.standardError.map { $0 / days }), n: n,
      from: source, key: sessionKey)
    list.add("impressions a session", statistics.impressionsPerSession, n: n, from: source)
    list.add("page loads a session", statistics.loadsPerSession, n: n, from: source)
    list.add("impressions a page load", statistics.impressionsPerLoad, n: n, from: source)
    return statistics
  }
}

extension Tried {
  /// Whether at most one in a hundred failed.
  fileprivate var isNearlyAlways: Bool { 100 * (trials - successes) <= trials }

  var proportion: Proportion { Proportion(successes: successes, trials: trials) }

  /// The share of successes; zero without trials.
  var estimate: Estimate {
    Estimate(proportion.share ?? 0, standardError: proportion.standardError)
  }
}

extension HistogramTally {
  /// The column of the bins' numbers and their counts.
  var column: CountedValues {
    CountedValues(tallied: bins.map { (value: Double($0.key), count: $0.value) })
  }
}

extension [Int] {
  /// The numbers above zero.
  var column: CountedValues {
    var tally = ValueTally()
    for count in self where count > 0 { tally.add(Double(count)) }
    return tally.column
  }
}

extension CountedValues {
  /// The mean with its standard error; `nil` without a number.
  var meanEstimate: Estimate? {
    guard let mean else { return nil }
    guard count > 1 else { return Estimate(mean, standardError: nil) }
    let squares = sum { ($0 - mean) * ($0 - mean) }
    return Estimate(
      mean, standardError: (squares / Double(count - 1) / Double(count)).squareRoot())
  }
}
