internal import DataFiles
internal import SocialFeed

/// A process of a ranker that has answered `hello`, and the conversation with it.
///
/// It belongs to one lane at a time, or to the pool.
final class RankerProcess: @unchecked Sendable {
  let child: ChildProcess
  /// How many requests a message to it has at most; above 1 lanes share it.
  private(set) var batch = 1
  /// Code that it has loaded and that is none of the files in its digest; `nil` without any.
  private(set) var strangeModule: String?
  /// The parameters and the limit are the lane's.
  var settings: CommandRanker.Settings
  var writer: RequestWriter
  var reader: AnswerReader
  var lane: UInt32 = 0
  var sequence: UInt64 = 0
  /// The lanes of batches that it knows and that have not ended.
  var openLanes: Set<UInt32> = []
  /// Whether events were written since the last answer.
  private var isAhead = false

  /// Starts a process and exchanges `hello` with it.
  ///
  /// - Parameters:
  ///   - limit: Seconds that it may take.
  ///   - isSecond: Whether it is a ``SecondInstance``.
  init(
    _ settings: CommandRanker.Settings, limit: Double, isSecond: Bool = false
  ) throws(RankerFailure) {
    self.settings = settings
    self.settings.limit = limit
    writer = RequestWriter(settings.encoding, reads: settings.reads, kind: settings.kind)
    reader = AnswerReader(settings.encoding, kind: settings.kind)
    do {
      child = try ChildProcess(settings.command, in: settings.folder)
    } catch {
      throw settings.changedFileFailure ?? settings.failure("cannot be started: \(error.reason)")
    }
    let hello = try hello(isSecond: isSecond)
    if let names = hello.reads,
      let fault = AnswerFault(reading: names, ofSent: settings.reads, HostedRanker.command)
    {
      child.kill()
      throw settings.failure(fault.predicate)
    }
    strangeModule =
      hello.modules.first { module in !settings.files.contains { $0.digest == module.digest } }?
      .name
    batch = settings.takesBatches ? min(hello.batch, settings.batch ?? .max) : 1
  }

  /// Begins the requests of a world; the message goes with the first of them.
  ///
  /// - Parameters:
  ///   - digest: The digest of the ranker and its parameters.
  ///   - settings: The settings of the ranker, which has the command of this process.
  func open(world: RankerWorld, digest: String, for settings: CommandRanker.Settings) {
    self.settings = settings
    writer.clear()
    lane &+= 1
    sequence += 1
    writer.open(
      lane: lane, sequence: sequence, world: world, digest: digest,
      parameters: settings.parameters)
  }

  /// Ends the requests of a world.
  ///
  /// - Returns: Whether the process may have another one.
  func close() -> Bool {
    sequence += 1
    // What waits would be for nothing.
    writer.clear()
    // The ranker may have failed by events after which nothing was asked: the next lane must not get to know it.
    guard !isAhead else { return false }
    writer.close(lane: lane, sequence: sequence)
    defer { writer.clear() }
    return (try? child.write(writer.bytes, until: Deadline(seconds: settings.limit))) != nil
  }

  /// Hands events on. A few go with the next request; more are written at once, so that they take no memory here.
  ///
  /// - Parameter events: At least one.
  func learn(_ events: [RankerEvent]) throws(RankerFailure) {
    sequence += 1
    writer.events(events, lane: lane, sequence: sequence)
    guard writer.bytes.count >= Self.mostHeld else { return }
    isAhead = true
    do throws(AskFault) { try send(until: Deadline(seconds: settings.limit)) } catch {
      throw failure(error)
    }
  }

  /// How many bytes of events wait for a request at most.
  private static let mostHeld = 1 << 16

  /// Has the ranker score candidates.
  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    sequence += 1
    writer.score(candidates, lane: lane, sequence: sequence)
    let deadline = Deadline(seconds: settings.limit)
    do throws(AskFault) {
      try send(until: deadline)
      while true {
        do throws(AnswerFault) {
          if try reader.scores(lane: lane, sequence: sequence, into: &scores) {
            isAhead = false
            return
          }
        } catch {
          throw .answer(error)
        }
        try receive(until: deadline)
      }
    } catch {
      throw failure(error)
    }
  }

  /// Has the ranker order candidates.
  func order(_ candidates: borrowing Candidates) throws(RankerFailure) -> [PostID] {
    sequence += 1
    writer.order(candidates, lane: lane, sequence: sequence)
    let (count, lane, sequence) = (candidates.count, lane, sequence)
    return try ask { reader throws(AnswerFault) in
      try reader.order(of: count, lane: lane, sequence: sequence)
    }
  }

  /// Has the ranker serve a page.
  func serve(_ request: ServeRequest) throws(RankerFailure) -> ServedPage {
    sequence += 1
    writer.serve(request, lane: lane, sequence: sequence)
    let (lane, sequence) = (lane, sequence)
    return try ask { reader throws(AnswerFault) in
      try reader.page(lane: lane, sequence: sequence)
    }
  }

  /// Ends processes that are not needed any more, all at a time.
  static func end(_ processes: [RankerProcess]) { ChildProcess.end(processes.map(\.child)) }
}

/// Why the answer is missing.
enum AskFault: Error {
  case child(ChildFault)
  case answer(AnswerFault)
}

extension RankerProcess {
  /// Exchanges `hello` with the process, after which it has read its files.
  private func hello(isSecond: Bool) throws(RankerFailure) -> RankerHello {
    writer.hello(name: settings.name, learns: settings.learns, isSecond: isSecond)
    let answer = Result { () throws(RankerFailure) in
      try ask { reader throws(AnswerFault) in try reader.hello(learns: settings.learns) }
    }
    // Now and not before: a file that changes until the program reads it would go unnoticed.
    if let failure = settings.changedFileFailure {
      child.kill()
      throw failure
    }
    return try answer.get()
  }

  /// Writes what the writer has, and reads until there is an answer.
  private func ask<Answer>(
    _ answer: (inout AnswerReader) throws(AnswerFault) -> Answer?
  ) throws(RankerFailure) -> Answer {
    let deadline = Deadline(seconds: settings.limit)
    do throws(AskFault) {
      try send(until: deadline)
      while true {
        do throws(AnswerFault) {
          if let answer = try answer(&reader) {
            isAhead = false
            return answer
          }
        } catch {
          throw .answer(error)
        }
        try receive(until: deadline)
      }
    } catch {
      throw failure(error)
    }
  }

  private func send(until deadline: Deadline) throws(AskFault) {
    do throws(ChildFault) { try child.write(writer.bytes, until: deadline) } catch {
      throw .child(error)
    }
    writer.clear()
  }

  /// Takes in what has come, of one that may go on without an end.
  func receive(until deadline: Deadline) throws(AskFault) {
    if deadline.isOver { throw .child(.late) }
    if RankerWait.isCancelled { throw .child(.unneeded) }
    let child = child
    do throws(ChildFault) {
      _ = unsafe try reader.fill { (bytes: UnsafeMutableRawBufferPointer) throws(ChildFault) in
        unsafe try child.read(into: bytes, until: deadline)
      }
    } catch {
      throw .child(error)
    }
  }

  /// Ends the process, and returns why.
  func failure(_ fault: AskFault) -> RankerFailure {
    defer { child.kill() }
    switch fault {
    case .answer(let fault): return settings.failure(fault.predicate)
    case .child(.late):
      return settings.failure(
        "did not answer within \(settings.limit.shortest) s, its 'timeout' in the scenario\(errorText)"
      )
    case .child(.unneeded):
      return settings.failure("was interrupted before it answered")
    case .child(.gone): return failure(ofClosed: "output")
    case .child(.closedInput): return failure(ofClosed: "input")
    }
  }

  /// - Parameter stream: What it has closed, unless it has ended.
  private func failure(ofClosed stream: String) -> RankerFailure {
    let (status, text) = (end, errorText)
    let advice =
      status == .exit(0) && lane == 0
      ? "; a ranker answers 'hello' and goes on until its input ends" : ""
    return settings.failure(
      "\(status?.predicate ?? "closed its standard \(stream)") before it answered\(advice)\(text)")
  }

  /// How the process ended, which has closed a standard stream; `nil` where it has not.
  private var end: ChildStatus? { child.awaitEnd(seconds: 0.5) }

  private var errorText: String { child.errorPhrase }
}
