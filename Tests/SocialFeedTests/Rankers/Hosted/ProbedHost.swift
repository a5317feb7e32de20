import SocialFeed
import Synchronization

/// A host without a process whose score of a candidate is a function of what a ranker could look at.
struct ProbedHost: RankerHost {
  /// What a score is made of.
  struct Situation {
    /// The index among the candidates.
    let index: Int
    let post: PostID
    let likes: Double
    /// The likes of all candidates.
    let all: [Double]
    /// The number of the request of the lane, from 1.
    let request: Int
    /// What the request is in one message with.
    let company: RequestCompany
  }

  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  private let counter = Counter()
  let score: @Sendable (Situation) -> Double
  /// The request of a lane that fails.
  var failingRequest = Int.max
  let repetitions: [RequestCompany]

  init(
    failingRequest: Int = .max, repetitions: [RequestCompany] = [.usual],
    score: @escaping @Sendable (Situation) -> Double
  ) {
    self.score = score
    self.failingRequest = failingRequest
    self.repetitions = repetitions
  }

  /// How many requests there were in all lanes.
  var requests: Int { counter.count.load(ordering: .relaxed) }

  var name: String { "mine.py" }
  var digest: String { "mine" }
  var features: FeatureSet { [.likes] }

  func open(world: RankerWorld) -> any RankerLane { Lane(host: self) }

  private final class Lane: RankerLane {
    private let host: ProbedHost
    private let requests = Atomic(0)

    init(host: ProbedHost) { self.host = host }

    var repetitions: [RequestCompany] { host.repetitions }

    func score(
      _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
    ) throws(RankerFailure) {
      try score(candidates, in: .usual, into: &scores)
    }

    func score(
      _ candidates: borrowing Candidates, in company: RequestCompany,
      into scores: inout MutableSpan<Double>
    ) throws(RankerFailure) {
      host.counter.count.add(1, ordering: .relaxed)
      let request = requests.add(1, ordering: .relaxed).newValue
      if request == host.failingRequest {
        throw RankerFailure("mine.py ended at request \(request)")
      }
      let likes = candidates[.likes]
      for (index, post) in candidates.posts.enumerated() {
        scores[index] = host.score(
          ProbedHost.Situation(
            index: index, post: post, likes: likes[index], all: likes, request: request,
            company: company))
      }
    }
  }
}
