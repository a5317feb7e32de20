/// How near slates come to the best that could have been shown.
struct NormalisedGain: Metric {
  let definition = MetricDefinition(
    id: "ndcg",
    family: .utility,
    name: "Worth of a slate's first 10 places against the best possible",
    formula: """
      DCG@10 / IDCG@10, DCG = Σ relevance / log₂(1 + position), IDCG that of the ten most relevant candidates \
      in order; mean over a keyed sample of requests whose candidates were looked at, without those whose \
      first ten posts are all the viewer's own.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without such a request that has a relevant candidate",
    source: "Järvelin & Kekäläinen, TOIS 2002")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: run.slates.gainRatio.value, over: run.slates.gradedHeads)
  }
}

/// How relevant what is shown first is.
struct RelevanceAtCutoff: Metric {
  let definition = MetricDefinition(
    id: "relevance_at_k",
    family: .utility,
    name: "Latent relevance of a slate's first 10 places",
    formula: """
      Σ w · relevance / Σ w over the first 10 places, w = 1 / log₂(1 + position); mean over requests.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without requests",
    source: "Position-weighted mean; weights of Järvelin & Kekäläinen, TOIS 2002")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: run.slates.relevance.value, over: run.slates.count)
  }
}

/// How much gain a slate leaves on the table.
struct RegretAtCutoff: Metric {
  let definition = MetricDefinition(
    id: "regret_at_k",
    family: .utility,
    name: "Gain that a slate's first 10 places miss",
    formula: """
      IDCG@10 − DCG@10, as in ndcg; mean over the requests of ndcg and those without a relevant candidate.
      """,
    unit: "relevance",
    direction: .lower,
    range: "[0, Σ w]",
    undefined: "without such a request",
    source: "Järvelin & Kekäläinen, TOIS 2002")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: run.slates.regret.value, over: run.slates.pooledHeads)
  }
}
