/// The mixes of categories that the members were shown, taken together with one vote a member.
struct CategoryMixes: Sendable {
  private(set) var members = 0
  private var entropies = CompensatedSum()
  private var shares: [CompensatedSum] = []

  /// Those of nobody.
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

/// Whether members live in separate bubbles, and how wide these are.
struct CategoryMixture: Metric {
  let definition: MetricDefinition
  private let measure: @Sendable (CategoryMixes) -> Double

  static let beta = Self(
    id: "category_beta", tier: .core,
    name: "Number of separate mixes of categories that members are shown",
    formula: """
      β = γ / α, α = exp(mean over members of Hᵤ), γ = exp(H(mean over members of pᵤ)), pᵤ the shares of the \
      categories shown to u and Hᵤ their entropy. 1: all are shown one mix.
      """,
    direction: .describes, range: "[1, min(U, C)]"
  ) { max(1, $0.gamma / $0.alpha) }

  static let alpha = Self(
    id: "category_alpha",
    name: "Effective number of categories that a member is shown",
    formula: """
      α = exp(mean over members of Hᵤ), Hᵤ the entropy of the categories shown to u in the window.
      """,
    unit: "categories", direction: .higher, range: "[1, C]"
  ) { $0.alpha }

  static let gamma = Self(
    id: "category_gamma",
    name: "Effective number of categories that all members together are shown",
    formula: """
      γ = exp(H(mean over members of pᵤ)), pᵤ the shares of the categories shown to u in the window; α · β.
      """,
    unit: "categories", direction: .higher, range: "[1, C]"
  ) { $0.gamma }

  static let simpson = Self(
    id: "category_simpson",
    name: "Chance that two posts shown to two members at random have different categories",
    formula: "1 − Σ p̄꜀², p̄ the mean over members of the shares of the categories shown to them.",
    direction: .higher, range: "[0, 1 − 1/C]", source: "Gini–Simpson index, Simpson, Nature 1949"
  ) { mixes in 1 - CompensatedSum(mixes.pooled.lazy.map { $0 * $0 }).value }

  private init(
    id: String, tier: MetricDefinition.Tier = .extended, name: String, formula: String,
    unit: String = "",
    direction: MetricDefinition.Direction, range: String, source: String = "Jost, Ecology 2007",
    _ measure: @escaping @Sendable (CategoryMixes) -> Double
  ) {
    definition = MetricDefinition(
      id: id, family: .diversity, tier: tier, name: name, formula: formula, unit: unit,
      direction: direction,
      range: range, undefined: "when nobody was shown anything", source: source)
    self.measure = measure
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(run.mixes.members > 0 ? measure(run.mixes) : nil, support: run.mixes.members)
  }
}
