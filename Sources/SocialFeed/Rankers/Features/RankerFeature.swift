/// Something that a ranker may know of a candidate, as a number.
///
/// Each is finite. What holds or does not is 1 or 0. Counts are those of the moment of the request.
public enum RankerFeature: UInt8, CaseIterable, Hashable, Sendable {
  case ageHours, likes, comments, saves, views, votes
  case isFriend, isFollowee
  case affinity, affinityShare
  case authorFollowers
  case timesSeen, hoursSinceSeen
  case category, hourOfDay
}

extension RankerFeature {
  /// The name in formulas, weights and documentation, such as `age_hours`.
  public var name: String {
    switch self {
    case .ageHours: "age_hours"
    case .likes: "likes"
    case .comments: "comments"
    case .saves: "saves"
    case .views: "views"
    case .votes: "votes"
    case .isFriend: "is_friend"
    case .isFollowee: "is_followee"
    case .affinity: "affinity"
    case .affinityShare: "affinity_share"
    case .authorFollowers: "author_followers"
    case .timesSeen: "times_seen"
    case .hoursSinceSeen: "hours_since_seen"
    case .category: "category"
    case .hourOfDay: "hour_of_day"
    }
  }

  /// What it is, as a sentence.
  public var summary: String {
    switch self {
    case .ageHours:
      "Time from publication, in a contest's feed from submission, to the refresh; at least 0."
    case .likes: "Members who like the post."
    case .comments: "Comments on the post."
    case .saves: "Members who have saved the post."
    case .views: "How often the post's detail was opened."
    case .votes: "Votes for the post in its contest; 0 for a post that is no entry."
    case .isFriend: "1 when the author is the viewer's friend, else 0."
    case .isFollowee: "1 when the viewer follows the author, else 0."
    case .affinity: "The viewer's affinity for the post's category at the refresh."
    case .affinityShare:
      "That affinity as a share of the viewer's largest; 0 when the viewer has none."
    case .authorFollowers: "Members who follow the author."
    case .timesSeen: "How often the viewer has looked at the post, on any surface."
    case .hoursSinceSeen:
      "Time since the viewer last looked at the post, on any surface; 8,760, a year, where that has never been."
    case .category:
      "The number of the post's category, from 0: for comparisons, as in if(category == 3, 2, 1)."
    case .hourOfDay: "The hour of the day at the refresh, from 0 up to 24."
    }
  }

  /// Such as `h`; empty for a count, a share and what is 0 or 1.
  public var unit: String {
    switch self {
    case .ageHours, .hoursSinceSeen, .hourOfDay: "h"
    default: ""
    }
  }

  /// What ``hoursSinceSeen`` is where the viewer has never looked at the post.
  static let hoursSinceNever = 8760.0
}

/// The features that a ranker reads: each is a column that is filled, none of the others is.
public struct FeatureSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var mask: UInt32 = 0

  /// Every feature that there is.
  public static let all = FeatureSet(RankerFeature.allCases)

  public init(_ features: some Sequence<RankerFeature>) {
    for feature in features { mask |= 1 << UInt32(feature.rawValue) }
  }

  public init(arrayLiteral elements: RankerFeature...) { self.init(elements) }

  public func contains(_ feature: RankerFeature) -> Bool {
    mask >> UInt32(feature.rawValue) & 1 == 1
  }
}
