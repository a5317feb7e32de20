internal import SocialFeed
internal import Stochastics

/// Members of one world who are served by the rankers of another arm than the rest: an experiment
/// with users, in a community that both arms change.
///
/// Whom it serves is drawn by the member's key alone: members keep their side whatever the arms. Its
/// rankers are numbered behind those of the world's arm, so that a page tells by its ranker on which
/// side its viewer is.
public struct UserSplit: Sendable, Hashable {
  /// Its rankers serve the members of the split.
  public let arm: Arm
  /// Of the members, in `0...1`.
  public let share: Double

  /// - Precondition: The share is in `0...1`.
  public init(arm: Arm, share: Double) {
    precondition(share >= 0 && share <= 1, "a split that serves \(share) of the members")
    self.arm = arm
    self.share = share
  }
}

extension WorldRun {
  /// The rankers of both sides, those of the arm first, each in the order of the surfaces.
  ///
  /// - Precondition: The sides have one app, and one community learns affinities for both in one way.
  var rankers: [RankerSettings] {
    guard let split else { return arm.rankers }
    precondition(split.arm.app == arm.app, "arms of a split with apps of their own")
    let rules = Set((arm.rankers + split.arm.rankers).compactMap(\.affinityRule))
    precondition(rules.count <= 1, "arms of a split that learn affinities in \(rules.count) ways")
    return arm.rankers + split.arm.rankers
  }

  /// The numbers by which pages tell of ``rankers``: rankers of one side that are the same on several
  /// surfaces have one number, the place of the first of them.
  var rankerNumbers: [Int] {
    let (rankers, surfaces) = (rankers, Surface.allCases.count)
    return rankers.indices.map { place in
      let side = place - place % surfaces
      return rankers[side...place].firstIndex(of: rankers[place]) ?? place
    }
  }

  /// What the community learns: as the first ranker that says so wants it.
  var affinityRule: AffinityRule {
    rankers.lazy.compactMap(\.affinityRule).first ?? AffinityRule()
  }
}

extension World {
  /// Which ranker serves a feed to a member: its place among those of both sides.
  func ranker(of surface: Surface, for member: MemberKey) -> Int {
    let isSplit =
      splitShare > 0 && streams.assignment.uniform(member.rawValue) < splitShare
    return Int(surface.rawValue) + (isSplit ? Surface.allCases.count : 0)
  }
}
