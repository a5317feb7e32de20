/// How varied the first places of a slate are.
struct SlateIntraListDiversity: Metric {
  let definition = MetricDefinition(
    id: "slate_ild_category",
    family: .diversity,
    name: "Chance that two of the first 10 posts of a slate have different categories",
    formula: """
      1 − Σ n꜀(n꜀ − 1) / (n(n − 1)) over categories c on the first 10 places, intra-list diversity with \
      distance 1 between categories; mean over requests with two or more posts there.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without such a request",
    source: "Ziegler et al., WWW 2005; equals the unbiased Gini–Simpson index")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
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
}
