/// Who begins to post, stops, and comes back.
///
/// Posts of the whole run count, those before the window included; the window is cut into halves of equal length.
extension Metric {
  static let creatorsStarted = supply(
    "creators_started_share", label: "Starting creators",
    name: "Share of active authors who posted for the first time",
    formula:
      "Authors whose first post was created in the window / authors with a post in the window.",
    direction: .higher, undefined: "without posts in the window"
  ) { ($0.isInWindow && !$0.isBefore, $0.isInWindow) }

  static let creatorsStopped = supply(
    "creators_stopped_share", label: "Stopping creators",
    name: "Share of authors who stopped posting",
    formula: """
      Authors with a post in the first half of the window and none in the second / authors with a post in the \
      first half.
      """,
    direction: .lower, undefined: "without posts in the first half of the window"
  ) { ($0.isInFirstHalf && !$0.isInSecondHalf, $0.isInFirstHalf) }

  static let creatorsReturned = supply(
    "creators_returned_share", label: "Returning creators",
    name: "Share of active authors who came back to posting",
    formula: """
      Authors with a post in the second half of the window, none in the first half and one before the window / \
      authors with a post in the second half.
      """,
    direction: .higher, undefined: "without posts in the second half of the window"
  ) { ($0.isInSecondHalf && !$0.isInFirstHalf && $0.isBefore, $0.isInSecondHalf) }

  /// When an author posted.
  private struct Activity {
    var isBefore = false
    var isInFirstHalf = false
    var isInSecondHalf = false

    var isInWindow: Bool { isInFirstHalf || isInSecondHalf }
  }

  private static func supply(
    _ id: String, label: String, name: String, formula: String,
    direction: MetricDefinition.Direction,
    undefined: String, _ counts: @escaping @Sendable (Activity) -> (part: Bool, whole: Bool)
  ) -> Metric {
    Metric(
      id, .volumes, label: label, name: name, formula: formula, direction: direction,
      margin: .absolute(0.005), range: "[0, 1]", undefined: undefined,
      source:
        "Growth accounting (new, churned and resurrected users), of authors; product practice",
      breakdown: []
    ) { run in
      var authors = [Activity](repeating: Activity(), count: run.members.count)
      let middle = (run.start + run.end) / 2
      for post in run.posts.origin[..<run.population] {
        let (author, time) = (Int(post.author), Double(post.createdAt))
        if time < run.start {
          authors[author].isBefore = true
        } else if time < middle {
          authors[author].isInFirstHalf = true
        } else {
          authors[author].isInSecondHalf = true
        }
      }
      let counted = authors.map(counts)
      return MetricValue(
        mean: Double(counted.count { $0.part }), over: counted.count { $0.whole })
    }
  }
}
