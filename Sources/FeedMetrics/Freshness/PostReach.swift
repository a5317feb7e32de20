/// How soon new posts are shown, and how many never are.
extension Metric {
  /// Median time to the first impression.
  static let timeToFirstImpression = timeToImpressions(
    "time_to_first_impression_p50_s", label: "Time to first impression",
    name: "Median time until a new post is first shown",
    event: "first impression"
  ) { run, post in run.ageAtFirst[post] }

  /// Median time to the examined impression that makes `ReachTally.enough` of them.
  static let timeToTenImpressions = timeToImpressions(
    "time_to_10_impressions_p50_s",
    label: "Time to 10 looks", name: "Median time until a new post has been looked at 10 times",
    event: "10th examined impression"
  ) { run, post in run.ageAtEnough[post] }

  /// The median over all posts, those not seen yet included.
  ///
  /// A median of the posts that were seen would reward hiding posts; the Kaplan–Meier median lets the others count for
  /// the time that they existed.
  private static func timeToImpressions(
    _ id: String, label: String, name: String, event: String,
    _ age: @escaping @Sendable (borrowing ScopeTallies, _ post: Int) -> Int32
  ) -> Metric {
    Metric(
      id, .freshness, label: label, name: name,
      formula: """
        Kaplan–Meier median of time from creation to \(event), over posts created in the window; a post \
        without is censored at the end of the run. Smallest t with S(t) ≤ ½.
        """,
      unit: "s", direction: .lower, margin: .relative(0.05), range: "[0, ∞)",
      undefined: "when S stays above ½: more than the run could show",
      source: "Kaplan & Meier, JASA 1958"
    ) { run in
      let posts = run.createdInWindow
      var events: [Double] = []
      var censored: [Double] = []
      for post in posts {
        let age = age(run, post)
        if age == FeedTally.never {
          censored.append(run.end - Double(run.posts.origin[post].createdAt))
        } else {
          events.append(Double(age))
        }
      }
      return MetricValue(
        kaplanMeierMedian(events: events, censored: censored), support: posts.count)
    }
  }

  static let timeToFirstImpressionMeanShown = Metric(
    "time_to_first_impression_mean_shown_s", .freshness, .extended,
    label: "Mean time to impression",
    name: "Mean time until a new post is first shown, over those that are",
    formula: """
      Mean time from creation to first impression over posts created in the window and shown by its end. \
      Biased: it rewards hiding posts; for contrast with time_to_first_impression_p50_s.
      """,
    unit: "s", direction: .lower, range: "[0, ∞)",
    undefined: "when no post created in the window was shown", source: "Product practice"
  ) { run in
    let ages = run.createdInWindow.map { run.ageAtFirst[$0] }
    return MetricValue(meanOf: ages.filter { $0 != FeedTally.never }.map(Double.init))
  }

  static let neverShownShare = neverReachedShare(
    "never_shown_share", label: "Posts never shown",
    name: "Share of new posts without any impression",
    formula: "Posts created in the window without an impression by its end / posts created in it."
  ) { run, post in run.ageAtFirst[post] }

  static let neverTenImpressionsShare = neverReachedShare(
    "never_10_impressions_share",
    label: "Posts short of 10 looks", name: "Share of new posts that were not looked at 10 times",
    formula: """
      Posts created in the window with fewer than 10 examined impressions by its end / posts created in \
      it.
      """
  ) { run, post in run.ageAtEnough[post] }

  private static func neverReachedShare(
    _ id: String, label: String, name: String, formula: String,
    _ age: @escaping @Sendable (borrowing ScopeTallies, _ post: Int) -> Int32
  ) -> Metric {
    Metric(
      id, .freshness, .extended, label: label, name: name, formula: formula, direction: .lower,
      range: "[0, 1]",
      undefined: "when no post was created in the window",
      source: "Product practice; grows with the share of posts created late"
    ) { run in
      let posts = run.createdInWindow
      var never = 0
      for post in posts where age(run, post) == FeedTally.never { never += 1 }
      return MetricValue(mean: Double(never), over: posts.count)
    }
  }
}
