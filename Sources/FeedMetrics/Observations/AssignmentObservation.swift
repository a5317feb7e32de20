public import SocialFeed

/// One of the two groups of a live test: of those that share a world, whom the baseline serves, or whom
/// the candidate serves.
public enum LiveGroup: Int, Sendable, Hashable, CaseIterable {
  case baseline, candidate
}

/// From now on the arm of a group serves a member, or everybody.
///
/// In a world with a live test it is observed of each member between the member and the member's first
/// tie, or, where groups take turns, at the start of each turn. The ranker of a page shows its group:
/// the candidate's rankers are numbered behind the baseline's, and as many.
public struct AssignmentObservation: Sendable, Hashable {
  /// Seconds from the start of the run; not after anything that it applies to.
  public var time: Double
  /// `nil` for everybody.
  public var member: MemberID?
  public var group: LiveGroup

  public init(time: Double, member: MemberID?, group: LiveGroup) {
    self.time = time
    self.member = member
    self.group = group
  }
}
