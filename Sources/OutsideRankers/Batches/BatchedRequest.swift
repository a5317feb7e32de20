internal import Dispatch
internal import SocialFeed
internal import Synchronization

/// A lane of a process that several lanes share.
final class BatchedLane: @unchecked Sendable {
  /// Its number in the process, from 1.
  let number: UInt32
  let world: Int
  /// That of the ranker and its parameters: the requests of a batch have one.
  let digest: String
  let settings: CommandRanker.Settings
  /// Whether the process knows it; looked at by the thread of the process alone.
  var isOpen = false

  init(_ number: UInt32, world: Int, digest: String, settings: CommandRanker.Settings) {
    self.number = number
    self.world = world
    self.digest = digest
    self.settings = settings
  }
}

/// A request of a lane: its numbers, its columns in memory that the next request uses again, and the wait for its answer.
///
/// It belongs to the lane's thread, and from its submission to its answer to the thread of the process.
@safe final class BatchedRequest: @unchecked Sendable {
  let lane: BatchedLane
  private(set) var viewer = MemberID(0)
  private(set) var refresh: UInt32 = 0
  private(set) var now = 0.0
  private(set) var count = 0
  var company: Company = .any
  /// Its number, which the process gives it with the batch.
  var sequence: UInt64 = 0
  /// The columns and the posts; after the answer the scores.
  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private let outcome = Mutex<Result<Void, RankerFailure>?>(nil)
  private let answered = DispatchSemaphore(value: 0)

  /// With which requests it may be in a batch.
  enum Company {
    case any
    case none
    case only(BatchedRequest)
  }

  init(of lane: BatchedLane) { self.lane = lane }

  deinit { unsafe memory.deallocate() }
}

// MARK: - On the lane's thread

extension BatchedRequest {
  /// Takes in the first so many candidates.
  func take(_ candidates: borrowing Candidates, first count: Int) {
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

  /// Waits for the answer and writes the scores.
  func awaitScores(_ scores: inout MutableSpan<Double>) throws(RankerFailure) {
    while answered.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if RankerWait.isCancelled {
        throw lane.settings.failure("was interrupted before it answered")
      }
    }
    let outcome = outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
    try outcome?.get()
    for index in 0..<count {
      scores[index] = unsafe memory.load(fromByteOffset: 8 * index, as: Double.self)
    }
  }
}

// MARK: - On the thread of the process

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

  /// Refuses it, before the batch is answered.
  func refuse(_ failure: RankerFailure) { outcome.withLock { $0 = .failure(failure) } }

  /// Ends the wait for its answer.
  func finish() { answered.signal() }
}
