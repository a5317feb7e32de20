import SocialFeed
import Synchronization
import SyntheticSociety

/// How many requests there were.
final class RequestCount: Sendable {
  private let requests = Atomic(0)

  var value: Int { requests.load(ordering: .relaxed) }

  func add() { requests.add(1, ordering: .relaxed) }
}

/// A host without a process that scores by likes, and fails in one world.
struct FailingHost: RankerHost {
  var name = "mine.py"
  /// In this world its requests fail from this one on, the first being 1; `nil` for none.
  var end: (world: Int, request: Int)?
  /// Counts the requests of all worlds.
  var count = RequestCount()

  var digest: String { "likes" }
  var features: FeatureSet { [.likes] }

  func open(world: Int) throws(RankerFailure) -> any RankerLane {
    Lane(name: name, limit: end.flatMap { $0.world == world ? $0.request : nil }, count: count)
  }

  private final class Lane: RankerLane {
    let name: String
    let limit: Int?
    let count: RequestCount
    private let requests = Atomic(0)

    init(name: String, limit: Int?, count: RequestCount) {
      (self.name, self.limit, self.count) = (name, limit, count)
    }

    func score(
      _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
    ) throws(RankerFailure) {
      count.add()
      let number = requests.add(1, ordering: .relaxed).newValue
      if let limit, number >= limit { throw RankerFailure("\(name) ended at request \(number)") }
      let likes = candidates[.likes]
      for index in likes.indices { scores[index] = likes[index] }
    }
  }
}

extension Arm {
  /// An arm whose home is ordered by a host.
  static func hosted(_ name: String, by host: FailingHost) -> Arm {
    Arm(
      name: name,
      choices: [(.home, RankerSettings(HostedRanker.command, host: host))])
  }
}
