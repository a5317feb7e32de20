internal import Foundation
internal import SocialFeed
internal import Synchronization

/// A process that takes batches, and the requests that wait for it on the threads of the lanes that share it.
///
/// Whatever waits when the process is free goes in one message: at least one request, at most as many as the process takes,
/// and no request waits for more to come. Which requests these are depends on timing, and no answer may depend on that.
/// The thread of the first request asks for all of them while the others sleep, so that a lane that has the process for
/// itself wakes no thread.
final class SharedProcess: @unchecked Sendable {
  /// Used by the thread that asks.
  private let process: RankerProcess

  private struct State {
    /// Whether the run of each lane that has the process is still needed, by the lane's number.
    var waits: [UInt32: RankerWait] = [:]
    var lastLane: UInt32 = 0
    /// The waiting requests in the order of arrival. The first one's thread sends next; empty where no thread sends.
    var waiting: [BatchedRequest] = []
    /// Whether a thread asks, or is about to.
    var isBusy = false
    /// Lanes that have ended, which the process does not know yet.
    var closed: [UInt32] = []
    var failure: RankerFailure?

    /// The request whose thread asks next, or `nil` where the process is free.
    mutating func nextFirst() -> BatchedRequest? {
      isBusy = !waiting.isEmpty
      waiting.first?.isFirst = true
      return waiting.first
    }
  }

  private let state = Mutex(State())

  init(_ process: RankerProcess) { self.process = process }

  /// How many lanes have the process.
  var lanes: Int { state.withLock { $0.waits.count } }

  /// Whether it has ended, by which all its lanes fail.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Ends the process, whose lanes have all ended, together with others.
  static func end(_ shared: [SharedProcess], _ own: [RankerProcess]) {
    RankerProcess.end(own + shared.map(\.process))
  }

  /// Begins a lane, for the run of this thread.
  ///
  /// - Returns: Its number.
  func attach() -> UInt32 {
    state.withLock { state in
      state.lastLane += 1
      state.waits[state.lastLane] = RankerWait.current
      return state.lastLane
    }
  }

  /// Ends a lane, which the process gets to know with the next batch.
  func detach(_ lane: UInt32) {
    state.withLock { state in
      state.waits[lane] = nil
      state.closed.append(lane)
    }
  }

  /// Has a request answered.
  func answer(_ request: BatchedRequest) throws(RankerFailure) {
    if try enter(request) {
      // Other worlds are about to ask, and would have to wait for this answer.
      if lanes > 1 { sched_yield() }
      ask()
    } else {
      switch request.sleep() {
      case .answered: break
      case .first: ask()
      case .unneeded:
        leave(request)
        throw request.lane.settings.failure("was interrupted before it answered")
      }
    }
    try request.outcome()
  }
}

extension SharedProcess {
  /// Puts a request behind those that wait.
  ///
  /// - Returns: Whether its thread asks, since the process is free.
  private func enter(_ request: BatchedRequest) throws(RankerFailure) -> Bool {
    let (failure, isFirst) = state.withLock { state in
      guard state.failure == nil else { return (state.failure, false) }
      state.waiting.append(request)
      defer { state.isBusy = true }
      return (nil, !state.isBusy)
    }
    if let failure { throw failure }
    return isFirst
  }

  /// Takes out a request that is not needed any more, unless it is in a message already.
  private func leave(_ request: BatchedRequest) {
    let next = state.withLock { state -> BatchedRequest? in
      guard let index = state.waiting.firstIndex(where: { $0 === request }) else { return nil }
      state.waiting.remove(at: index)
      // It may have become the first one meanwhile.
      return request.isFirst ? state.nextFirst() : nil
    }
    next?.wake()
  }

  /// Sends the first request, which is this thread's, and the requests that may be in a batch with it.
  private func ask() {
    let (batch, closed) = state.withLock { state in
      defer { state.closed = [] }
      return (state.waiting.takeBatch(atMost: process.batch), state.closed)
    }
    let failure = failure(of: batch.withCompany, closing: closed)
    var asleep = batch.dropFirst()
    let next = state.withLock { state -> BatchedRequest? in
      guard let failure else { return state.nextFirst() }
      state.failure = failure
      asleep += state.waiting
      state.waiting = []
      return nil
    }
    // The process is free until the next thread asks.
    next?.wake()
    if let failure { for request in batch + asleep { request.refuse(failure) } }
    for request in asleep { request.wake() }
  }

  /// Has the process score a batch.
  ///
  /// - Returns: Why the process has ended, or `nil`.
  private func failure(
    of batch: [BatchedRequest], closing closed: [UInt32]
  ) -> RankerFailure? {
    // Other lanes may need the answer, or the process, when this one does not.
    let wait = RankerWait { [self] in
      state.withLock { Array($0.waits.values) }.allSatisfy { wait in
        RankerWait.$current.withValue(wait) { RankerWait.isCancelled }
      }
    }
    return RankerWait.$current.withValue(wait) {
      do throws(RankerFailure) {
        try process.score(batch, closing: closed)
        return nil
      } catch {
        // How many there were depends on timing, and a failure's text must not.
        let isShared = Set(batch.map(\.lane.number)).count > 1
        return isShared
          ? error.adding("the same batch had requests of other worlds") : error
      }
    }
  }
}
