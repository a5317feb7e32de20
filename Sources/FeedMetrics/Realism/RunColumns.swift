package import SocialFeed

/// The events of a run in the columns of a real feed's log, for comparison with one.
///
/// As in the metrics, events count from the end of the warm-up to the end of the run, and of pages only the posts of
/// others. The ties are those at the end.
package struct RunColumns: Sendable, Hashable {
  /// Posts of others shown to each member, in order of identifier.
  package internal(set) var impressionsOfMember: [Int] = []
  /// Those among them that the member looked at.
  package internal(set) var examinedOfMember: [Int] = []
  /// Sessions of each member by the rule for logs: separated by ``sessionGap`` between two pages with a look.
  package internal(set) var sessionsOfMember: [Int] = []
  /// The measured time in days.
  package internal(set) var days = 0.0
  /// How often each member opened a post from a feed.
  package internal(set) var viewsOfMember: [Int] = []
  /// Impressions in each hour of the day, from midnight.
  package internal(set) var impressionsOfHour = [Int](repeating: 0, count: 24)
  /// Impressions of each post, in order of identifier; posts that were never shown have 0.
  package internal(set) var impressionsOfPost: [Int] = []
  /// How often each kind of interaction followed from an impression.
  private var actions = [Int](repeating: 0, count: InteractionKind.allCases.count)
  /// Who follows whom at the end: by follower, then by followed.
  package internal(set) var follows: [Follow] = []

  /// The least time between two looks of different sessions, in seconds.
  package static let sessionGap = 1_800.0

  /// A member follows another.
  package struct Follow: Sendable, Hashable, Comparable {
    package let from: MemberID
    package let to: MemberID

    package init(from: MemberID, to: MemberID) {
      self.from = from
      self.to = to
    }

    package static func < (a: Follow, b: Follow) -> Bool {
      (a.from.rawValue, a.to.rawValue) < (b.from.rawValue, b.to.rawValue)
    }
  }

  /// How often a kind of interaction followed from an impression.
  package func count(of kind: InteractionKind) -> Int { actions[Int(kind.rawValue)] }

  /// Interactions of a kind for each impression that was looked at; `nil` without such an impression.
  package func rate(of kind: InteractionKind) -> Double? {
    let examined = examinedOfMember.reduce(0, +)
    return examined > 0 ? Double(count(of: kind)) / Double(examined) : nil
  }

  /// Sessions of a member with a look and a day; `nil` without any.
  package var sessionsPerMemberDay: Double? {
    let (sessions, present) = (
      sessionsOfMember.reduce(0, +), sessionsOfMember.count { $0 > 0 }
    )
    return present > 0 && days > 0 ? Double(sessions) / (Double(present) * days) : nil
  }

  /// Looks a session; `nil` without a session.
  package var looksPerSession: Double? {
    let sessions = sessionsOfMember.reduce(0, +)
    return sessions > 0 ? Double(examinedOfMember.reduce(0, +)) / Double(sessions) : nil
  }

  /// How many follow each member at the end, in order of identifier.
  package var followersOfMember: [Int] {
    var followers = [Int](repeating: 0, count: impressionsOfMember.count)
    for follow in follows { followers[follow.to.index] += 1 }
    return followers
  }

  mutating func add(_ kind: InteractionKind, by member: MemberID) {
    actions[Int(kind.rawValue)] += 1
    if kind == .view { viewsOfMember[member.index] += 1 }
  }
}
