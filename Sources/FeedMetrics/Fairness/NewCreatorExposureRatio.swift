/// Whether the posts of new authors get their share of exposure.
struct NewCreatorExposureRatio: Metric {
  let definition = MetricDefinition(
    id: "new_creator_exposure_ratio",
    family: .creators,
    name: "Exposure of new authors' posts against their share of posts",
    formula: """
      (Σ E over new authors' posts / ΣE) / (new authors' posts / posts). A post is a new author's when \
      it is created less than 7 days after its author joined.
      """,
    unit: "",
    direction: .target(1),
    range: "[0, ∞)",
    undefined: "without a new author's post, or when no post was shown",
    source: "Product practice; a group parity ratio")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let new = run.newCreators
    let total = run.totalExposure
    guard new.posts > 0, total > 0 else { return MetricValue(nil, support: new.posts) }
    let supply = Double(new.posts) / Double(run.population)
    return MetricValue(new.exposure / total / supply, support: new.posts)
  }
}
