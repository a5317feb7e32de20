/// How much better one group of viewers is served than another.
struct UtilityGroupGap: Metric {
  let definition = MetricDefinition(
    id: "utility_group_gap",
    family: .viewers,
    name: "Relevance that the worst served group of viewers lacks against the best served",
    formula: """
      max Ū − min Ū over the groups of members, Ū the mean over the group's members of U, U the mean of \
      relevance_at_k over a member's requests.
      """,
    unit: "relevance",
    direction: .lower,
    range: "[0, 1]",
    undefined: "with fewer than two groups that have requests",
    source: "Ekstrand et al., FAT* 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let means = run.utilityOfGroups.compactMap(\.value)
    guard means.count >= 2 else { return MetricValue(nil, support: means.count) }
    return MetricValue(means.max()! - means.min()!, support: means.count)
  }
}

/// How the worst served group of viewers is served against the best served.
struct UtilityGroupRatio: Metric {
  let definition = MetricDefinition(
    id: "utility_group_ratio",
    family: .viewers,
    name: "Relevance for the worst served group of viewers against the best served",
    formula: "min Ū / max Ū over the groups of members, Ū as in utility_group_gap.",
    unit: "",
    direction: .target(1),
    range: "[0, 1]",
    undefined: "with fewer than two groups that have requests, or without relevance",
    source: "Ekstrand et al., FAT* 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let means = run.utilityOfGroups.compactMap(\.value)
    guard means.count >= 2, let most = means.max(), most > 0 else {
      return MetricValue(nil, support: means.count)
    }
    return MetricValue(means.min()! / most, support: means.count)
  }
}

/// How the worst served tenth of the viewers is served, whatever their group.
struct UtilityBottomTenth: Metric {
  let definition = MetricDefinition(
    id: "utility_bottom10_ratio",
    family: .viewers,
    name: "Relevance for the worst served tenth of viewers against all",
    formula: """
      Mean U of the ⌈n/10⌉ members with the smallest U / mean U of all n with requests, U the mean of \
      relevance_at_k over a member's requests.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without requests, or without relevance",
    source: "Expected shortfall; by member as in Ekstrand et al., FAT* 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let utilities = run.utilities.map(\.utility).sorted()
    let all = CompensatedSum(utilities).value / Double(utilities.count)
    guard all > 0 else { return MetricValue(nil, support: utilities.count) }
    let worst = utilities.prefix((utilities.count + 9) / 10)
    return MetricValue(
      CompensatedSum(worst).value / Double(worst.count) / all, support: utilities.count)
  }
}

/// Inequality of how viewers are served.
struct UtilityGini: Metric {
  let definition = MetricDefinition(
    id: "utility_gini",
    family: .viewers,
    name: "Inequality of relevance among viewers",
    formula: "Gini coefficient of U, the mean of relevance_at_k over a member's requests.",
    unit: "",
    direction: .lower,
    range: "[0, 1 − 1/n]",
    undefined: "without requests, or without relevance",
    source: "Gini; by member as in Ekstrand et al., FAT* 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let utilities = run.utilities.map(\.utility)
    return MetricValue(giniCoefficient(utilities), support: utilities.count)
  }
}

/// How each group of viewers is served.
struct UtilityGroupMean: TabledMetric {
  let definition = MetricDefinition(
    id: "utility_group_mean",
    family: .viewers,
    tier: .extended,
    name: "Relevance for each group of viewers",
    formula:
      "Ū of each group, as in utility_group_gap; supported by the group's members with requests.",
    unit: "relevance",
    direction: .higher,
    range: "[0, 1]",
    undefined: "for a group without requests",
    source: "Ekstrand et al., FAT* 2018")

  func rows(_ run: borrowing ScopeTallies) -> [MetricTable.Row] {
    zip(run.run.groupNames, run.utilityOfGroups).map { MetricTable.Row(label: $0, value: $1) }
  }
}

extension ScopeTallies {
  /// The mean utility of each group's members with requests.
  var utilityOfGroups: [MetricValue] {
    var sums = [CompensatedSum](repeating: CompensatedSum(), count: groupCount)
    var counts = [Int](repeating: 0, count: groupCount)
    for (member, utility) in utilities {
      sums[Int(members.group[member])].add(utility)
      counts[Int(members.group[member])] += 1
    }
    return zip(sums, counts).map { MetricValue(mean: $0.value, over: $1) }
  }
}
