/// Whether members live in separate bubbles.
struct CategoryBeta: Metric {
  let definition = MetricDefinition(
    id: "category_beta",
    family: .diversity,
    name: "Number of separate mixes of categories that members are shown",
    formula: """
      β = γ / α, α = exp(mean over members of Hᵤ), γ = exp(H(mean over members of pᵤ)), pᵤ the shares of the \
      categories shown to u and Hᵤ their entropy. 1: all are shown one mix.
      """,
    unit: "",
    direction: .describes,
    range: "[1, min(U, C)]",
    undefined: "when nobody was shown anything",
    source: "Jost, Ecology 2007")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    var members = 0
    var entropies = CompensatedSum()
    var shares = [CompensatedSum](repeating: CompensatedSum(), count: run.categoryCount)
    run.forEachMember(withAtLeast: 1) { _, shown in
      members += 1
      entropies.add(entropy(ofShares: shown))
      for category in shown.indices { shares[category].add(shown[category]) }
    }
    guard members > 0 else { return MetricValue(nil, support: 0) }
    let alpha = effectiveNumber(entropy: entropies.value / Double(members))
    let gamma = effectiveNumber(
      entropy: entropy(ofShares: shares.map { $0.value / Double(members) }))
    return MetricValue(max(1, gamma / alpha), support: members)
  }
}
