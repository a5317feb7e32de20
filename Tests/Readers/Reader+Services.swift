internal import OutsideRankers
internal import SocialFeed

// What services answer.

// MARK: - HTTP

extension Reader {
  func readHTTPAnswer(_ input: [UInt8]) -> Bool {
    let whole = answer(over: input, piece: max(1, input.count))
    let pieces = answer(over: input, piece: 7)
    switch (whole, pieces) {
    case (.success(let one), .success(let other)):
      precondition(one == other, "another answer of pieces")
      return one.map { read($0.body) } ?? false
    // A fault may be found later in what comes at once, or earlier.
    case (.failure, .failure): return false
    case (.success, .failure), (.failure, .success):
      preconditionFailure("\(whole) of a whole input, and \(pieces) of its pieces")
    }
  }

  /// The answer in an input, which the end of the connection follows.
  private func answer(over input: [UInt8], piece: Int) -> Result<HTTPAnswer?, ServiceFault> {
    var reader = HTTPReader()
    reader.begin(limit: 1 << 16)
    var rest = input[...]
    do throws(ServiceFault) {
      while !rest.isEmpty {
        let next = rest.prefix(piece)
        let count = unsafe reader.fill { (room: UnsafeMutableRawBufferPointer) -> Int in
          let count = min(room.count, next.count)
          unsafe room.copyBytes(from: next.prefix(count))
          return count
        }
        rest = rest.dropFirst(count)
        if let answer = try reader.answer() { return .success(answer) }
      }
      return .success(try reader.answerAtEnd())
    } catch {
      return .failure(error)
    }
  }

  /// Whether the body of an answer has scores, an order or probabilities.
  private func read(_ body: [UInt8]) -> Bool {
    let readings = [
      areScores(body), readProsocialAnswer(body), areMetarankScores(body), areProbabilities(body),
    ]
    return readings.contains(true)
  }

  private func areScores(_ body: [UInt8]) -> Bool {
    var scores = [Double](repeating: 0, count: Self.candidates.count)
    return isRead { () throws(AnswerFault) in
      var span = scores.mutableSpan
      try ScoreAnswer.read(body, into: &span)
    }
  }

  /// Whether an answer has no fault.
  private func isRead(_ read: () throws(AnswerFault) -> Void) -> Bool {
    do throws(AnswerFault) {
      try read()
      return true
    } catch {
      _ = error.predicate
      return false
    }
  }
}

// MARK: - Hello

extension Reader {
  private static let greeted: [ServiceRanker.Settings] = {
    guard let address = try? ServiceAddress("http://127.0.0.1:8000/") else {
      preconditionFailure("a url is none")
    }
    return [nil, "v1"].map {
      ServiceRanker.Settings(address: address, reads: [.likes], version: $0)
    }
  }()

  /// Whether a service says that it is a ranker for one of the settings.
  func readServiceHello(_ body: [UInt8]) -> Bool {
    guard let hello = ServiceHello(body) else { return false }
    let readings = Self.greeted.map { settings in
      isRead { () throws(AnswerFault) in try hello.check(for: settings) }
    }
    return readings.contains(true)
  }
}

// MARK: - Dialects

extension Reader {
  func readProsocialAnswer(_ body: [UInt8]) -> Bool {
    isRead { () throws(AnswerFault) in
      let order = try ProsocialAnswer.order(in: body, of: Self.candidates)
      precondition(
        Set(order).count == order.count && order.allSatisfy(Self.candidates.contains),
        "an order of other posts")
    }
  }

  /// Scores, or what events are answered with.
  func readMetarankAnswer(_ body: [UInt8]) -> Bool {
    let isCheck = isRead { () throws(AnswerFault) in
      try MetarankAnswer.check(body, of: Self.candidates.count)
    }
    return areMetarankScores(body) || isCheck
  }

  private func areMetarankScores(_ body: [UInt8]) -> Bool {
    var scores = [Double](repeating: 0, count: Self.candidates.count)
    return isRead { () throws(AnswerFault) in
      var span = scores.mutableSpan
      try MetarankAnswer.read(body, of: Self.candidates, into: &span)
      precondition(scores.allSatisfy(\.isFinite), "a score of Metarank that is no number")
    }
  }

  private func areProbabilities(_ line: [UInt8]) -> Bool {
    isRead { () throws(AnswerFault) in
      let chances = try VWAnswer.probabilities(in: line[...], of: Self.candidates.count)
      precondition(
        chances.count == Self.candidates.count && chances.allSatisfy((0...1).contains),
        "probabilities of Vowpal Wabbit that are none")
    }
  }
}

// MARK: - Vowpal Wabbit

extension Reader {
  private static let daemon: ServiceRanker.Settings = {
    guard let address = try? ServiceAddress("tcp://127.0.0.1:26542") else {
      preconditionFailure("a url is none")
    }
    return ServiceRanker.Settings(address: address, dialect: .vw, reads: [.likes])
  }()

  /// The daemon answers a request for scores, and then what is to be learnt from its first post.
  func readVWAnswer(_ input: [UInt8]) -> Bool {
    let connection = SocketPair()
    defer { connection.closeFarEnd() }
    let lane = VWLane(Self.daemon, descriptor: connection.nearEnd, world: 0)
    let end = input.firstRange(of: Array("\n\n".utf8))?.upperBound ?? input.endIndex
    connection.send(input[..<end])
    if end == input.endIndex { connection.endSending() }
    var scores = [Double](repeating: 0, count: Self.candidates.count)
    do throws(RankerFailure) {
      var span = scores.mutableSpan
      try lane.score(Candidates(Self.request), into: &span)
    } catch {
      _ = error.message
      return false
    }
    precondition(scores.allSatisfy { $0 >= 0 }, "a score of Vowpal Wabbit that is none")
    guard end < input.endIndex else { return true }
    connection.send(input[end...])
    connection.endSending()
    do throws(RankerFailure) { try lane.learn(Self.events(behind: scores)) } catch {
      _ = error.message
    }
    return true
  }

  /// The viewer looks at the first post and likes it, and all that is known is due.
  private static func events(behind scores: [Double]) -> [RankerEvent] {
    let (now, viewer) = (request.now, request.viewer)
    let order = candidates.indices.sorted {
      (scores[$0], candidates[$0].rawValue) > (scores[$1], candidates[$1].rawValue)
    }
    let post = candidates[order[0]]
    return [
      RankerEvent(
        time: now,
        .impression(
          RankerEvent.Impression(
            post: post, viewer: viewer, surface: .home, request: 1, refresh: request.refresh,
            position: 1, isLookedAt: true, isOwn: true))),
      RankerEvent(time: now + 1, .interaction(.like, post, by: viewer, request: 1)),
      RankerEvent(time: now + VWDecisions.patience, .join(MemberID(2), group: 0)),
    ]
  }
}
