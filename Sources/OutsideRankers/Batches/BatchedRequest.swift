internal import Dispatch
package import SocialFeed

/// A lane of a process that several lanes share.
package final class BatchedLane: Sendable {
  /// Its number in the process, from 1.
  package let number: UInt32
  let world: RankerWorld
  /// The digest of the ranker and its parameters: the requests of a batch have the same.
  let digest: String
  let settings: CommandRanker.Settings

  package init(
    _ number: UInt32, world: RankerWorld, digest: String, settings: CommandRanker.Settings
  ) {
    self.number = number
    self.world = world
    self.digest = digest
    self.settings = settings
  }
}

/// A request of a lane: its numbers, its columns in memory that the next request uses again, and the wait for its answer.
///
/// It belongs to the lane's thread, and while that sleeps to the thread that asks for it.
@safe package final class BatchedRequest: @unchecked Sendable {
  package let lane: BatchedLane
  private(set) var viewer = MemberID(0)
  private(set) var refresh: UInt32 = 0
  private(set) var now = 0.0
  package private(set) var count = 0
  package var company: Company = .any
  /// Its number, which the process gives it with the batch.
  package var sequence: UInt64 = 0
  /// The columns and the posts; after the answer the scores.
  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// Whether its thread is the one that asks next; under the lock of the process.
  var isFirst = false
  private var failure: RankerFailure?
  private let woken = DispatchSemaphore(value: 0)

  /// With which requests it may be in a batch.
  package enum Company {
    case any
    case none
    case only(BatchedRequest)
  }

  package init(of lane: BatchedLane) { self.lane = lane }

  deinit { unsafe memory.deallocate() }
}

// MARK: - On the lane's thread

extension BatchedRequest {
  /// Takes in the first so many candidates.
  package func take(_ candidates: borrowing Candidates, first count: Int) {
    (viewer, refresh, now) = (candidates.viewer, candidates.refresh, candidates.now)
    self.count = count
    let reads = lane.settings.reads
    let bytes = 8 * max(reads.count, 1) * count + 4 * count
    if unsafe memory.count < bytes {
      unsafe memory.deallocate()
      unsafe memory = .allocate(byteCount: 2 * bytes, alignment: 16)
    }
    var start = 0
    for feature in reads {
      let column = candidates[feature]
      unsafe column.withUnsafeBytes { unsafe copy($0.prefix(8 * count), to: start) }
      start += 8 * count
    }
    let posts = candidates.posts
    unsafe posts.withUnsafeBytes { unsafe copy($0.prefix(4 * count), to: start) }
  }

  private func copy(_ bytes: Slice<UnsafeRawBufferPointer>, to start: Int) {
    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start...])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
  }

  /// Why a thread sleeps no longer.
  enum Waking {
    /// The request is answered or refused.
    case answered
    /// It is the first that waits, so that its thread asks for it.
    case first
    /// The answer is not needed any more.
    case unneeded
  }

  /// Sleeps until another thread has asked for it, or has made it the first.
  func sleep() -> Waking {
    while woken.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if RankerWait.isCancelled { return .unneeded }
    }
    return isFirst ? .first : .answered
  }

  /// Ends the answered request.
  package func outcome() throws(RankerFailure) {
    defer { (isFirst, failure) = (false, nil) }
    if let failure { throw failure }
  }

  /// Writes the scores of the answer.
  package func copyScores(to scores: inout MutableSpan<Double>) {
    for index in 0..<count {
      scores[index] = unsafe memory.load(fromByteOffset: 8 * index, as: Double.self)
    }
  }
}

// MARK: - On the thread that asks

extension BatchedRequest {
  /// A column of the candidates.
  func column(_ index: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: memory[8 * count * index..<8 * count * (index + 1)])
  }

  /// The posts, behind so many columns.
  func posts(behind columns: Int) -> UnsafeRawBufferPointer {
    let start = 8 * count * columns
    return unsafe UnsafeRawBufferPointer(rebasing: memory[start..<start + 4 * count])
  }

  /// Takes in its scores, which the answer to the batch has from this byte on.
  func take(_ answer: RawSpan, from start: Int) {
    let scores = answer.extracting(start..<start + 8 * count)
    unsafe scores.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
  }

  /// Refuses it, whatever its scores are.
  func refuse(_ failure: RankerFailure) { self.failure = failure }

  /// Ends the sleep of its thread.
  func wake() { woken.signal() }
}

// MARK: - Batches

extension [BatchedRequest] {
  /// Takes out the first request, and in their order those that may be in a batch with it.
  package mutating func takeBatch(atMost largest: Int) -> [BatchedRequest] {
    let first = self[0]
    var (batch, left) = ([first], [BatchedRequest]())
    for request in dropFirst() {
      if batch.count < largest && first.mayBe(with: request) {
        batch.append(request)
      } else {
        left.append(request)
      }
    }
    self = left
    return batch
  }

  /// The requests of a batch in the order of their lanes, so that batches of the same requests are the same, and before
  /// a request its companion, which is only there to share the batch.
  package var withCompany: [BatchedRequest] {
    sorted { $0.lane.number < $1.lane.number }.flatMap { request in
      if case .only(let other) = request.company { [other, request] } else { [request] }
    }
  }
}

extension BatchedRequest {
  /// Whether it may be in a batch with another one, which has the same ranker with the same parameters.
  fileprivate func mayBe(with other: BatchedRequest) -> Bool {
    guard case .any = company, case .any = other.company else { return false }
    return lane.digest == other.lane.digest
  }
}
