/// Whether the posts of new authors get their share of exposure.
struct NewCreatorExposureRatio: Metric {
  /// For so many seconds after joining, an author is new.
  private static let newcomerAge = 7 * 86_400.0

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
    var exposure = CompensatedSum()
    var posts = 0
    for post in 0..<run.population {
      let origin = run.posts.origin[post]
      let joinedAt = run.members.joinedAt[Int(origin.author)]
      guard Double(origin.createdAt) - joinedAt < Self.newcomerAge else { continue }
      exposure.add(run.counts.exposure[post])
      posts += 1
    }
    let total = run.totalExposure
    guard posts > 0, total > 0 else { return MetricValue(nil, support: posts) }
    let supply = Double(posts) / Double(run.population)
    return MetricValue(exposure.value / total / supply, support: posts)
  }
}
