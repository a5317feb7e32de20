extension MetricCatalogue {
  /// The ids of the version before, with today's; the next version forgets them.
  static let renamed = [
    "ctr_per_impression": "open_rate",
    "relevance_at_k": "relevance@10",
    "regret_at_k": "regret@10",
    "precision_at_k": "precision@10",
    "ndcg": "ndcg@10",
    "alpha_ndcg": "alpha_ndcg@10",
    "ndcf": "ndcf@10",
    "top1_hit": "hit@1",
    "top3_overlap": "overlap@3",
    "epc": "expected_popularity_complement",
    "epd": "expected_profile_distance",
    "wrong_button_share": "stale_button_share",
    "wrong_button_duration_s": "stale_button_duration_s",
    "creator_exposure_gini_log2": "creator_exposure_gini(exposure=log2)",
    "creator_exposure_gini_geometric": "creator_exposure_gini(exposure=geometric)",
    "creator_exposure_gini_impressions": "creator_exposure_gini(exposure=impressions)",
    "creator_exposure_gini_examined": "creator_exposure_gini(exposure=examined)",
    "creator_atkinson_1": "creator_atkinson(epsilon=1)",
    "time_to_k_impressions_p50_s": "time_to_10_impressions_p50_s",
    "never_k_share": "never_10_impressions_share",
    "slate_ild_category": "intra_list_diversity@10",
    "slate_effective_categories": "effective_categories@10",
    "slate_unique_author_share": "unique_author_share@10",
    "slate_subtopic_recall": "subtopic_recall@10",
    "category_alpha": "category_alpha_diversity",
    "category_beta": "category_beta_diversity",
    "category_gamma": "category_gamma_diversity",
    "category_simpson": "category_gini_simpson",
  ]

  /// The id that a metric has today; `nil` unless `id` is the one that it had in the version before.
  public static func newID(of id: String) -> String? {
    guard let form = SurfaceForm(id) else { return renamed[id] }
    return renamed[form.base] == nil ? nil : definition(id)?.id
  }

  /// Today's ids and then the former ones: the candidates for what a misspelt id means.
  public static var spellings: [String] { (all + occasional).map(\.id) + renamed.keys.sorted() }

  /// The same values under today's ids; where a metric has both ids, the value of today's.
  public static func withNewIDs<Value>(_ values: [String: Value]) -> [String: Value] {
    var values = values
    for (old, new) in renamed {
      guard let value = values.removeValue(forKey: old), values[new] == nil else { continue }
      values[new] = value
    }
    return values
  }
}
