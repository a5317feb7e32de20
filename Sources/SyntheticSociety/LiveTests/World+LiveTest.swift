internal import FeedMetrics
internal import SocialFeed

/// A live test in a world: which of two arms serves a member.
extension World {
  /// The arm's group that serves a member now.
  func group(of member: MemberID) -> LiveGroup {
    assignment?.group(of: member.index) ?? .baseline
  }

  /// Which ranker serves a feed to the members of a group: its number among the rankers of both arms.
  func ranker(of surface: Surface, for group: LiveGroup) -> Int {
    Int(surface.rawValue) + group.rawValue * Surface.allCases.count
  }

  /// Divides the initial members, whose ties exist by now, into groups.
  mutating func beginLiveTest() {
    guard assignment != nil else { return }
    if assignment!.dividesClusters { assignment!.divide(clusters) }
    for index in 0..<community.memberCount { assign(MemberID(index)) }
    if assignment!.turn != nil { observeTurn(at: 0) }
  }

  /// Gives the next member a group.
  mutating func assign(_ member: MemberID) {
    guard let group = assignment?.add(people[member.index].key) else { return }
    for sink in sinks {
      sink.observe(AssignmentObservation(time: now, member: member, group: group))
    }
  }

  /// The turns that begin until `time`.
  mutating func takeTurns(until time: Double) {
    while turnEnd <= time {
      let start = turnEnd
      assignment!.beginTurn(at: start)
      observeTurn(at: start)
    }
  }

  private mutating func observeTurn(at time: Double) {
    turnEnd = assignment!.turnEnd
    for sink in sinks {
      sink.observe(AssignmentObservation(time: time, member: nil, group: assignment!.turn!))
    }
  }

  /// Clusters of the initial follows and friendships, of a twentieth of the members at most: enough of
  /// them for chance to make the groups alike, and large enough to hold most ties of a group together.
  private var clusters: [Int] {
    var ties: [(Int, Int)] = []
    for index in 0..<community.memberCount {
      let member = MemberID(index)
      for number in 0..<community.followingCount(of: member)! {
        ties.append((index, community.followee(of: member, at: number)!.index))
      }
      for number in 0..<community.friendCount(of: member)! {
        let friend = community.friend(of: member, at: number)!
        if member < friend { ties.append((index, friend.index)) }
      }
    }
    let members = community.memberCount
    return TieClusters(
      ties, members: members, largest: max(2, members / 20), streams.assignment
    ).cluster
  }
}
