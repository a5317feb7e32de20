internal import SocialFeed

/// What is known of the members when they join.
struct MemberColumns: Sendable {
  private(set) var group: [UInt16] = []
  /// Seconds from the start of the run.
  private(set) var joinedAt: [Double] = []
  /// Latent interests, a row of `categoryCount` shares for each member; zeros where unknown.
  private(set) var taste: [Float] = []
  let categoryCount: Int
  let groupCount: Int

  init(run: RunObservation) {
    categoryCount = run.categoryCount
    groupCount = run.groupNames.count
  }

  var count: Int { group.count }

  mutating func add(_ member: MemberObservation) {
    precondition(
      member.member.index == count, "member \(member.member) comes after \(count) others")
    precondition(
      (0..<groupCount).contains(member.group), "group \(member.group) of \(groupCount)")
    precondition(
      member.taste.isEmpty || member.taste.count == categoryCount,
      "\(member.taste.count) interests in \(categoryCount) categories")
    group.append(UInt16(member.group))
    joinedAt.append(member.joinedAt)
    for category in 0..<categoryCount {
      taste.append(member.taste.isEmpty ? 0 : member.taste[category])
    }
  }
}
