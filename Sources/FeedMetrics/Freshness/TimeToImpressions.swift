/// How soon a new post is seen by anybody, or by enough members.
///
/// A median of the posts that were seen would reward hiding posts; the Kaplan–Meier median lets those
/// that were not seen yet count for as long as they were there.
struct TimeToImpressionsMedian: Metric {
  private enum Milestone { case firstImpression, enoughExaminations }

  let definition: MetricDefinition
  private let milestone: Milestone

  /// Time to the first impression.
  static let first = Self(
    milestone: .firstImpression, id: "time_to_first_impression_p50_s",
    name: "Median time until a new post is first shown", event: "first impression")

  /// Time to the examined impression that makes `ReachTally.enough` of them.
  static let enough = Self(
    milestone: .enoughExaminations, id: "time_to_k_impressions_p50_s",
    name: "Median time until a new post has been looked at 10 times",
    event: "10th examined impression")

  private init(milestone: Milestone, id: String, name: String, event: String) {
    self.milestone = milestone
    definition = MetricDefinition(
      id: id,
      family: .freshness,
      name: name,
      formula: """
        Kaplan–Meier median of time from creation to \(event), over posts created in the window; a post \
        without is censored at the end of the run. Smallest t with S(t) ≤ ½.
        """,
      unit: "s",
      direction: .lower,
      range: "[0, ∞)",
      undefined: "when S stays above ½: more than the run could show",
      source: "Kaplan & Meier, JASA 1958")
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let posts = run.createdInWindow
    var events: [Double] = []
    var censored: [Double] = []
    for post in posts {
      let age = milestone == .firstImpression ? run.ageAtFirst[post] : run.ageAtEnough[post]
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
