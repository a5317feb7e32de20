/// The contents of a table of logs.
///
/// To add a role: a case here with its columns, a reader in `Logs/` and a line in ``LogReader``.
package enum TableRole: String, Sendable, CaseIterable {
  case users, posts, follows, events, wideEvents, bandit, counts, hist, rates

  package var summary: String {
    switch self {
    case .users: "A row for each member."
    case .posts: "A row a post."
    case .follows: "A row for each follow: src follows dst."
    case .events: "A row for each action; gaps need each user's rows in order of time."
    case .wideEvents:
      "A row for each impression, with a column for each kind of action: 0, 1 or a count."
    case .bandit: "A row for each item shown, with the probability with which it was chosen."
    case .counts: "A row for each user, post or arm, with its numbers of impressions and actions."
    case .hist: "A row for each bin of the axis, with its counts."
    case .rates: "A row for each kind of action, with its rate per impression."
    }
  }

  /// The possible meanings of the table's columns, in the order of the documentation.
  package var columns: [ColumnKey] {
    switch self {
    case .users:
      [
        .init("user", "The member."), .init("followers", "Number of followers."),
        .init("following", "Number of members that the member follows."),
        .init("mutual", "Number of these follows that are returned."),
        .init("ageDays", "Days since the member joined; not used."),
        .init("segment", "A group of members; not used."),
        .init("isAuthor", "Whether the member posts: 0 or 1."),
      ]
    case .posts:
      [
        .init("post", "The post."), .init("author", "The author."),
        .init("ts", "Time of posting."),
        .init(
          "category",
          """
          The post's category. An author's posts of one category less than half an hour apart are one batch, and \
          count once when the concentration of categories is fitted.
          """),
        .init("tags", "The post's tags, separated by tagSeparator; not used."),
        .init(
          "parent", "The post that this one answers; the category of an answer is not counted."),
        .init("durationMs", "Length of a video; not used."),
      ]
        + ["views", "likes", "comments", "shares", "saves"].map {
          .init($0, "Number of \($0) that the post received.")
        }
    case .follows:
      [
        .init("src", "The member who follows.", isRequired: true),
        .init("dst", "The member who is followed.", isRequired: true),
        .init("ts", "Time of the follow."), .init("weight", "Strength of the tie; not used."),
      ]
    case .events:
      [
        .init("user", "The user who acted."), .init("post", "The post."),
        .init("author", "The post's author."), .init("ts", "Time of the action.", isRequired: true),
        .init("postTs", "Time of posting."),
        .init("kind", "The action. Default: the table's kind."),
        .init("category", "The post's category."),
      ]
    case .wideEvents:
      [
        .init("user", "The viewer."), .init("post", "The post."),
        .init("author", "The post's author."), .init("ts", "Time of the impression."),
        .init("postTs", "Time of posting."), .init("position", "Position in the slate, from 1."),
        .init("category", "The post's category."),
      ] + Self.actions
    case .bandit:
      [
        .init("ts", "Time of the impression."), .init("user", "The viewer."),
        .init("action", "The item.", isRequired: true),
        .init("position", "Position of the item, from 1."),
        .init("reward", "Whether the item was clicked: 0 or 1.", isRequired: true),
        .init(
          "propensity", "The probability of the item at this position, above 0 and at most 1.",
          isRequired: true),
        .init("context", "Columns that describe the request; not used."),
      ]
    case .counts:
      [
        .init("user", "The user; not used."),
        .init("impressions", "Number of impressions.", isRequired: true),
      ] + Self.actions
    case .hist:
      [
        .init("bin", "The bin of the axis.", isRequired: true),
        .init("count", "The bin's count."), .init("impressions", "The bin's impressions."),
      ] + Self.actions
    case .rates:
      [
        .init("kind", "The action.", isRequired: true),
        .init("rate", "Rate per impression under the logging ranker."),
        .init("rateUniform", "Rate per impression of posts shown at random."),
      ]
    }
  }

  private static let actions = ActionKind.names.map {
    ColumnKey($0, "Number of actions of the kind \($0), or 0 or 1.")
  }

  /// The settings of the table, besides its role, file and columns.
  package var settings: [String] {
    let times = ["tsUnit", "tsResolution", "timezone"]
    let all = ["where", "missing"]
    switch self {
    case .users: return all + ["sample"]
    case .posts: return all + times + ["tagSeparator", "missingCategory"]
    case .follows: return all + times
    case .events:
      return all + times + ["kind", "kindMap", "policy", "missingCategory"] + Self.sample
    case .wideEvents: return all + times + ["policy", "slateSize", "missingCategory"] + Self.sample
    case .bandit: return all + times + ["policy", "slateSize"]
    case .counts: return all + ["unit", "group", "policy"] + Self.sample
    case .hist: return all + ["axis"]
    case .rates: return all + ["kindMap"]
    }
  }

  private static let sample = ["sample", "truncatedBelow"]
}

/// A meaning that a column can have.
package struct ColumnKey: Sendable {
  package let name: String
  package let summary: String
  package let isRequired: Bool

  init(_ name: String, _ summary: String, isRequired: Bool = false) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
  }
}

/// The names of actions in mappings; `view` means to open a post or to keep watching it.
package enum ActionKind {
  package static let names = [
    "view", "like", "comment", "share", "save", "vote", "follow", "hide", "profile",
  ]
}
