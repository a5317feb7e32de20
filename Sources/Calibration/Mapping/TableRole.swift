/// What a table of logs holds.
///
/// A new role is a case here with its columns, a reader in `Logs/` and a line in ``LogReader``.
package enum TableRole: String, Sendable, CaseIterable {
  case users, posts, follows, events, wideEvents, bandit, counts, hist, rates

  package var summary: String {
    switch self {
    case .users: "A row a member."
    case .posts: "A row a post."
    case .follows: "A row a follow: src follows dst."
    case .events: "A row an action, in order of time for each user where gaps are to be read."
    case .wideEvents: "A row an impression, with a column for each kind of action: 0, 1 or a count."
    case .bandit: "A row an item shown, with the probability with which it was chosen."
    case .counts: "A row a user, post or arm, with its numbers of impressions and actions."
    case .hist: "A row a bin of the axis, with its numbers."
    case .rates: "A row a kind of action, with its rate per impression."
    }
  }

  /// What its columns can mean, in the order of the documentation.
  package var columns: [ColumnKey] {
    switch self {
    case .users:
      [
        .init("user", "Who."), .init("followers", "How many follow them."),
        .init("following", "How many they follow."),
        .init("mutual", "How many of these follows are returned."),
        .init("ageDays", "Days since they joined; not used."),
        .init("segment", "A group of members; not used."),
        .init("isAuthor", "Whether they post: 0 or 1."),
      ]
    case .posts:
      [
        .init("post", "Which."), .init("author", "By whom."), .init("ts", "When."),
        .init("category", "About what."),
        .init("tags", "Words, separated by tagSeparator; not used."),
        .init("parent", "The post that it answers, whose category is then not counted once more."),
        .init("durationMs", "Length of a video; not used."),
      ]
        + ["views", "likes", "comments", "shares", "saves"].map {
          .init($0, "How many it received.")
        }
    case .follows:
      [
        .init("src", "Who follows.", isRequired: true),
        .init("dst", "Who is followed.", isRequired: true),
        .init("ts", "Since when."), .init("weight", "How strongly; not used."),
      ]
    case .events:
      [
        .init("user", "Who acted."), .init("post", "On what."), .init("author", "Whose post."),
        .init("ts", "When.", isRequired: true), .init("postTs", "When it was posted."),
        .init("kind", "What was done; instead, the table's kind."),
        .init("category", "The post's category."),
      ]
    case .wideEvents:
      [
        .init("user", "To whom it was shown."), .init("post", "What."),
        .init("author", "Whose post."), .init("ts", "When."),
        .init("postTs", "When it was posted."), .init("position", "Where in the slate, from 1."),
        .init("category", "The post's category."),
      ] + Self.actions
    case .bandit:
      [
        .init("ts", "When."), .init("user", "To whom."),
        .init("action", "The item.", isRequired: true), .init("position", "Where, from 1."),
        .init("reward", "Whether it was clicked: 0 or 1.", isRequired: true),
        .init(
          "propensity", "The probability of the item there, above 0 and at most 1.",
          isRequired: true),
        .init("context", "Columns that describe the request; not used."),
      ]
    case .counts:
      [
        .init("user", "Who; not needed."),
        .init("impressions", "Posts shown.", isRequired: true),
      ] + Self.actions
    case .hist:
      [
        .init("bin", "The bin of the axis.", isRequired: true),
        .init("count", "How many are in it."), .init("impressions", "Posts shown in it."),
      ] + Self.actions
    case .rates:
      [
        .init("kind", "Which action.", isRequired: true),
        .init("rate", "Per impression under the ranker of the time."),
        .init("rateUniform", "Per impression of posts shown at random."),
      ]
    }
  }

  private static let actions = ActionKind.names.map {
    ColumnKey($0, "How many posts, or whether this one, got this action: \($0).")
  }

  /// What the table can say besides its role, file and columns.
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

/// What people do with a post, as mappings name it; `view` is to open it or to keep watching.
package enum ActionKind {
  package static let names = [
    "view", "like", "comment", "share", "save", "vote", "follow", "hide", "profile",
  ]
}
