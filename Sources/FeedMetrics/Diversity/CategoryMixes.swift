/// Whether members are shown separate mixes of categories, and how wide these are.
extension Metric {
  static let categoryBetaDiversity = categoryMixture(
    "category_beta_diversity", .core,
    label: "Separate category mixes",
    name: "Number of separate mixes of categories that members are shown",
    formula: """
      β = γ / α, α = exp(mean over members of Hᵤ), γ = exp(H(mean over members of pᵤ)), pᵤ the shares of the \
      categories shown to u and Hᵤ their entropy. 1: all are shown one mix.
      """,
    direction: .describes, margin: .relative(0.01), range: "[1, min(U, C)]"
  ) { max(1, $0.gamma / $0.alpha) }

  static let categoryAlphaDiversity = categoryMixture(
    "category_alpha_diversity",
    label: "Categories per member", name: "Effective number of categories that a member is shown",
    formula: """
      α = exp(mean over members of Hᵤ), Hᵤ the entropy of the categories shown to u in the window.
      """,
    unit: "categories", direction: .higher, range: "[1, C]"
  ) { $0.alpha }

  static let categoryGammaDiversity = categoryMixture(
    "category_gamma_diversity",
    label: "Categories overall",
    name: "Effective number of categories that all members together are shown",
    formula: """
      γ = exp(H(mean over members of pᵤ)), pᵤ the shares of the categories shown to u in the window; α · β.
      """,
    unit: "categories", direction: .higher, range: "[1, C]"
  ) { $0.gamma }

  static let categoryGiniSimpson = categoryMixture(
    "category_gini_simpson",
    label: "Category Gini–Simpson",
    name: "Chance that two posts shown to two members at random have different categories",
    formula: "1 − Σ p̄꜀², p̄ the mean over members of the shares of the categories shown to them.",
    direction: .higher, range: "[0, 1 − 1/C]", source: "Gini–Simpson index, Simpson, Nature 1949"
  ) { mixes in 1 - CompensatedSum(mixes.pooled.lazy.map { $0 * $0 }).value }

  private static func categoryMixture(
    _ id: String, _ tier: MetricDefinition.Tier = .extended, label: String, name: String,
    formula: String,
    unit: String = "", direction: MetricDefinition.Direction,
    margin: MetricDefinition.Margin? = nil, range: String,
    source: String = "Jost, Ecology 2007", _ measure: @escaping @Sendable (CategoryMixes) -> Double
  ) -> Metric {
    Metric(
      id, .diversity, tier, label: label, name: name, formula: formula, unit: unit,
      direction: direction, margin: margin,
      range: range, undefined: "without impressions", source: source
    ) { run in
      MetricValue(run.mixes.members > 0 ? measure(run.mixes) : nil, support: run.mixes.members)
    }
  }

  static let userWeekEffectiveCategories = Metric(
    "user_week_effective_categories", .diversity,
    label: "Categories per week",
    name: "Effective number of categories that a member is shown in a week",
    formula: """
      exp(H), H the entropy of the categories shown to one member in one complete week of the window; \
      mean over members and weeks with 10 or more impressions.
      """,
    unit: "categories", direction: .higher, margin: .relative(0.01), range: "[1, C]",
    undefined: "without a complete week in which a member had 10 impressions",
    source: "Hill number of order 1, Hill, Ecology 1973", breakdown: .feeds
  ) { run in
    let weeks = run.weeks?.members ?? []
    let sum = CompensatedSum(weeks.lazy.map(\.sum)).value
    return MetricValue(mean: sum, over: weeks.reduce(0) { $0 + $1.count })
  }

  /// Whether members are shown fewer and fewer categories.
  ///
  /// The slope of the cohort's weekly means is the mean of the members' own slopes, because every member
  /// of the cohort has a value in every week; so two sums a member are enough.
  static let bubbleDrift = Metric(
    "bubble_drift_per_week", .diversity,
    label: "Bubble drift", name: "Change of the effective number of categories from week to week",
    formula: """
      Least-squares slope over the complete weeks of the mean of exp(H) over the cohort, the members with \
      10 or more impressions in each of them. Below 0: narrowing.
      """,
    unit: "categories/week", direction: .higher, margin: .absolute(0.05), range: "(−∞, ∞)",
    undefined: "with fewer than two complete weeks, or an empty cohort",
    source: "Nguyen et al., WWW 2014", breakdown: .feeds
  ) { run in
    let weeks = run.completeWeeks
    let cohort = (run.weeks?.members ?? []).filter { $0.count == weeks }
    guard weeks >= 2 else { return MetricValue(nil, support: 0) }
    let middle = Double(weeks - 1) / 2
    let spread = (0..<weeks).reduce(0) { $0 + (Double($1) - middle) * (Double($1) - middle) }
    let slopes = cohort.map { ($0.sumByWeek - middle * $0.sum) / spread }
    return MetricValue(meanOf: slopes)
  }
}

extension TableMetric {
  static let weeklyEffectiveCategories = TableMetric(
    "weekly_effective_categories", .diversity, .extended,
    label: "Categories by week",
    name: "Effective number of categories that a member is shown, week by week",
    formula: """
      exp(H) as in user_week_effective_categories, mean over the members with 10 or more impressions in the \
      week; a value for each complete week of the window.
      """,
    unit: "categories", direction: .higher, range: "[1, C]",
    undefined: "for a week in which no member had 10 impressions",
    source: "Hill number of order 1, Hill, Ecology 1973"
  ) { run in
    (run.weeks?.weeks ?? []).enumerated().map { week, values in
      MetricTable.Row(
        label: "\(week + 1)", value: MetricValue(mean: values.sum.value, over: values.members))
    }
  }
}

/// The mixes of categories that the members were shown, taken together with one vote a member.
struct CategoryMixes: Sendable {
  private(set) var members = 0
  private var entropies = CompensatedSum()
  private var shares: [CompensatedSum] = []

  /// The mixes of no members.
  init() {}

  init(_ run: borrowing ScopeTallies) {
    var (members, entropies) = (0, CompensatedSum())
    var shares = [CompensatedSum](repeating: CompensatedSum(), count: run.categoryCount)
    run.forEachMember(withAtLeast: 1) { _, shown in
      members += 1
      entropies.add(entropy(ofShares: shown))
      for category in shown.indices { shares[category].add(shown[category]) }
    }
    (self.members, self.entropies, self.shares) = (members, entropies, shares)
  }

  /// The mean over members of the shares of the categories.
  var pooled: [Double] { shares.map { $0.value / Double(members) } }

  /// exp(mean entropy of the members' mixes).
  var alpha: Double { effectiveNumber(entropy: entropies.value / Double(members)) }

  /// exp(entropy of the pooled mix).
  var gamma: Double { effectiveNumber(entropy: entropy(ofShares: pooled)) }
}
