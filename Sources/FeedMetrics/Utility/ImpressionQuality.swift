internal import SocialFeed

/// Likes that were not taken back.
struct NetLikeRate: Metric {
  let definition = MetricDefinition(
    id: "net_like_rate",
    family: .utility,
    tier: .extended,
    name: "Likes less likes taken back for each post looked at",
    formula: "(Likes − unlikes that an impression led to) / examined impressions.",
    unit: "",
    direction: .higher,
    range: "[−1, 1]",
    undefined: "when nothing was looked at",
    source: "Product practice")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(
      mean: Double(run.actions.count(of: .like) - run.actions.count(of: .unlike)),
      over: run.actions.examined)
  }
}

/// How often what is shown is opened.
struct OpenRate: Metric {
  let definition = MetricDefinition(
    id: "ctr_per_impression",
    family: .utility,
    tier: .extended,
    name: "Posts opened for each impression",
    formula: "Views that an impression led to / impressions, looked at or not.",
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without impressions",
    source: "Click-through rate; product practice")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: Double(run.actions.count(of: .view)), over: run.counts.impressions)
  }
}

/// How much of what is shown is looked at.
struct ExaminedShare: Metric {
  let definition = MetricDefinition(
    id: "examined_share",
    family: .utility,
    tier: .extended,
    name: "Share of impressions that are looked at",
    formula: "Examined impressions / impressions.",
    unit: "",
    direction: .describes,
    range: "[0, 1]",
    undefined: "without impressions",
    source: "Product practice")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: Double(run.actions.examined), over: run.counts.impressions)
  }
}

/// How relevant what is looked at is.
struct ExaminedRelevance: Metric {
  let definition = MetricDefinition(
    id: "examined_relevance_mean",
    family: .utility,
    tier: .extended,
    name: "Latent relevance of the posts looked at",
    formula: "Mean latent relevance over examined impressions.",
    unit: "relevance",
    direction: .higher,
    range: "[0, 1]",
    undefined: "when nothing was looked at",
    source: "Product practice")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: run.counts.examinedRelevance.value, over: run.actions.examined)
  }
}

/// How many of the first places are worth looking at.
struct PrecisionAtCutoff: Metric {
  let definition = MetricDefinition(
    id: "precision_at_k",
    family: .utility,
    tier: .extended,
    name: "Share of relevant posts on the first 10 places of a slate",
    formula: """
      Posts of latent relevance ½ or more on the first 10 places / posts there; mean over requests.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without requests",
    source: "Precision at a cut-off, Cleverdon 1967")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: run.slates.sumOfShares(run.slates.relevant), over: run.slates.count)
  }
}
