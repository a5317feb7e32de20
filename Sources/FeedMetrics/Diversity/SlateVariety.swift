/// How varied the first positions of a slate are, in categories and in authors.
extension Metric {
  static let intraListDiversity = Metric(
    "intra_list_diversity@10", .diversity,
    label: "Category variety@10",
    name: "Chance that two of the first 10 posts of a slate have different categories",
    formula: """
      1 − Σ n꜀(n꜀ − 1) / (n(n − 1)) over categories c on the first 10 positions, intra-list diversity with \
      distance 1 between categories; mean over requests with two or more posts there.
      """,
    direction: .higher, margin: .absolute(0.01), range: "[0, 1]",
    undefined: "without such a request",
    source: "Ziegler et al., WWW 2005; equals the unbiased Gini–Simpson index"
  ) { run in
    var sum = CompensatedSum()
    var requests = 0
    for posts in 2...PositionDiscount.cutoff {
      let pairs = Double(posts * (posts - 1))
      let different =
        run.slates.heads[posts] * posts * (posts - 1) - run.slates.pairsOfOneCategory[posts]
      sum.add(Double(different) / pairs)
      requests += run.slates.heads[posts]
    }
    return MetricValue(mean: sum.value, over: requests)
  }

  static let slateEffectiveCategories = slateVariety(
    "effective_categories@10",
    label: "Effective categories@10",
    name: "Effective number of categories on the first 10 positions of a slate",
    formula:
      "exp(H), H the entropy of the categories on the first 10 positions; mean over requests.",
    unit: "categories", range: "[1, min(10, C)]",
    source: "Hill number of order 1, Hill, Ecology 1973"
  ) { slates, _ in slates.effectiveCategories.value }

  static let slateUniqueAuthors = slateVariety(
    "unique_author_share@10",
    label: "Different authors@10",
    name: "Different authors for each post on the first 10 positions of a slate",
    formula: "Different authors on the first 10 positions / posts there; mean over requests.",
    range: "(0, 1]", source: "Product practice"
  ) { slates, _ in slates.sumOfShares(slates.authors) }

  static let slateSubtopicRecall = slateVariety(
    "subtopic_recall@10",
    label: "Category coverage@10",
    name: "Share of all categories that are on the first 10 positions of a slate",
    formula: "Different categories on the first 10 positions / categories; mean over requests.",
    range: "(0, 1]", source: "Subtopic recall, Zhai, Cohen & Lafferty, SIGIR 2003"
  ) { slates, categories in Double(slates.categories) / Double(categories) }

  private static func slateVariety(
    _ id: String, label: String, name: String, formula: String, unit: String = "", range: String,
    source: String,
    _ sum: @escaping @Sendable (SlateTally, _ categories: Int) -> Double
  ) -> Metric {
    Metric(
      id, .diversity, .extended, label: label, name: name, formula: formula, unit: unit,
      direction: .higher,
      range: range, undefined: "without requests", source: source
    ) { run in MetricValue(mean: sum(run.slates, run.categoryCount), over: run.slates.count) }
  }

  static let alphaNDCG = Metric(
    "alpha_ndcg@10", .diversity, .extended,
    label: "Novelty-aware nDCG@10",
    name:
      "Worth of a slate's first 10 positions to who tires of one category, against the best possible",
    formula: """
      α-DCG@10 / ideal α-DCG@10, α-DCG = Σ ½^i / log₂(1 + position) over posts of relevance ½ or more, i of \
      them of the same category before; the ideal order is made of the candidates; mean over a keyed sample of \
      requests whose candidates were looked at.
      """,
    direction: .higher, range: "[0, 1]",
    undefined: "without such a request that has a candidate of relevance ½",
    source: "Clarke et al., SIGIR 2008"
  ) { run in
    MetricValue(mean: run.slates.noveltyRatio.value, over: run.slates.novelHeads)
  }
}
