internal import Synchronization

/// Where some requests of a lane are sent again, to find a ranker's memory of other requests, worlds and arms.
///
/// A second question to the same instance of a ranker finds chance, and no memory: a cache gives the same answer twice. So some
/// requests of some lanes (``takes(_:)``) go to another instance too, with a lane of its own there. So few of them go there that
/// it cannot come to remember the same. A ranker that learns gets the same events in both lanes, and requests at once, until
/// ``lastOfLearner``; another gets them when the world has ended, the last request first, so that a
/// clock is found too.
public struct SecondInstance: Sendable {
  /// How its requests are sent.
  package let company: RequestCompany
  package let open: @Sendable () throws(RankerFailure) -> any RankerLane

  /// - Parameters:
  ///   - company: How requests are sent there: ``RequestCompany/fresh`` or ``RequestCompany/later``.
  ///   - open: Begins a lane of the same world there.
  package init(
    _ company: RequestCompany, open: @escaping @Sendable () throws(RankerFailure) -> any RankerLane
  ) {
    self.company = company
    self.open = open
  }

  /// Whether a request goes there, by its number in the lane from 1: one of three binary digits and zeros behind them, so 1 to 8,
  /// 10, 12, 14, 16, 20, and four of each doubling.
  static func takes(_ number: Int) -> Bool {
    number > 0 && number.trailingZeroBitCount + 3 >= Int.bitWidth - number.leadingZeroBitCount
  }

  /// The last request of a ranker that learns that goes there. The second lane ends behind it, since most of its cost is
  /// learning.
  static let lastOfLearner = 512

  /// Begins a lane there. A ranker that cannot have two instances at a time fails.
  func lane() throws(RankerFailure) -> any RankerLane {
    do throws(RankerFailure) { return try open() } catch {
      guard company == .fresh else { throw error }
      throw error.adding(
        "it was started once more, beside the first instance, for requests that are sent twice")
    }
  }
}

/// Which lanes of a ranker have a second instance: the first one, the first in an instance that had another one before, and
/// every 64th of either kind, so that tens of worlds have two.
///
/// A new instance remembers no other world. One that learns has no second one then, which would cost a world's learning.
package final class SecondInstances: Sendable {
  package static let every = 64

  private let lanes = Mutex((new: 0, reused: 0))

  package init() {}

  /// Whether there was a lane in a new instance.
  package var hasHadLane: Bool { lanes.withLock { $0.new > 0 } }

  /// Whether the next lane has one.
  ///
  /// - Parameters:
  ///   - isReused: Whether the lane's instance had another one before.
  ///   - learns: Whether the ranker learns.
  package func takesNext(isReused: Bool, learns: Bool) -> Bool {
    lanes.withLock { lanes in
      if isReused { lanes.reused += 1 } else { lanes.new += 1 }
      return (isReused || !learns) && (isReused ? lanes.reused : lanes.new) % Self.every == 1
    }
  }
}
