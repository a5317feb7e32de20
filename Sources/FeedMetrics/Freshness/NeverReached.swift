/// Whether new posts are ever seen by anybody, or by enough members.
struct NeverReachedShare: Metric {
  private enum Milestone { case firstImpression, enoughExaminations }

  let definition: MetricDefinition
  private let milestone: Milestone

  static let shown = Self(
    milestone: .firstImpression, id: "never_shown_share",
    name: "Share of new posts that nobody was shown",
    formula: "Posts created in the window without an impression by its end / posts created in it.")

  static let enough = Self(
    milestone: .enoughExaminations, id: "never_k_share",
    name: "Share of new posts that were not looked at 10 times",
    formula: """
      Posts created in the window with fewer than 10 examined impressions by its end / posts created in \
      it.
      """)

  private init(milestone: Milestone, id: String, name: String, formula: String) {
    self.milestone = milestone
    definition = MetricDefinition(
      id: id, family: .freshness, tier: .extended, name: name, formula: formula, unit: "",
      direction: .lower,
      range: "[0, 1]", undefined: "when no post was created in the window",
      source: "Product practice; grows with the share of posts created late")
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let posts = run.createdInWindow
    let never = posts.count { post in
      let age = milestone == .firstImpression ? run.ageAtFirst[post] : run.ageAtEnough[post]
      return age == FeedTally.never
    }
    return MetricValue(mean: Double(never), over: posts.count)
  }
}

/// How soon posts are shown that are shown at all.
struct TimeToFirstImpressionMeanShown: Metric {
  let definition = MetricDefinition(
    id: "time_to_first_impression_mean_shown_s",
    family: .freshness,
    tier: .extended,
    name: "Mean time until a new post is first shown, over those that are",
    formula: """
      Mean time from creation to first impression over posts created in the window and shown by its end. \
      Biased: it rewards hiding posts; for contrast with time_to_first_impression_p50_s.
      """,
    unit: "s",
    direction: .lower,
    range: "[0, ∞)",
    undefined: "when no post created in the window was shown",
    source: "Product practice")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let ages = run.createdInWindow.map { run.ageAtFirst[$0] }
    return MetricValue(meanOf: ages.filter { $0 != FeedTally.never }.map(Double.init))
  }
}
