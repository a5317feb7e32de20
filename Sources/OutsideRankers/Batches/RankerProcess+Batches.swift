internal import SocialFeed

extension RankerProcess {
  /// Has the ranker score several requests in one message. One that it refuses gets its failure.
  ///
  /// - Parameters:
  ///   - batch: At least one, with one digest.
  ///   - closed: Lanes that have ended.
  func score(_ batch: [BatchedRequest], closing closed: [UInt32]) throws(RankerFailure) {
    // The parameters and the limit are those of one of them; nobody has less time than its scenario says.
    settings.limit = batch.reduce(0) { max($0, $1.lane.settings.limit) }
    lane = batch[0].lane.number
    for lane in closed where openLanes.remove(lane) != nil {
      writer.close(lane: lane, sequence: nextSequence())
    }
    for request in batch where openLanes.insert(request.lane.number).inserted {
      open(request.lane)
    }
    let records = records(of: batch)
    let count = records.reduce(0) { $0 + $1.count }
    let columns = settings.reads.count
    let number = nextSequence()
    writer.batch(records, columns: columns, sequence: number)
    let deadline = Deadline(seconds: settings.limit)
    do throws(AskFault) {
      try send(batch, padding: RequestWriter.padding(behind: count), until: deadline)
      while try !receiveAnswers(to: batch, records, sequence: number) {
        try receive(until: deadline)
      }
    } catch {
      throw failure(error)
    }
  }

  private func nextSequence() -> UInt64 {
    sequence += 1
    return sequence
  }

  private func open(_ lane: BatchedLane) {
    writer.open(
      lane: lane.number, sequence: nextSequence(), world: lane.world, digest: lane.digest,
      parameters: lane.settings.parameters)
  }

  private func records(of batch: [BatchedRequest]) -> [BatchRecord] {
    var offset = 0
    return batch.map { request in
      defer { offset += request.count }
      request.sequence = nextSequence()
      return BatchRecord(
        lane: request.lane.number, sequence: request.sequence, viewer: request.viewer,
        refresh: request.refresh, now: request.now, offset: offset, count: request.count)
    }
  }

  /// Writes what the writer has, and the columns and the posts of requests from where they are.
  private func send(
    _ batch: [BatchedRequest], padding: Int, until deadline: Deadline
  ) throws(AskFault) {
    let columns = settings.reads.count
    let zeros = [UInt8](repeating: 0, count: padding)
    var outcome = Result<Void, ChildFault>.success(())
    unsafe writer.bytes.withUnsafeBytes { head in
      unsafe zeros.withUnsafeBytes { zeros in
        var pieces = unsafe [head]
        for column in 0..<columns {
          for request in batch { unsafe pieces.append(request.column(column)) }
        }
        for request in batch { unsafe pieces.append(request.posts(behind: columns)) }
        unsafe pieces.append(zeros)
        do throws(ChildFault) { unsafe try child.write(pieces, until: deadline) } catch {
          outcome = .failure(error)
        }
      }
    }
    writer.clear()
    do throws(ChildFault) { try outcome.get() } catch { throw .child(error) }
  }

  /// Reads what has come.
  ///
  /// - Returns: Whether the batch is answered.
  private func receiveAnswers(
    to batch: [BatchedRequest], _ records: [BatchRecord], sequence: UInt64
  ) throws(AskFault) -> Bool {
    do throws(AnswerFault) {
      return try reader.answers(to: batch, records, sequence: sequence, settings)
    } catch {
      throw .answer(error)
    }
  }
}

extension AnswerReader {
  /// Hands on the answers to a batch: its scores, and before them the failures of requests that the ranker refuses.
  ///
  /// - Parameters:
  ///   - records: The records of the requests, in their order.
  ///   - sequence: The number of the batch.
  ///   - settings: The ranker's settings.
  /// - Returns: Whether the batch is answered.
  package mutating func answers(
    to batch: [BatchedRequest], _ records: [BatchRecord], sequence: UInt64,
    _ settings: CommandRanker.Settings
  ) throws(AnswerFault) -> Bool {
    let count = records.reduce(0) { $0 + $1.count }
    while true {
      let answer = try self.batch(of: count, sequence: sequence) { scores in
        for (request, record) in zip(batch, records) {
          request.take(scores, from: 8 * record.offset)
        }
      }
      switch answer {
      case nil: return false
      case .scores?: return true
      case .refusal(let lane, let sequence, let fault)?:
        guard
          let request = batch.first(where: { $0.lane.number == lane && $0.sequence == sequence })
        else { throw fault.about(lane: lane, sequence: sequence) }
        request.refuse(settings.failure(fault.predicate))
      }
    }
  }
}

extension AnswerFault {
  /// The fault of a ranker that answers a request that its batch does not have.
  fileprivate func about(lane: UInt32, sequence: UInt64) -> AnswerFault {
    AnswerFault(
      "answered request \(sequence) of lane \(lane), which its batch does not have; \(predicate)")
  }
}
