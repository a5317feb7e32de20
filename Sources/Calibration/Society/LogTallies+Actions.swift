internal import Stochastics

/// Fits the rates of actions.
extension LogTallies {
  private static let keys = [
    "view": "behaviour.actions.open", "like": "behaviour.actions.like",
    "comment": "behaviour.actions.comment", "save": "behaviour.actions.save",
    "vote": "behaviour.actions.vote",
  ]
  private static let received = ["likes": "like", "comments": "comment", "saves": "save"]
  private static let deviationKey = "behaviour.actions.member-deviation"
  private static let etaKey = "behaviour.examination.eta"
  private static let needsUniform =
    "rates need impressions of posts shown at random (policy: uniform)"

  // MARK: Rates

  /// Rates have their standard error by user, of the rows that name one, and in tables of counts by row or test;
  /// bandits' items without users are taken as independent.
  func fitRates(into list: inout FigureList) {
    for table in counts {
      for (index, kind) in table.kinds.enumerated() {
        addRate(
          of: kind, table.actions[index], of: table.impressionTotal,
          .ratio(of: table.actionsOfCluster[index], to: table.impressionsOfCluster),
          table.isUniform, from: table.source, into: &list)
      }
    }
    for table in impressions {
      for (index, kind) in table.kinds.enumerated() {
        addRate(
          of: kind, table.actions[index], of: table.count,
          .ratio(of: table.actionsOfUser[index], to: table.impressionsOfUser), table.isUniform,
          from: table.source, into: &list)
      }
    }
    for table in events where table.impressionCount > 0 {
      for kind in table.kinds where !kind.isImpression {
        addRate(
          of: kind.kind, kind.count, of: table.impressionCount,
          .ratio(of: kind.countOfUser, to: table.impressionsOfUser), table.isUniform,
          from: table.source, into: &list)
      }
    }
    for table in bandits {
      let (rewards, items) = (table.rewards.successes, table.rewards.trials)
      let clustered = Estimate.ratio(of: table.rewardsOfUser, to: table.itemsOfUser)
      addRate(
        of: "view", rewards, of: items, clustered ?? table.rewards.estimate, table.isUniform,
        quality: clustered == nil ? FittedFigure.independentRows : "", from: table.source,
        into: &list)
    }
    for table in rates { addRates(table, into: &list) }
    refuseRates(into: &list)
  }

  /// - Parameter clustered: The rate of the rows whose cluster is known.
  private func addRate(
    of kind: String, _ count: Int, of impressions: Int, _ clustered: Estimate?, _ isUniform: Bool,
    quality: String = "", from source: String, into list: inout FigureList
  ) {
    guard impressions > 0 else { return }
    let name = Self.name(ofRate: kind, isUniform)
    let key = Self.keys[kind]
    let rate = Estimate(
      Double(count) / Double(impressions), standardError: clustered?.standardError)
    list.add(
      name, rate, n: impressions, quality: quality, from: source, key: isUniform ? key : nil)
    if !isUniform, let key { list.refuse(name, Self.needsUniform, from: source, key: key) }
  }

  private static func name(ofRate kind: String, _ isUniform: Bool) -> String {
    "rate of \(kind) an impression" + (isUniform ? " shown at random" : "")
  }

  private func addRates(_ table: RateTally, into list: inout FigureList) {
    for rate in table.rates {
      let key = Self.keys[rate.kind]
      if let value = rate.rate {
        list.add(Self.name(ofRate: rate.kind, false), value, n: nil, from: table.source)
      }
      if let value = rate.uniformRate {
        list.add(Self.name(ofRate: rate.kind, true), value, n: nil, from: table.source, key: key)
      } else if let key {
        list.refuse(
          Self.name(ofRate: rate.kind, false), Self.needsUniform, from: table.source, key: key)
      }
    }
  }

  /// Refuses the rates of tables that have actions without impressions.
  private func refuseRates(into list: inout FigureList) {
    for table in events where table.impressionCount == 0 {
      for kind in table.kinds {
        guard let key = Self.keys[kind.kind] else { continue }
        list.refuse(
          Self.name(ofRate: kind.kind, false),
          "rates need impressions with their actions; this table has only actions",
          from: table.source, key: key)
      }
    }
    for table in creations?.received ?? [] {
      guard let kind = Self.received[table.kind] else { continue }
      list.refuse(
        Self.name(ofRate: kind, false),
        "rates need impressions; this table has only the actions that posts received",
        from: table.source,
        key: Self.keys[kind])
    }
  }

  // MARK: Readiness

  /// How much people, or arms, differ in their click rate.
  func fitReadiness(into list: inout FigureList) {
    for table in counts where !table.pairs.isEmpty {
      let pairs = CountedPairs(
        tallied: table.pairs.map {
          (successes: $0.key.views, trials: $0.key.impressions, count: $0.value)
        })
      fitReadiness(
        pairs, by: table.arms.pairsByTest, of: table.unit.rawValue, table.isUniform,
        from: table.source, into: &list)
      if !table.arms.isEmpty { addTests(RandomisedTests(table.arms), table.source, into: &list) }
    }
    for table in impressions where !table.impressionsOfUser.isEmpty {
      guard let view = table.kinds.firstIndex(of: "view") else { continue }
      let pairs = CountedPairs(
        zip(table.actionsOfUser[view], table.impressionsOfUser).lazy.map {
          (successes: $0, trials: $1)
        })
      fitReadiness(pairs, of: "user", table.isUniform, from: table.source, into: &list)
    }
  }

  private func fitReadiness(
    _ pairs: CountedPairs, by tests: [CountedPairs] = [], of unit: String, _ isUniform: Bool,
    from source: String, into list: inout FigureList
  ) {
    let name = "click rate by \(unit), beta-binomial"
    let key = unit == "user" ? Self.deviationKey : nil
    list.attempt(name, from: source, key: key) { (list) throws(FitRefusal) in
      let fit = try BetaBinomialFit(pairs, by: tests)
      for (figure, estimate) in [
        ("alpha", fit.alpha), ("beta", fit.beta), ("mean", fit.mean),
        ("coefficient of variation", fit.variation), ("deviation in log odds", fit.logitDeviation),
      ] {
        list.add(
          "\(name) \(figure)", estimate, n: fit.quality.count, quality: fit.quality.summary,
          from: source, key: isUniform && figure == "deviation in log odds" ? key : nil)
      }
      if !isUniform, let key { list.refuse(name, Self.needsUniform, from: source, key: key) }
    }
  }

  /// Adds the statistics of arms of randomised tests, besides their rates.
  private func addTests(
    _ tests: RandomisedTests, _ source: String, into list: inout FigureList
  ) {
    for (name, share) in [
      ("with unequal arms (sample-ratio test, p < 0.01)", tests.sampleRatioFaults),
      ("whose click rates differ (p < 0.05)", tests.heterogeneous),
    ] {
      guard let value = share.share else { continue }
      list.add(
        "share of tests \(name)", Estimate(value, standardError: share.standardError),
        n: share.trials, from: source)
    }
    if let deviation = tests.withinTestLogitDeviation {
      list.add(
        "click rate within a test, deviation in log odds", deviation, n: tests.testCount,
        from: source)
    }
  }

  // MARK: Positions

  func fitPositions(into list: inout FigureList) {
    let tables =
      impressions.map { ($0.source, $0.isUniform, $0.positions, $0.positionsOfUser) }
      + bandits.map { ($0.source, $0.isUniform, $0.positions, $0.positionsOfUser) }
    for (source, isUniform, positions, positionsOfUser) in tables where !positions.isEmpty {
      let name = "examination, slope of the click rate by position"
      guard isUniform else {
        let reason = "the effect of positions needs posts at random positions (policy: uniform)"
        list.refuse(name, reason, from: source, key: Self.etaKey)
        continue
      }
      list.attempt(name, from: source, key: Self.etaKey) { (list) throws(FitRefusal) in
        let members = positionsOfUser.clusters.map { member in
          member.map { PositionEffect.Position(Int($0.value), $0.tried.proportion) }
        }
        let fit = try PositionEffect(positions.clicksByPosition, by: members)
        list.add(
          name, fit.eta, n: positions.reduce(0) { $0 + $1.trials },
          quality: members.isEmpty ? FittedFigure.independentRows : "", from: source,
          key: Self.etaKey)
      }
    }
  }
}

extension [Tried] {
  /// Clicks by position, for those where anything was shown.
  fileprivate var clicksByPosition: [PositionEffect.Position] {
    enumerated().filter { $0.element.trials > 0 }.map { index, tried in
      .init(index + 1, tried.proportion)
    }
  }
}

extension [RandomisedTests.Arm] {
  /// The arms' clicks and impressions for each test, in the order of the tests.
  fileprivate var pairsByTest: [CountedPairs] {
    Dictionary(grouping: self, by: \.test).sorted { $0.key < $1.key }.map { test in
      CountedPairs(test.value.map { (successes: $0.clicks, trials: $0.impressions) })
    }
  }
}
