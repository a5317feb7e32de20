/// After which of their sessions members left for good.
package struct SessionLives: Sendable {
  /// How many members ended their first, second … session, and how many of them left with it.
  private var ended: [(all: Int, leavers: Int)] = []

  package init() {}

  /// A member ends its session of this number, from 1.
  package mutating func add(session: Int, leaves: Bool) {
    while ended.count < session { ended.append((0, 0)) }
    ended[session - 1].all += 1
    if leaves { ended[session - 1].leavers += 1 }
  }

  /// The share of members who are still there after so many sessions, with those who had fewer and did not leave
  /// as censored: Π (1 − *dᵢ* ÷ *nᵢ*) over *i* up to the number, where *nᵢ* members had *i* sessions and *dᵢ*
  /// of them left after the last of these.
  ///
  /// - Returns: `nil` when no member had so many sessions.
  package func survival(after sessions: Int) -> Double? {
    guard sessions <= ended.count else { return nil }
    return ended.prefix(sessions).reduce(1) { $0 * (1 - Double($1.leavers) / Double($1.all)) }
  }
}
