internal import SocialFeed

/// How much members do in a day: what a rate for each look hides, since members may look at more, or come more often.
///
/// All of them are divided by the days of the window since they joined, over all members. Those who have left count on,
/// so that a ranker that loses members loses volume.
extension Metric {
  static let engagementPerMemberDay = volume(
    "engagement", label: "Engagement", of: "Posts liked, commented on, saved or voted for",
    counted: "Impressions that led to at least one of the four", sum: .engaged
  ) { Double($0.actions.engagedImpressions) }

  static let likesPerMemberDay = volume(
    "likes", label: "Likes", of: "Likes", counted: "Likes that an impression led to", sum: .likes
  ) { Double($0.actions.count(of: .like)) }

  static let commentsPerMemberDay = volume(
    "comments", label: "Comments", of: "Comments", counted: "Comments that an impression led to",
    margin: 0.02, sum: .comments
  ) { Double($0.actions.count(of: .comment)) }

  static let savesPerMemberDay = volume(
    "saves", .extended, label: "Saves", of: "Saves", counted: "Saves that an impression led to",
    margin: 0.02, sum: .saves
  ) { Double($0.actions.count(of: .save)) }

  static let votesPerMemberDay = volume(
    "votes", .extended, label: "Votes", of: "Votes", counted: "Votes that an impression led to",
    margin: 0.02, sum: .votes
  ) { Double($0.actions.count(of: .vote)) }

  static let looksPerMemberDay = volume(
    "looks", .extended, label: "Looks", of: "Posts looked at", counted: "Examined impressions",
    direction: .describes, sum: .looks
  ) { Double($0.actions.examined) }

  static let sessionsPerMemberDay = volume(
    "sessions", label: "Sessions", of: "Sessions",
    counted: """
      Sessions, each of which ends after a gap of more than 30 minutes between two requests of a member and counts \
      where it begins,
      """,
    source: "Sessions per user: Kohavi et al., KDD 2012"
  ) { Double($0.sessions.sessions) }

  static let minutesPerMemberDay = volume(
    "minutes", label: "Minutes", of: "Minutes in the app",
    counted:
      "Minutes from the first to the last request of each session, which are 0 for a session of one request,",
    unit: "min a day", direction: .describes
  ) { Double($0.sessions.seconds) / 60 }

  static let postsPerMemberDay = volume(
    "posts", label: "Posts", of: "Posts published",
    counted: "Posts created in the window, those that were deleted later included,",
    breakdown: .days
  ) { run in
    let (members, origin) = (run.members, run.posts.origin)
    return Double(run.createdInWindow.count { members.isServed(Int(origin[$0].author)) })
  }

  /// - Parameters:
  ///   - what: What is counted, in the plural.
  ///   - label: The same where space is short.
  ///   - counted: The numerator, as the subject of the formula.
  ///   - sum: The numerator as a sum over looks, where it is one.
  private static func volume(
    _ what: String, _ tier: MetricDefinition.Tier = .core, label: String, of name: String,
    counted: String, unit: String = "a day", direction: MetricDefinition.Direction = .higher,
    margin: Double = 0.01, source: String = "Product practice: actions for each daily user",
    breakdown: MetricBreakdown = [.feeds, .days], sum: LookSum? = nil,
    _ count: @escaping @Sendable (borrowing ScopeTallies) -> Double
  ) -> Metric {
    Metric(
      "\(what)_per_member_day", .volumes, tier, label: "\(label) a day",
      name: "\(name) by a member in a day",
      formula: """
        \(counted) / Σ over members of the days of the window since they joined; members who have left count on.
        """,
      unit: unit, direction: direction, margin: .relative(margin), range: "[0, ∞)",
      undefined: "without members", source: source, breakdown: breakdown,
      ratio: sum.map { LookRatio($0, over: .memberDays) }
    ) { run in
      let all = run.memberDays
      return MetricValue(all.days > 0 ? count(run) / all.days : nil, support: all.members)
    }
  }
}
