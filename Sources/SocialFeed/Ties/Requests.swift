/// Requests that wait for an answer: who asks whom, whom each has been asked by, and whom each asks.
///
/// Few members have any at a time, so that lists are kept only for those. O(1) on average, removal
/// O(requests that the one has sent + requests that the other has received).
@usableFromInline struct Requests: Sendable {
  private(set) var edges = EdgeSet()
  /// Who has asked each member, in the order of asking; no list is empty.
  private(set) var received: [MemberID: [UInt32]] = [:]
  /// Whom each member has asked, in the order of asking; no list is empty.
  private(set) var sent: [MemberID: [UInt32]] = [:]
  /// Whether a member has a list, up to the last who ever had one: most have none, and are looked up
  /// once a session.
  @usableFromInline private(set) var areReceived: [Bool] = []

  func contains(_ one: MemberID, _ other: MemberID) -> Bool { edges.contains(one, other) }

  /// Who has asked a member, in the order of asking.
  func received(by member: MemberID) -> ArraySlice<UInt32> {
    areReceived(by: member) ? (received[member] ?? [])[...] : []
  }

  /// Whom a member has asked, in the order of asking.
  func sent(by member: MemberID) -> ArraySlice<UInt32> { (sent[member] ?? [])[...] }

  /// Whether somebody has asked a member. O(1).
  @inlinable func areReceived(by member: MemberID) -> Bool {
    member.index < areReceived.count && areReceived[member.index]
  }

  /// Adds a request that is not there.
  mutating func add(from one: MemberID, to other: MemberID) {
    edges.insert(one, other)
    received[other, default: []].append(one.rawValue)
    sent[one, default: []].append(other.rawValue)
    areReceived.resize(to: max(areReceived.count, other.index + 1), false)
    areReceived[other.index] = true
  }

  /// Puts those whom each member has asked in the order of asking.
  mutating func putInOrder(sent lists: FlatLists) {
    lists.visit { index, range in
      if !range.isEmpty { sent[MemberID(index)] = Array(lists.elements[range]) }
    }
  }

  /// Removes a request, and returns whether it was there.
  @discardableResult
  mutating func remove(from one: MemberID, to other: MemberID) -> Bool {
    guard edges.remove(one, other) else { return false }
    received[other]?.removeAll { $0 == one.rawValue }
    if received[other]?.isEmpty == true {
      received[other] = nil
      areReceived[other.index] = false
    }
    removeSent(from: one, to: other)
    return true
  }

  private mutating func removeSent(from one: MemberID, to other: MemberID) {
    sent[one]?.removeAll { $0 == other.rawValue }
    if sent[one]?.isEmpty == true { sent[one] = nil }
  }

  /// Removes all requests to a member and by it.
  mutating func removeAll(of member: MemberID) {
    _ = removeAll(to: member)
    for other in sent(by: member) { remove(from: member, to: MemberID(rawValue: other)) }
  }

  /// Removes all requests to a member, and returns who asked, in the order of asking.
  mutating func removeAll(to member: MemberID) -> [MemberID] {
    guard areReceived(by: member) else { return [] }
    areReceived[member.index] = false
    let asking = received.removeValue(forKey: member) ?? []
    return asking.map {
      let one = MemberID(rawValue: $0)
      edges.remove(one, member)
      removeSent(from: one, to: member)
      return one
    }
  }
}
