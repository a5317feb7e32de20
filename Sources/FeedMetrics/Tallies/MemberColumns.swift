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
  /// In a group of a live test, the members whom it serves; empty where all are served.
  private var isAssigned: [Bool] = []

  init(run: RunObservation) {
    categoryCount = run.categoryCount
    groupCount = run.groupNames.count
  }

  var count: Int { group.count }

  /// Whether a member's days and posts count. In a live test only members of one group count.
  func isServed(_ member: Int) -> Bool {
    isAssigned.isEmpty || (member < isAssigned.count && isAssigned[member])
  }

  /// How many of those who are served joined before a time.
  func count(joinedBefore time: Double) -> Int {
    joinedAt.indices.count { isServed($0) && joinedAt[$0] < time }
  }

  /// From now on only the members who are assigned count.
  mutating func assign(_ member: MemberID) {
    while isAssigned.count <= member.index { isAssigned.append(false) }
    isAssigned[member.index] = true
  }

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

/// For how long there have been members.
struct MemberDays: Sendable {
  /// Days of the window since they joined, over all members; those who have left count on.
  private(set) var days = 0.0
  /// The members with some such time.
  private(set) var members = 0

  init() {}

  /// - Parameters:
  ///   - start: The start of the window, in seconds from the start of the run.
  ///   - end: Its end.
  init(_ columns: MemberColumns, from start: Double, to end: Double) {
    var sum = CompensatedSum()
    for (member, joinedAt) in columns.joinedAt.enumerated() where columns.isServed(member) {
      let first = max(start, joinedAt)
      let days = max(0, end - first) / 86_400
      sum.add(days)
      members += days > 0 ? 1 : 0
    }
    days = sum.value
  }
}
