internal import PortableMath
package import SocialFeed

/// The requests of a world to a Vowpal Wabbit daemon of its own, which gives each action of a contextual bandit a
/// probability.
package final class VWLane: RankerLane, @unchecked Sendable {
  private let settings: ServiceRanker.Settings
  private let process: ServiceProcess?
  private var lines: ServiceLines
  private let noise: KeyedNoise
  private var decisions: VWDecisions

  init(
    _ settings: ServiceRanker.Settings, process: ServiceProcess?, _ socket: ServiceSocket,
    world: RankerWorld
  ) {
    self.settings = settings
    self.process = process
    lines = ServiceLines(socket)
    noise = KeyedNoise(seed: world.seed)
    decisions = VWDecisions(rewards: settings.parameters)
  }

  /// The requests to a daemon that runs already, by a connection that was made.
  ///
  /// - Parameter descriptor: One that never waits, which is closed with the lane.
  package convenience init(
    _ settings: ServiceRanker.Settings, descriptor: Int32, world: RankerWorld
  ) {
    self.init(settings, process: nil, ServiceSocket(descriptor: descriptor), world: world)
  }

  /// The scores are the keys of drawing one post after the other without replacement (exponential races), so that a post
  /// is first with exactly the daemon's probability, or the probabilities themselves.
  package func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    try learn(until: candidates.now)
    let request = VWRequest(candidates, reads: settings.reads)
    let probabilities = try ask(request.example)
    var best = 0
    for (action, index) in request.indices.enumerated() {
      scores[index] = score(of: request.posts[action], probabilities[action], candidates)
      // As pages have it: among equal scores the newer post comes first.
      if scores[index] >= scores[request.indices[best]] { best = action }
    }
    guard probabilities[best] > 0 else { return }
    decisions.keep(
      .init(request, action: best, probability: probabilities[best]), of: candidates.viewer,
      refresh: candidates.refresh, now: candidates.now)
  }

  private func score(
    of post: PostID, _ probability: Double, _ candidates: borrowing Candidates
  ) -> Double {
    guard settings.explores else { return probability }
    let uniform = noise.uniform(
      viewer: candidates.viewer, post: post, refresh: candidates.refresh, occurrence: 0)
    return probability / -Portable.log(uniform)
  }

  package func learn(_ events: [RankerEvent]) throws(RankerFailure) {
    for event in events {
      try learn(until: event.time)
      decisions.take(event)
    }
  }

  /// Sends what the daemon has to learn at a simulated time.
  private func learn(until time: Double) throws(RankerFailure) {
    while let example = decisions.next(at: time) { _ = try ask(example) }
  }
}

extension VWLane {
  /// The probabilities that the daemon answers to an example with.
  private func ask(_ example: VWExample) throws(RankerFailure) -> [Double] {
    let (line, end): ([UInt8], [UInt8])
    do throws(ServiceFault) { (line, end) = try exchange(example) } catch {
      let predicate = settings.predicate(of: error)
      throw settings.failure(process?.predicate(besides: predicate) ?? predicate)
    }
    do throws(AnswerFault) {
      let probabilities = try VWAnswer.probabilities(in: line[...], of: example.count)
      guard end.isEmpty, lines.isEmpty else { throw VWAnswer.excess(end[...]) }
      return probabilities
    } catch {
      throw settings.failure(error.predicate)
    }
  }

  /// The line of an answer, and that behind it, which should be blank.
  private func exchange(_ example: VWExample) throws(ServiceFault) -> ([UInt8], [UInt8]) {
    process?.drain()
    let deadline = Deadline(seconds: settings.limit)
    let limit = VWAnswer.longest(of: example.count)
    try lines.send(example.text, until: deadline)
    let line = Array(try lines.line(upTo: limit, until: deadline))
    return (line, Array(try lines.line(upTo: limit, until: deadline)))
  }
}
