import SocialFeed
import Synchronization

/// A host without a process: a post's score is a factor times its likes, until it fails.
struct LikesHost: ParametricHost {
  var name = "likes.py"
  var digest = "likes"
  var parameters = ["factor": 1.0]
  /// The number of the request of a world, from 1, that fails.
  var failingRequest = Int.max
  /// The score of each post, instead of its likes.
  var score: Double?

  var features: FeatureSet { [.likes] }

  func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    if failingRequest == 0 {
      throw RankerFailure("\(name) does not start in world \(world.number)")
    }
    return Lane(host: self)
  }

  func setting(_ name: String, to value: Double) -> any RankerHost {
    var host = self
    host.parameters[name] = value
    host.digest = "likes \(name) \(value)"
    return host
  }

  private final class Lane: RankerLane {
    let host: LikesHost
    private let requests = Mutex(0)

    init(host: LikesHost) { self.host = host }

    func score(
      _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
    ) throws(RankerFailure) {
      let number = requests.withLock { requests in
        requests += 1
        return requests
      }
      if number == host.failingRequest {
        throw RankerFailure("\(host.name) ended at request \(number)")
      }
      let likes = candidates[.likes]
      for index in likes.indices {
        scores[index] = host.score ?? likes[index] * (host.parameters["factor"] ?? 0)
      }
    }
  }
}
