import SocialFeed
import Synchronization
import SyntheticSociety

/// How many requests there were.
final class RequestCount: Sendable {
  private let requests = Atomic(0)

  var value: Int { requests.load(ordering: .relaxed) }

  func add() { requests.add(1, ordering: .relaxed) }
}

/// A host without a process that scores by likes, or by the position in the request, and fails in one world.
struct FailingHost: RankerHost {
  var name = "mine.py"
  /// In this world its requests fail from this one on, the first being 1; `nil` for none.
  var end: (world: Int, request: Int)?
  /// Counts the requests of all worlds.
  var count = RequestCount()
  /// Whether scores are positions.
  var isPositional = false

  var digest = "likes"
  var features: FeatureSet { [.likes] }

  func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    Lane(host: self, limit: end.flatMap { $0.world == world.number ? $0.request : nil })
  }

  private final class Lane: RankerLane {
    let host: FailingHost
    let limit: Int?
    private let requests = Atomic(0)

    init(host: FailingHost, limit: Int?) { (self.host, self.limit) = (host, limit) }

    func score(
      _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
    ) throws(RankerFailure) {
      host.count.add()
      let number = requests.add(1, ordering: .relaxed).newValue
      if let limit, number >= limit {
        throw RankerFailure("\(host.name) ended at request \(number)")
      }
      let likes = candidates[.likes]
      for index in likes.indices {
        scores[index] = host.isPositional ? Double(index) : likes[index]
      }
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
