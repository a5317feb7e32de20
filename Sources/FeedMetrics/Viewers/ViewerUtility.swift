/// How relevant feeds are to different viewers.
extension Metric {
  static let utilityGroupGap = Metric(
    "utility_group_gap", .viewers,
    label: "Viewer group gap",
    name: "Relevance that the worst served group of viewers lacks against the best served",
    formula: """
      max Ū − min Ū over the groups of members, Ū the mean over the group's members of U, U the mean of \
      relevance@10 over a member's requests.
      """,
    unit: "relevance", direction: .lower, margin: .absolute(0.005), range: "[0, 1]",
    undefined: "with fewer than two groups that have requests",
    source: "Ekstrand et al., FAT* 2018"
  ) { run in
    let means = run.utilityOfGroups.compactMap(\.value)
    guard means.count >= 2 else { return MetricValue(nil, support: means.count) }
    return MetricValue(means.max()! - means.min()!, support: means.count)
  }

  static let utilityGroupRatio = Metric(
    "utility_group_ratio", .viewers,
    label: "Viewer group ratio",
    name: "Relevance for the worst served group of viewers against the best served",
    formula: "min Ū / max Ū over the groups of members, Ū as in utility_group_gap.",
    direction: .target(1), margin: .absolute(0.02), range: "[0, 1]",
    undefined: "with fewer than two groups that have requests, or without relevance",
    source: "Ekstrand et al., FAT* 2018"
  ) { run in
    ratio(run.utilityOfGroups.compactMap(\.value))
  }

  static let utilityBottomRatio = ParametricMetric(
    "utility_bottom#_ratio", in: 1...99
  ) { id, percent in
    let percent = Int(percent)
    return Metric(
      id, .viewers, label: "Worst-served \(percent) %",
      name: "Relevance for the worst served \(percent) % of viewers against all",
      formula: """
        Mean U of the ⌈\(percent)n/100⌉ members with the smallest U / mean U of all n with requests, U the mean \
        of relevance@10 over a member's requests.
        """,
      direction: .higher, margin: .absolute(0.01), range: "[0, 1]",
      undefined: "without requests, or without relevance",
      source: "Expected shortfall; by member as in Ekstrand et al., FAT* 2018"
    ) { run in
      let utilities = run.utilities.map(\.utility).sorted()
      let all = CompensatedSum(utilities).value / Double(utilities.count)
      guard all > 0 else { return MetricValue(nil, support: utilities.count) }
      let worst = utilities.prefix((utilities.count * percent + 99) / 100)
      return MetricValue(
        CompensatedSum(worst).value / Double(worst.count) / all, support: utilities.count)
    }
  }

  static let utilityGini = Metric(
    "utility_gini", .viewers, label: "Viewer inequality",
    name: "Inequality of relevance among viewers",
    formula: "Gini coefficient of U, the mean of relevance@10 over a member's requests.",
    direction: .lower, margin: .absolute(0.01), range: "[0, 1 − 1/n]",
    undefined: "without requests, or without relevance",
    source: "Gini; by member as in Ekstrand et al., FAT* 2018"
  ) { run in
    let utilities = run.utilities.map(\.utility)
    return MetricValue(giniCoefficient(utilities), support: utilities.count)
  }

  static let utilityPercentile = ParametricMetric("utility_p#", in: 1...99) { id, percent in
    Metric(
      id, .viewers, .extended,
      label: percent == 50 ? "Median relevance" : "Relevance p\(Int(percent))",
      name: percent == 50
        ? "Median relevance of members' feeds"
        : "Relevance of feeds that \(Int(percent)) % of members do not reach",
      formula: """
        \(Int(percent))th percentile over members of U, between two of them by linear interpolation (type 7); U \
        the mean of relevance@10 over a member's requests.
        """,
      unit: "relevance", direction: .higher, range: "[0, 1]", undefined: "without requests",
      source: "Quantile: Hyndman & Fan, The American Statistician 1996"
    ) { run in
      let utilities = run.utilities.map(\.utility).sorted()
      return MetricValue(quantile(percent / 100, of: utilities), support: utilities.count)
    }
  }

  static let newViewerUtilityGap = ParametricMetric(
    "new_viewer_utility_gap(days=#)", in: 1...365, default: 7
  ) { id, days in
    Metric(
      id, .viewers, .extended, label: "New-viewer gap",
      name: "Relevance of old members' feeds less relevance of new members' feeds",
      formula: """
        Ū over old members − Ū over new ones, Ū the mean over members of the mean of relevance@10 over a \
        member's requests; new: joined less than \(Int(days)) days before the window begins, or later.
        """,
      unit: "relevance", direction: .target(0), range: "[−1, 1]",
      undefined: "without requests of both",
      source: "Cold start of users; after Ekstrand et al., FAT* 2018"
    ) { run in
      let utilities = run.utilities
      let isNew = utilities.map { run.start - run.members.joinedAt[$0.member] < days * 86_400 }
      let new = zip(utilities, isNew).filter(\.1).map(\.0.utility)
      let old = zip(utilities, isNew).filter { !$0.1 }.map(\.0.utility)
      guard let ofNew = MetricValue(meanOf: new).value, let ofOld = MetricValue(meanOf: old).value
      else { return MetricValue(nil, support: utilities.count) }
      return MetricValue(ofOld - ofNew, support: utilities.count)
    }
  }
}

extension TableMetric {
  static let utilityGroupMean = TableMetric(
    "utility_group_mean", .viewers, .extended, label: "Relevance by group",
    name: "Relevance for each group of viewers",
    formula:
      "Ū of each group, as in utility_group_gap; supported by the group's members with requests.",
    unit: "relevance", direction: .higher, range: "[0, 1]",
    undefined: "for a group without requests", source: "Ekstrand et al., FAT* 2018"
  ) { run in
    zip(run.run.groupNames, run.utilityOfGroups).map { MetricTable.Row(label: $0, value: $1) }
  }
}

extension ScopeTallies {
  /// The mean utility of each group's members with requests.
  fileprivate var utilityOfGroups: [MetricValue] {
    var sums = [CompensatedSum](repeating: CompensatedSum(), count: groupCount)
    var counts = [Int](repeating: 0, count: groupCount)
    for (member, utility) in utilities {
      sums[Int(members.group[member])].add(utility)
      counts[Int(members.group[member])] += 1
    }
    return zip(sums, counts).map { MetricValue(mean: $0.value, over: $1) }
  }
}
