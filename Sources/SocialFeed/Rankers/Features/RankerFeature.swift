/// Something that a ranker may know of a candidate, as a number.
///
/// Each is finite. A condition is 1 if it holds, else 0. Counts are as of the request, but votes as of the first page
/// of its refresh. What the community does not know, looks and sessions, comes with the request:
/// ``FeedRequest/history``,
/// ``FeedRequest/shown`` and ``FeedRequest/sessionLooks``.
public enum RankerFeature: UInt8, CaseIterable, Hashable, Sendable {
  case ageHours, likes, comments, saves, views, votes
  case isFriend, isFollowee
  case affinity, affinityShare
  case authorFollowers
  case timesSeen, hoursSinceSeen
  case category, hourOfDay
  case categoryShare
  case looks, opensPerLook, likesPerLook
  case authorPostsLastDay, authorShown
  case sessionDepth, sessionsLastWeek
}

extension RankerFeature {
  /// The name in formulas, weights and documentation, such as `age_hours`.
  public var name: String { definition.name }

  /// Its description, as a sentence.
  public var summary: String { definition.summary }

  /// Such as `h`; empty for a count, a share and what is 0 or 1.
  public var unit: String { definition.unit }

  /// The values that it can have, such as `[0, 24)`.
  public var range: String { definition.range }

  private struct Definition {
    let name: String
    var unit = ""
    let range: String
    let summary: String
  }

  private static let count = "[0, ∞)"
  private static let flag = "0 or 1"

  private var definition: Definition {
    switch self {
    case .ageHours:
      Definition(
        name: "age_hours", unit: "h", range: Self.count,
        summary: "Time from publication, in a contest's feed from submission, to the refresh.")
    case .likes:
      Definition(name: "likes", range: Self.count, summary: "Members who like the post.")
    case .comments:
      Definition(name: "comments", range: Self.count, summary: "Comments on the post.")
    case .saves:
      Definition(name: "saves", range: Self.count, summary: "Members who have saved the post.")
    case .views:
      Definition(
        name: "views", range: Self.count, summary: "How often the post's detail was opened.")
    case .votes:
      Definition(
        name: "votes", range: Self.count,
        summary:
          "Votes for the post in its contest as of the refresh's first page; 0 for a post that is no "
          + "entry.")
    case .isFriend:
      Definition(
        name: "is_friend", range: Self.flag,
        summary: "1 when the author is the viewer's friend, else 0.")
    case .isFollowee:
      Definition(
        name: "is_followee", range: Self.flag,
        summary: "1 when the viewer follows the author, else 0.")
    case .affinity:
      Definition(
        name: "affinity", range: Self.count,
        summary: "The viewer's affinity for the post's category at the refresh; 0 for a post "
          + "without one.")
    case .affinityShare:
      Definition(
        name: "affinity_share", range: "[0, 1]",
        summary: "That affinity as a share of the viewer's largest; 0 when the viewer has none.")
    case .authorFollowers:
      Definition(
        name: "author_followers", range: Self.count, summary: "Members who follow the author.")
    case .timesSeen:
      Definition(
        name: "times_seen", range: Self.count,
        summary: "How often the viewer has looked at the post, on any surface.")
    case .hoursSinceSeen:
      Definition(
        name: "hours_since_seen", unit: "h", range: Self.count,
        summary: "Time since the viewer last looked at the post, on any surface; 8,760, a year, "
          + "where that has never been.")
    case .category:
      Definition(
        name: "category", range: "-1, [0, categories)",
        summary: "The number of the post's category, from 0, or -1 where it has none: for "
          + "comparisons, as in if(category == 3, 2, 1).")
    case .hourOfDay:
      Definition(
        name: "hour_of_day", unit: "h", range: "[0, 24)",
        summary: "The hour of the day at the refresh.")
    case .categoryShare:
      Definition(
        name: "category_share", range: "[0, 1]",
        summary: "The viewer's affinity for the post's category as a share of the sum over all "
          + "categories: which part of what the viewer opened, liked, commented on and saved was in "
          + "this category; 0 when there is none.")
    case .looks:
      Definition(
        name: "looks", range: Self.count,
        summary:
          "How often members have looked at the post, on any surface, repeats included: what "
          + "an app reports for a post that stays on the screen. Posts that were on a page and "
          + "scrolled past are not among them.")
    case .opensPerLook:
      Definition(name: "opens_per_look", range: Self.count, summary: Self.rateSummary("views"))
    case .likesPerLook:
      Definition(name: "likes_per_look", range: Self.count, summary: Self.rateSummary("likes"))
    case .authorPostsLastDay:
      Definition(
        name: "author_posts_last_day", range: Self.count,
        summary: "The author's posts of the 24 hours before the refresh that are still there, this "
          + "one included when it is that new.")
    case .authorShown:
      Definition(
        name: "author_shown", range: Self.count,
        summary: "Posts by the author on the earlier pages of this refresh: 0 on its first page, "
          + "whose posts are scored all at once (author-discount separates those).")
    case .sessionDepth:
      Definition(
        name: "session_depth", range: Self.count,
        summary: "Posts that the viewer has looked at in this session, before this page.")
    case .sessionsLastWeek:
      Definition(
        name: "sessions_last_week", range: Self.count,
        summary: "Sessions of the viewer today and on the six days before, this one included.")
    }
  }

  private static func rateSummary(_ actions: String) -> String {
    "(\(actions) + \(rateWeight) m) / (looks + \(rateWeight)), where m is \(actions) / looks of all "
      + "candidates together: near m for a post that few have looked at, and the post's own rate for "
      + "one that many have. 0 when nobody has looked at any."
  }

  /// The value of ``category`` where the post has none.
  static let noCategory = -1.0

  /// The value of ``hoursSinceSeen`` where the viewer has never looked at the post.
  static let hoursSinceNever = 8760.0

  /// So many looks at the candidates' mean rate are added to those at a post, so that its rate is
  /// finite without any and does not jump with the first.
  static let rateWeight = 20
}

extension RankerFeature {
  /// Whether it changes while the viewer scrolls, because of what was shown or looked at: on the next page of a
  /// refresh a post that was shown has another score.
  var changesByLooks: Bool {
    switch self {
    case .timesSeen, .hoursSinceSeen, .looks, .opensPerLook, .likesPerLook, .authorShown,
      .sessionDepth:
      true
    case .ageHours, .likes, .comments, .saves, .views, .votes, .isFriend, .isFollowee, .affinity,
      .affinityShare, .categoryShare, .authorFollowers, .category, .hourOfDay,
      .authorPostsLastDay, .sessionsLastWeek:
      false
    }
  }

  /// The feature that has this name elsewhere; `nil` for none.
  public init?(nameElsewhere name: String) {
    switch name.lowercased() {
    case "age": self = .ageHours
    case "opens", "clicks": self = .views
    case "seen", "impressions_by_viewer": self = .timesSeen
    case "hour": self = .hourOfDay
    case "followers": self = .authorFollowers
    case "impressions", "shows", "reach": self = .looks
    case "open_rate", "ctr", "click_rate": self = .opensPerLook
    case "like_rate": self = .likesPerLook
    case "depth", "session_looks": self = .sessionDepth
    case "activity", "sessions": self = .sessionsLastWeek
    default: return nil
    }
  }
}

/// The features that a ranker reads: each is a column that is filled, none of the others is.
public struct FeatureSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var mask: UInt32 = 0

  /// Every feature that there is.
  public static let all = FeatureSet(RankerFeature.allCases)

  /// The features that change by what was shown or looked at while the viewer scrolls.
  private static let changingByLooks = FeatureSet(RankerFeature.allCases.filter(\.changesByLooks))

  public init(_ features: some Sequence<RankerFeature>) {
    for feature in features { mask |= 1 << UInt32(feature.rawValue) }
  }

  public init(arrayLiteral elements: RankerFeature...) { self.init(elements) }

  public func contains(_ feature: RankerFeature) -> Bool {
    mask >> UInt32(feature.rawValue) & 1 == 1
  }

  /// Whether a score made of these features changes by what was shown or looked at while the viewer scrolls:
  /// the pages of a refresh then leave out what is in ``FeedRequest/shown`` instead of what scores more than
  /// the last post.
  public var changesByLooks: Bool { mask & Self.changingByLooks.mask != 0 }
}
