/// Whether posts get the same exposure whatever their author's group.
struct GroupExposureRatio: Metric {
  let definition = MetricDefinition(
    id: "group_exposure_ratio",
    family: .creators,
    name: "Exposure of the least exposed group of authors against the most exposed",
    formula: """
      min Ē / max Ē over the groups of authors, Ē the mean exposure of a post whose author is in the \
      group, unexposed posts included.
      """,
    unit: "",
    direction: .target(1),
    range: "[0, 1]",
    undefined: "with fewer than two groups that have posts, or when no post was shown",
    source: "Demographic parity of exposure, Singh & Joachims, KDD 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let groups = run.authorGroups.filter { $0.posts > 0 }
    return ratio(groups.map { $0.exposure.value / Double($0.posts) })
  }
}

/// Whether groups of authors get the same exposure for the same merit.
struct GroupExposureMeritRatio: Metric {
  let definition = MetricDefinition(
    id: "group_exposure_merit_ratio",
    family: .creators,
    name: "Exposure for merit of the worst treated group of authors against the best treated",
    formula: """
      min (Ē / Q̄) / max (Ē / Q̄) over the groups of authors, Ē the mean exposure and Q̄ the mean latent quality, \
      0 to 1, of a post whose author is in the group.
      """,
    unit: "",
    direction: .target(1),
    range: "[0, 1]",
    undefined: "with fewer than two groups that have posts, or when no post was shown",
    source: "Disparate treatment ratio, Singh & Joachims, KDD 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let groups = run.authorGroups.filter { $0.quality.value > 0 }
    return ratio(groups.map { $0.exposure.value / $0.quality.value })
  }
}

/// The smallest of at least two numbers over the largest, where that is above 0.
private func ratio(_ numbers: [Double]) -> MetricValue {
  guard numbers.count >= 2, let least = numbers.min(), let most = numbers.max(), most > 0 else {
    return MetricValue(nil, support: numbers.count)
  }
  return MetricValue(least / most, support: numbers.count)
}

/// What each group of authors is exposed.
struct GroupMeanExposure: TabledMetric {
  let definition = MetricDefinition(
    id: "group_mean_exposure",
    family: .creators,
    tier: .extended,
    name: "Mean exposure of a post of each group of authors",
    formula: "Ē of each group, as in group_exposure_ratio; supported by the group's posts.",
    unit: "exposure",
    direction: .describes,
    range: "[0, ∞)",
    undefined: "for a group without posts",
    source: "Singh & Joachims, KDD 2018")

  func rows(_ run: borrowing ScopeTallies) -> [MetricTable.Row] {
    zip(run.run.groupNames, run.authorGroups).map { name, group in
      MetricTable.Row(
        label: name, value: MetricValue(mean: group.exposure.value, over: group.posts))
    }
  }
}
