/// How varied the first places of a slate are, in categories and in authors.
struct SlateVariety: Metric {
  let definition: MetricDefinition
  private let sum: @Sendable (SlateTally, _ categories: Int) -> Double

  static let categories = Self(
    id: "slate_effective_categories",
    name: "Effective number of categories on the first 10 places of a slate",
    formula: "exp(H), H the entropy of the categories on the first 10 places; mean over requests.",
    unit: "categories", range: "[1, min(10, C)]",
    source: "Hill number of order 1, Hill, Ecology 1973"
  ) { slates, _ in slates.effectiveCategories.value }

  static let authors = Self(
    id: "slate_unique_author_share",
    name: "Different authors for each post on the first 10 places of a slate",
    formula: "Different authors on the first 10 places / posts there; mean over requests.",
    range: "(0, 1]", source: "Product practice"
  ) { slates, _ in slates.sumOfShares(slates.authors) }

  static let recall = Self(
    id: "slate_subtopic_recall",
    name: "Share of all categories that are on the first 10 places of a slate",
    formula: "Different categories on the first 10 places / categories; mean over requests.",
    range: "(0, 1]", source: "Subtopic recall, Zhai, Cohen & Lafferty, SIGIR 2003"
  ) { slates, categories in Double(slates.categories) / Double(categories) }

  private init(
    id: String, name: String, formula: String, unit: String = "", range: String, source: String,
    _ sum: @escaping @Sendable (SlateTally, _ categories: Int) -> Double
  ) {
    definition = MetricDefinition(
      id: id, family: .diversity, tier: .extended, name: name, formula: formula, unit: unit,
      direction: .higher,
      range: range, undefined: "without requests", source: source)
    self.sum = sum
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: sum(run.slates, run.categoryCount), over: run.slates.count)
  }
}

/// How near slates come to the best for somebody who tires of one category.
struct NormalisedNovelty: Metric {
  let definition = MetricDefinition(
    id: "alpha_ndcg",
    family: .diversity,
    tier: .extended,
    name:
      "Worth of a slate's first 10 places to who tires of one category, against the best possible",
    formula: """
      α-DCG@10 / ideal α-DCG@10, α-DCG = Σ ½^i / log₂(1 + position) over posts of relevance ½ or more, i of \
      them of the same category before; the ideal is that of the candidates; mean over a keyed sample of \
      requests whose candidates were looked at.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without such a request that has a candidate of relevance ½",
    source: "Clarke et al., SIGIR 2008")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: run.slates.noveltyRatio.value, over: run.slates.novelHeads)
  }
}
