internal import Dispatch
internal import Foundation
internal import SocialFeed
internal import Synchronization

/// A process that takes batches, and the thread that asks it for the lanes that share it.
///
/// Whatever waits when the process is free goes in one message: at least one request, at most as many as the process takes,
/// and nobody waits for more to come. Which requests these are depends on timing, and no answer may depend on that.
final class SharedProcess: @unchecked Sendable {
  /// Used by the thread alone until that has ended.
  private let process: RankerProcess

  private struct State {
    /// How many lanes have the process.
    var lanes = 0
    var lastLane: UInt32 = 0
    /// In the order in which they came.
    var waiting: [BatchedRequest] = []
    /// Lanes that have ended, which the process does not know yet.
    var closed: [UInt32] = []
    /// Whether the thread sleeps until there is work.
    var isAsleep = false
    /// Whether the thread is to end.
    var isOver = false
    var failure: RankerFailure?
  }

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)

  init(_ process: RankerProcess) {
    self.process = process
    let thread = Thread { [self] in
      run()
      end.signal()
    }
    thread.start()
  }

  var lanes: Int { state.withLock { $0.lanes } }

  /// Whether it has ended, by which all its lanes fail.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Has the thread end, whose lanes have all ended.
  func stop() {
    state.withLock { $0.isOver = true }
    work.signal()
  }

  /// The process, once the thread has ended.
  func ended() -> RankerProcess {
    end.wait()
    return process
  }
}

// MARK: - On the threads of lanes

extension SharedProcess {
  /// Begins a lane.
  ///
  /// - Returns: Its number.
  func attach() -> UInt32 {
    state.withLock { state in
      state.lanes += 1
      state.lastLane += 1
      return state.lastLane
    }
  }

  /// Ends a lane, which the process gets to know with the next batch.
  func detach(_ lane: UInt32) {
    state.withLock { state in
      state.lanes -= 1
      state.closed.append(lane)
    }
  }

  /// Hands a request over to the thread.
  func submit(_ request: BatchedRequest) throws(RankerFailure) {
    let (failure, wasAsleep) = state.withLock { state in
      if state.failure == nil { state.waiting.append(request) }
      defer { state.isAsleep = false }
      return (state.failure, state.isAsleep)
    }
    if let failure { throw failure }
    if wasAsleep { work.signal() }
  }
}

// MARK: - On its own thread

extension SharedProcess {
  private func run() {
    // A ranker that takes long is asked no more once no lane has the process.
    let wait = RankerWait { [self] in lanes == 0 }
    RankerWait.$current.withValue(wait) {
      while let (batch, closed) = next() {
        let requests = Self.whole(batch)
        do throws(RankerFailure) {
          try process.score(requests, closing: closed)
          for request in batch { request.finish() }
        } catch {
          let count = requests.count
          return fail(batch, count > 1 ? error.adding("its batch had \(count) requests") : error)
        }
      }
    }
  }

  /// What waits, and the lanes that have ended; `nil` for the end of the thread.
  private func next() -> ([BatchedRequest], closed: [UInt32])? {
    while true {
      let found = state.withLock { state -> ([BatchedRequest], closed: [UInt32])?? in
        if state.isOver { return .some(nil) }
        guard !state.waiting.isEmpty else {
          state.isAsleep = true
          return nil
        }
        defer { state.closed = [] }
        return (Self.batch(of: &state.waiting, atMost: process.batch), state.closed)
      }
      if let found { return found }
      work.wait()
    }
  }

  /// Takes out the first request, and those that may be in a batch with it.
  private static func batch(
    of waiting: inout [BatchedRequest], atMost largest: Int
  ) -> [BatchedRequest] {
    let first = waiting[0]
    var (batch, left) = ([BatchedRequest](), [BatchedRequest]())
    for request in waiting {
      if batch.isEmpty || batch.count < largest && first.mayBe(with: request) {
        batch.append(request)
      } else {
        left.append(request)
      }
    }
    waiting = left
    return batch
  }

  /// The requests of a batch in the order of their lanes, so that two batches of the same requests are the same, and before
  /// a request the one that is asked for nothing but to be there.
  private static func whole(_ batch: [BatchedRequest]) -> [BatchedRequest] {
    batch.sorted { $0.lane.number < $1.lane.number }.flatMap { request in
      if case .only(let other) = request.company { [other, request] } else { [request] }
    }
  }

  /// Fails what is in a batch, and what waits behind it.
  private func fail(_ batch: [BatchedRequest], _ failure: RankerFailure) {
    let waiting = state.withLock { state in
      state.failure = failure
      defer { state.waiting = [] }
      return state.waiting
    }
    for request in batch + waiting {
      request.refuse(failure)
      request.finish()
    }
  }
}

extension BatchedRequest {
  /// Whether it may be in a batch with another one.
  fileprivate func mayBe(with other: BatchedRequest) -> Bool {
    guard case .any = company, case .any = other.company else { return false }
    return lane.digest == other.lane.digest
  }
}
