public import FeedMetrics

/// How much the posts that an arm shows most are those of the baseline, in their order.
public enum RankingOverlap {
  /// How many posts of each world are looked at, at most.
  public static let posts = 20
  /// How much less each further place counts.
  public static let persistence = 0.9

  /// As a metric of a check. No run has it by itself, so that no catalogue lists it.
  public static let definition = MetricDefinition(
    id: "ranking_overlap", family: .utility, name: "Overlap of the posts shown most",
    formula:
      "mean over worlds of the extrapolated rank-biased overlap, p = 0.9, of the 20 posts with the"
      + " most impressions after warm-up", unit: "", direction: .higher, range: "[0, 1]",
    undefined: "neither shows a post", source: "Webber, Moffat & Zobel 2010")
}
