internal import SocialFeed

/// The requests of a world to a process that other worlds have too.
final class BatchingLane: RankerLane, @unchecked Sendable {
  let second: SecondInstance?
  private let lane: BatchedLane
  private let request: BatchedRequest
  private let process: SharedProcess
  /// Whose process it is; `nil` for one that ends with the lane.
  private let pool: ProcessPool?

  init(
    _ lane: BatchedLane, _ process: SharedProcess, of pool: ProcessPool? = nil,
    _ second: SecondInstance? = nil
  ) {
    self.second = second
    self.lane = lane
    self.process = process
    self.pool = pool
    request = BatchedRequest(of: lane)
  }

  deinit {
    process.detach(lane.number)
    if pool == nil { SharedProcess.end([process], []) }
  }

  var repetitions: [RequestCompany] { [.alone, .another] }

  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    try score(candidates, with: .any, into: &scores)
  }

  func score(
    _ candidates: borrowing Candidates, in company: RequestCompany,
    into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    switch company {
    case .usual, .fresh, .later: try score(candidates, with: .any, into: &scores)
    case .alone: try score(candidates, with: .none, into: &scores)
    case .another:
      // Half of its candidates, so that nothing that is made of a whole batch is what it is of the request.
      let other = BatchedRequest(of: lane)
      other.take(candidates, first: (candidates.count + 1) / 2)
      try score(candidates, with: .only(other), into: &scores)
    }
  }

  private func score(
    _ candidates: borrowing Candidates, with company: BatchedRequest.Company,
    into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    request.take(candidates, first: candidates.count)
    request.company = company
    try process.answer(request)
    request.copyScores(to: &scores)
  }
}
