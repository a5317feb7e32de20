/// A table of a trace: a file `NAME.csv` of its folder, or a table of its database.
///
/// The columns stand in the order in which they are written; a reader finds them by name. Rows are in
/// order of time, those of posts and entries included, though these are written when the run ends.
public enum TraceTable: String, CaseIterable, Sendable {
  /// `sampled` marks the members over whom metrics of pairs are taken.
  case users
  /// Latent interest at the start; no rows for a member without.
  case userPreferences = "user_prefs"
  case posts
  /// A viewer's own posts are rows too, and keep their position.
  case impressions
  /// What a sampled request could have shown.
  case candidates
  case interactions
  case contests
  /// The votes are those for the post from the contest's start to its end, the latter excluded.
  case contestEntries = "contest_entries"
  case ties
  /// Looks at like and save buttons, two a post looked at.
  case buttons
  /// Spells in which a button on a device was wrong, in order of their ends.
  case wrongButtons = "wrong_buttons"
  /// Pages of which the app left out posts that the slate had already, and how many.
  case duplicates
}

/// What a cell holds.
enum TraceCell: Sendable {
  /// A number that names a thing, or nothing.
  case identifier
  case count
  /// 0 or 1.
  case flag
  /// Any number, such as a time in seconds from the start of the run.
  case number
  case name
}

/// A column of a table.
struct TraceColumn: Sendable {
  let name: String
  let cell: TraceCell
  /// Whether a cell may be empty.
  var isOptional = false
  /// Whether a replay reads it. What it does not read may be missing.
  var isRead = true

  init(_ name: String, _ cell: TraceCell, isOptional: Bool = false, isRead: Bool = true) {
    self.name = name
    self.cell = cell
    self.isOptional = isOptional
    self.isRead = isRead
  }
}

extension TraceTable {
  /// The name of its file in a folder.
  var file: String { "\(rawValue).csv" }

  /// Whether every trace must have it.
  var isRequired: Bool {
    switch self {
    case .users, .posts, .impressions, .interactions: true
    default: false
    }
  }

  var columns: [TraceColumn] {
    switch self {
    case .users:
      [
        .id("user_id"), .name("group"), .number("joined_at"),
        // A replay draws the sample again, from the seed and the size that run.json has.
        TraceColumn("sampled", .flag, isRead: false),
      ]
    case .userPreferences: [.id("user_id"), .count("category"), .number("weight")]
    case .posts:
      [
        .id("post_id"), .id("author_id"), .count("category"), .number("created_at"),
        .number("quality"), TraceColumn("contest_id", .identifier, isOptional: true),
      ]
    case .impressions:
      [
        .number("time"), .id("request_id"), .id("user_id"), .name("surface"), .name("ranker"),
        .count("position"), .id("post_id"), .flag("examined"), .number("relevance"),
      ]
    case .candidates: [.id("request_id"), .id("post_id"), .number("relevance")]
    case .interactions:
      [
        .number("time"), .id("user_id"), .id("post_id"), .name("kind"),
        TraceColumn("request_id", .identifier, isOptional: true),
      ]
    case .contests: [.id("contest_id"), .number("starts_at"), .number("ends_at")]
    case .contestEntries:
      [
        .id("contest_id"), .id("post_id"), .id("author_id"), .number("submitted_at"),
        .count("votes_final"),
      ]
    case .ties: [.number("time"), .name("kind"), .id("from"), .id("to")]
    case .buttons:
      [.number("time"), .id("user_id"), .count("device"), .count("buttons"), .count("wrong")]
    case .wrongButtons:
      [
        .id("user_id"), .count("device"), .id("post_id"), .name("button"), .number("wrong_from"),
        .number("wrong_until"),
      ]
    case .duplicates:
      [
        .number("time"), .id("request_id"), .id("user_id"), .name("surface"), .name("ranker"),
        .count("duplicates"),
      ]
    }
  }

  /// The columns by which rows of the database are looked up, an index each.
  var indexes: [[String]] {
    switch self {
    case .users: [["user_id"]]
    case .userPreferences: [["user_id", "category"]]
    case .posts: [["post_id"], ["author_id"], ["category"]]
    case .impressions: [["request_id", "position"], ["user_id", "time"], ["post_id", "time"]]
    case .candidates: [["request_id"]]
    case .interactions: [["request_id", "post_id"], ["user_id", "time"], ["post_id", "time"]]
    case .contests: [["contest_id"]]
    case .contestEntries: [["contest_id"], ["post_id"]]
    case .ties: [["from"], ["to"]]
    case .buttons, .wrongButtons: [["user_id"]]
    case .duplicates: [["request_id"]]
    }
  }
}

extension TraceColumn {
  fileprivate static func id(_ name: String) -> Self { Self(name, .identifier) }
  fileprivate static func count(_ name: String) -> Self { Self(name, .count) }
  fileprivate static func flag(_ name: String) -> Self { Self(name, .flag) }
  fileprivate static func number(_ name: String) -> Self { Self(name, .number) }
  fileprivate static func name(_ name: String) -> Self { Self(name, .name) }
}
