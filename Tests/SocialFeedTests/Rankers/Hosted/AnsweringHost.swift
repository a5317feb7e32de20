import SocialFeed
import Synchronization

/// A host without a process, of any kind, that answers the requests of a lane with what it is given.
struct AnsweringHost: RankerHost {
  /// A request as the host sees it, the first being number 1.
  struct Asked {
    let number: Int
    /// The candidates of an order.
    var posts: [PostID] = []
    /// The request of a page.
    var page: ServeRequest?
  }

  private final class Record: Sendable {
    let asked = Mutex<[Asked]>([])
  }

  var kind: RankerKind
  var features: FeatureSet = []
  let answer: @Sendable (Asked) throws(RankerFailure) -> ServedPage
  private let record = Record()

  init(
    _ kind: RankerKind, _ answer: @escaping @Sendable (Asked) throws(RankerFailure) -> ServedPage
  ) {
    self.kind = kind
    self.answer = answer
  }

  /// All requests of all lanes.
  var asked: [Asked] { record.asked.withLock { $0 } }

  var name: String { "mine.py" }
  var digest: String { "mine" }

  func open(world: RankerWorld) -> any RankerLane { Lane(host: self) }

  private final class Lane: RankerLane {
    private let host: AnsweringHost

    init(host: AnsweringHost) { self.host = host }

    func order(_ candidates: borrowing Candidates) throws(RankerFailure) -> [PostID] {
      try host.answer(host.ask(candidates.posts, nil)).posts
    }

    func serve(_ request: ServeRequest) throws(RankerFailure) -> ServedPage {
      try host.answer(host.ask([], request))
    }
  }

  private func ask(_ posts: [PostID], _ page: ServeRequest?) -> Asked {
    record.asked.withLock { all in
      all.append(Asked(number: all.count + 1, posts: posts, page: page))
      return all[all.count - 1]
    }
  }
}
