/// How relevant the first positions of a slate are.
extension Metric {
  static let ndcg = Metric(
    "ndcg@10", .utility, label: "nDCG@10",
    name: "Worth of a slate's first 10 positions against the best possible",
    formula: """
      DCG@10 / IDCG@10, DCG = Σ relevance / log₂(1 + position), IDCG the same over the ten most relevant candidates \
      in order; mean over a keyed sample of requests whose candidates were looked at, without those whose \
      first ten posts are all the viewer's own.
      """,
    direction: .higher, margin: .absolute(0.005), range: "[0, 1]",
    undefined: "without such a request that has a relevant candidate",
    source: "Järvelin & Kekäläinen, TOIS 2002"
  ) { run in
    MetricValue(mean: run.slates.gainRatio.value, over: run.slates.gradedHeads)
  }

  static let relevance = Metric(
    "relevance@10", .utility, label: "Relevance@10",
    name: "Latent relevance of a slate's first 10 positions",
    formula:
      "Σ w · relevance / Σ w over the first 10 positions, w = 1 / log₂(1 + position); mean over requests.",
    direction: .higher, margin: .relative(0.01), range: "[0, 1]", undefined: "without requests",
    source: "Position-weighted mean; weights of Järvelin & Kekäläinen, TOIS 2002"
  ) { run in
    MetricValue(mean: run.slates.relevance.value, over: run.slates.count)
  }

  static let regret = Metric(
    "regret@10", .utility, label: "Regret@10", name: "Gain that a slate's first 10 positions miss",
    formula:
      "IDCG@10 − DCG@10, as in ndcg@10; mean over the requests of ndcg@10 and those without a relevant candidate.",
    unit: "relevance", direction: .lower, margin: .relative(0.02), range: "[0, Σ w]",
    undefined: "without such a request",
    source: "Järvelin & Kekäläinen, TOIS 2002"
  ) { run in MetricValue(mean: run.slates.regret.value, over: run.slates.pooledHeads) }

  static let precision = Metric(
    "precision@10", .utility, .extended,
    label: "Precision@10", name: "Share of relevant posts on the first 10 positions of a slate",
    formula:
      "Posts of latent relevance ½ or more on the first 10 positions / posts there; mean over requests.",
    direction: .higher, range: "[0, 1]", undefined: "without requests",
    source: "Precision at a cut-off, Cleverdon 1967"
  ) { run in
    MetricValue(mean: run.slates.sumOfShares(run.slates.relevant), over: run.slates.count)
  }
}
