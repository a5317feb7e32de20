/// When the ties of each member began, in lists that stand beside the lists of a ``ListPool`` of members:
/// the element of the same number belongs to the same tie.
///
/// 8 bytes a tie ÷ the pool's load, and 8 a member; 0 when dates are not kept.
struct TieDates: Sendable {
  let areKept: Bool
  private var heads: [ListHead] = []
  private var pool = ListPool<Double>()

  init(areKept: Bool) { self.areKept = areKept }

  /// Makes dates of ties in lists of the same lengths, side by side.
  init(_ dates: [Double], in lists: FlatLists, areKept: Bool) {
    self.areKept = areKept
    guard areKept else { return }
    heads = Array(repeating: ListHead(), count: lists.counts.count)
    pool = ListPool(lists: lists.counts, of: dates, heads: &heads)
  }

  /// All dates, side by side for each member, oldest tie first.
  var all: [Double] { heads.flatMap { pool.elements(of: $0) } }

  mutating func addMember() {
    if areKept { heads.append(ListHead()) }
  }

  /// How many dates a member's list has.
  func count(of member: MemberID) -> Int { areKept ? heads[member.index].count : 0 }

  /// The date of a number, from 0, in a member's list.
  func date(_ number: Int, of member: MemberID) -> Double? {
    areKept ? pool[heads[member.index].range.lowerBound + number] : nil
  }

  /// Adds the date of a member's newest tie.
  mutating func append(_ date: Double, to member: MemberID) {
    guard areKept else { return }
    if pool.isFull(for: heads[member.index]) { replacePool(toGrow: heads[member.index]) }
    pool.append(date, to: &heads[member.index])
  }

  /// Removes the date of a number.
  mutating func remove(_ number: Int, of member: MemberID) {
    guard areKept else { return }
    pool.remove(at: heads[member.index].range.lowerBound + number, from: &heads[member.index])
  }

  private mutating func replacePool(toGrow head: ListHead) {
    var larger = ListPool(replacing: pool, toGrow: head)
    for index in heads.indices { larger.adopt(&heads[index], from: pool) }
    pool = larger
  }
}

extension Community {
  /// When `one` began to follow `other`, in seconds on the caller's clock; `nil` when it is not so,
  /// or dates are not kept. O(how many `one` follows).
  public func followDate(_ one: MemberID, _ other: MemberID) -> Double? {
    guard keepsTieDates, let number = ties.number(ofFollowee: other, of: one) else { return nil }
    return followDates.date(number, of: one)
  }

  /// When two members became friends, in seconds on the caller's clock, the same from both sides;
  /// `nil` when they are not, or dates are not kept. O(how many friends `one` has).
  public func friendshipDate(_ one: MemberID, _ other: MemberID) -> Double? {
    guard keepsTieDates, let number = ties.number(ofFriend: other, of: one) else { return nil }
    return friendshipDates.date(number, of: one)
  }

  /// Adds a follow that is not there.
  mutating func addFollow(_ one: MemberID, _ other: MemberID, at now: Double) {
    ties.follow(one, other)
    followDates.append(now, to: one)
    renown += postCount(of: other)
  }

  /// Removes a follow that is there.
  mutating func endFollow(_ one: MemberID, _ other: MemberID) {
    if keepsTieDates { followDates.remove(ties.number(ofFollowee: other, of: one)!, of: one) }
    ties.unfollow(one, other)
    renown -= postCount(of: other)
  }

  /// Adds a friendship that is not there.
  mutating func addFriendship(_ one: MemberID, _ other: MemberID, at now: Double) {
    ties.befriend(one, other)
    friendshipDates.append(now, to: one)
    friendshipDates.append(now, to: other)
  }

  /// Removes a friendship that is there.
  mutating func endFriendship(_ one: MemberID, _ other: MemberID) {
    if keepsTieDates {
      friendshipDates.remove(ties.number(ofFriend: other, of: one)!, of: one)
      friendshipDates.remove(ties.number(ofFriend: one, of: other)!, of: other)
    }
    ties.unfriend(one, other)
  }
}

extension TieTable {
  /// The number, from 0, of a followee in a member's list.
  fileprivate func number(ofFollowee other: MemberID, of member: MemberID) -> Int? {
    guard member.index < rows.count, rows[member.index].mayKnow(other) else { return nil }
    let range = rows[member.index].following.range
    return range.first { following[$0] == other.rawValue }.map { $0 - range.lowerBound }
  }

  /// The number, from 0, of a friend in a member's list.
  fileprivate func number(ofFriend other: MemberID, of member: MemberID) -> Int? {
    guard member.index < rows.count, rows[member.index].mayKnow(other) else { return nil }
    let range = rows[member.index].friends.range
    return range.first { friends[$0] == other.rawValue }.map { $0 - range.lowerBound }
  }
}
