/// How many categories a member is shown in a week.
struct UserWeekEffectiveCategories: Metric {
  let definition = MetricDefinition(
    id: "user_week_effective_categories",
    family: .diversity,
    name: "Effective number of categories that a member is shown in a week",
    formula: """
      exp(H), H the entropy of the categories shown to one member in one complete week of the window; \
      mean over members and weeks with 10 or more impressions.
      """,
    unit: "categories",
    direction: .higher,
    range: "[1, C]",
    undefined: "without a complete week in which a member had 10 impressions",
    source: "Hill number of order 1, Hill, Ecology 1973")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let weeks = run.weeks?.members ?? []
    let sum = CompensatedSum(weeks.lazy.map(\.sum)).value
    return MetricValue(mean: sum, over: weeks.reduce(0) { $0 + $1.count })
  }
}

/// Whether members are shown fewer and fewer categories.
///
/// The slope of the cohort's weekly means is the mean of the members' own slopes, because every member
/// of the cohort has a value in every week; so two sums a member are enough.
struct BubbleDrift: Metric {
  let definition = MetricDefinition(
    id: "bubble_drift_per_week",
    family: .diversity,
    name: "Change of the effective number of categories from week to week",
    formula: """
      Least-squares slope over the complete weeks of the mean of exp(H) over the cohort, the members with \
      10 or more impressions in each of them. Below 0: narrowing.
      """,
    unit: "categories/week",
    direction: .higher,
    range: "(−∞, ∞)",
    undefined: "with fewer than two complete weeks, or nobody in the cohort",
    source: "Nguyen et al., WWW 2014")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let weeks = run.completeWeeks
    let cohort = (run.weeks?.members ?? []).filter { $0.count == weeks }
    guard weeks >= 2 else { return MetricValue(nil, support: 0) }
    let middle = Double(weeks - 1) / 2
    let spread = (0..<weeks).reduce(0) { $0 + (Double($1) - middle) * (Double($1) - middle) }
    let slopes = cohort.map { ($0.sumByWeek - middle * $0.sum) / spread }
    return MetricValue(meanOf: slopes)
  }
}

/// How many categories members are shown in each week.
struct WeeklyEffectiveCategories: TabledMetric {
  let definition = MetricDefinition(
    id: "weekly_effective_categories",
    family: .diversity,
    tier: .extended,
    name: "Effective number of categories that a member is shown, week by week",
    formula: """
      exp(H) as in user_week_effective_categories, mean over the members with 10 or more impressions in the \
      week; a value for each complete week of the window.
      """,
    unit: "categories",
    direction: .higher,
    range: "[1, C]",
    undefined: "for a week in which no member had 10 impressions",
    source: "Hill number of order 1, Hill, Ecology 1973")

  func rows(_ run: borrowing ScopeTallies) -> [MetricTable.Row] {
    (run.weeks?.weeks ?? []).enumerated().map { week, values in
      MetricTable.Row(
        label: "\(week + 1)", value: MetricValue(mean: values.sum.value, over: values.members))
    }
  }
}
