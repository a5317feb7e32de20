package import FeedMetrics
internal import SocialFeed

/// Counts the friends of each member while a run goes on. The follows are in `RunColumns`.
package final class FriendSink: ObservationSink {
  /// In order of identifier.
  package private(set) var friendsOfMember: [Int] = []

  package init() {}

  package func observe(_ member: MemberObservation) { friendsOfMember.append(0) }

  package func observe(_ tie: TieObservation) {
    let change = tie.kind == .friend ? 1 : tie.kind == .unfriend ? -1 : 0
    friendsOfMember[tie.from.index] += change
    friendsOfMember[tie.to.index] += change
  }
}

/// Observes the delays between follows and their reverse.
package final class ReturnedFollows: ObservationSink {
  private struct Pair: Hashable {
    let from: MemberID
    let to: MemberID
  }

  private let end: Double
  private var follows: [Pair: Double] = [:]
  /// Seconds.
  package private(set) var delays: [Double] = []

  /// - Parameter end: The time until which follows are observed, from 0.
  package init(observedUntil end: Double) { self.end = end }

  package func observe(_ tie: TieObservation) {
    guard tie.kind == .follow else { return }
    if tie.isReturned, let start = follows[Pair(from: tie.to, to: tie.from)] {
      delays.append(tie.time - start)
    }
    if !tie.isReturned, (0..<end).contains(tie.time) {
      follows[Pair(from: tie.from, to: tie.to)] = tie.time
    }
  }
}
