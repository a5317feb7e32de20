import SocialFeed
import Synchronization

/// A host without a process that learns: a post's score is how often members liked it, by events alone.
final class LearningHost: RankerHost {
  /// What the lanes got, in order.
  enum Message: Hashable {
    case events([RankerEvent])
    case request
  }

  private let received = Mutex<[Message]>([])
  /// The number of events in all with which a lane fails.
  let failingCount: Int

  init(failingCount: Int = .max) { self.failingCount = failingCount }

  var messages: [Message] { received.withLock { $0 } }
  var events: [RankerEvent] {
    messages.flatMap { message -> [RankerEvent] in
      if case .events(let events) = message { events } else { [] }
    }
  }
  let name = "learning.py"
  let digest = "learning"
  let features: FeatureSet = [.likes]
  let learns = true

  func open(world: RankerWorld) -> any RankerLane { Lane(host: self) }

  private func receive(_ message: Message) { received.withLock { $0.append(message) } }

  private final class Lane: RankerLane {
    private let host: LearningHost
    private let likes = Mutex<[PostID: Double]>([:])

    init(host: LearningHost) { self.host = host }

    func learn(_ events: [RankerEvent]) throws(RankerFailure) {
      host.receive(.events(events))
      guard host.events.count < host.failingCount else {
        throw RankerFailure("learning.py ended at event \(host.failingCount)")
      }
      for case .interaction(.like, let post, _, _) in events.map(\.content) {
        likes.withLock { $0[post, default: 0] += 1 }
      }
    }

    func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
      host.receive(.request)
      for (index, post) in candidates.posts.enumerated() {
        scores[index] = likes.withLock { $0[post] ?? 0 }
      }
    }
  }
}
