package import SocialFeed

/// How many sessions each member began on each of the last seven days.
///
/// A member has 12 bytes: the day of the last session, and a byte for it and for each of the seven days
/// before. Of more than 255 sessions on a day 255 are counted.
package struct SessionDays: Sendable {
  /// The number of the day of each member's last session.
  private var days: [UInt32] = []
  /// The sessions on that day in the lowest byte, the day before's in the next, and so on.
  private var counts: [UInt64] = []

  package init() {}

  mutating func reserveCapacity(members: Int) {
    days.reserveCapacity(members)
    counts.reserveCapacity(members)
  }

  package mutating func addMember() {
    days.append(0)
    counts.append(0)
  }

  /// Counts a session of a member.
  ///
  /// - Parameter now: Seconds from the start, not before the member's last session.
  package mutating func begin(_ member: MemberID, now: Double) {
    counts[member.index] = shifted(of: member, to: Self.day(of: now))
    days[member.index] = Self.day(of: now)
    if counts[member.index] & 0xFF < 0xFF { counts[member.index] += 1 }
  }

  /// The sessions of a member today and on the six days before.
  package func count(of member: MemberID, now: Double) -> Int {
    var rest = shifted(of: member, to: Self.day(of: now))
    var sum = 0
    for _ in 0..<7 {
      sum += Int(rest & 0xFF)
      rest >>= 8
    }
    return sum
  }

  /// The counts, shifted to have a day in the lowest byte.
  ///
  /// A screen that is resumed has the clock of its refresh, which may be before the last session.
  private func shifted(of member: MemberID, to day: UInt32) -> UInt64 {
    let last = days[member.index]
    // A shift of 64 bits or more leaves nothing.
    return counts[member.index] << (8 * UInt64(max(day, last) - last))
  }

  private static func day(of time: Double) -> UInt32 { UInt32(time / 86_400) }
}
