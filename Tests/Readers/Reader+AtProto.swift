internal import DataFiles
internal import OutsideRankers
internal import SocialFeed

// What the programs of the AT Protocol send.

// MARK: - Feed generators

extension Reader {
  /// The events of a world with three posts.
  static let worldEvents = (0..<3).map { number in
    RankerEvent(
      time: Double(number),
      .post(PostID(number), author: MemberID(1), category: CategoryID(0), visibility: .everyone))
  }

  func readFeedSkeleton(_ input: [UInt8]) -> Bool {
    var isAccepted = false
    do throws(AnswerFault) {
      use(try FeedSkeleton(input))
      isAccepted = true
    } catch {
      _ = error.predicate
    }
    do throws(AnswerFault) {
      let description = try FeedGeneratorDescription(input)
      _ = FeedGenerator.escaped(try description.feed)
      _ = ServiceToken.text(issuer: "did:plc:a", audience: description.did, method: "a.b")
      isAccepted = true
    } catch {
      _ = error.predicate
    }
    return isAccepted
  }

  /// Asks for the next page, and reports what was seen on this one.
  private func use(_ page: FeedSkeleton) {
    if let cursor = page.cursor {
      precondition(
        FeedGenerator.escaped(cursor).utf8.allSatisfy { (0x21...0x7E).contains($0) },
        "a cursor that is more than a word of a request")
    }
    var (records, log) = (WorldRecords(world: 0), InteractionLog())
    for event in Self.worldEvents { _ = records.messages(of: event) }
    let posts = page.items.map { records.post(of: $0.uri) ?? PostID(rawValue: .max) }
    let request = ServeRequest(
      viewer: MemberID(0), surface: .home, limit: 30, refresh: 7, now: 3)
    log.note(page, posts, for: request)
    for (index, post) in posts.enumerated() {
      log.note(
        RankerEvent(
          time: 3,
          .impression(
            RankerEvent.Impression(
              post: post, viewer: request.viewer, surface: .home, request: 1,
              refresh: request.refresh, position: index + 1, isLookedAt: true, isOwn: true))))
    }
    for (_, interactions) in log.take({ records.uri(of: $0) }) {
      let report = JSONValue.object(["interactions": .array(interactions)])
      let read = try? PositionedJSON(Array(report.canonical.utf8), file: "").value
      precondition(read == report, "a report that is another one when it is read")
    }
  }
}

// MARK: - Clients of a relay

extension Reader {
  func readRelayClient(_ input: [UInt8]) -> Bool {
    let whole = answers(toClient: input, piece: 1 << 14)
    let pieces = answers(toClient: input, piece: 61)
    precondition(whole == pieces, "\(whole) of a whole input, and \(pieces) of its pieces")
    var log = EventLog()
    for number in 0..<9 {
      log.append(WebSocketFrame.bytes(.binary, Array(repeating: UInt8(number), count: 20_000)))
    }
    let streamed = answers(toClient: input, piece: 1 << 14, log)
    precondition(streamed.isSubscribed == whole.isSubscribed, "a stream that changes the answer")
    return whole.isSubscribed
  }

  private struct RelayAnswers: Hashable {
    /// Whether the client was agreed to.
    var isSubscribed = false
    var bytes: [UInt8] = []
  }

  /// What a client gets that reads everything, and whose input ends.
  ///
  /// - Parameter log: The events of the stream.
  private func answers(
    toClient input: [UInt8], piece: Int, _ log: EventLog = EventLog()
  ) -> RelayAnswers {
    let pair = SocketPair()
    let connection = RelayConnection(pair.nearEnd)
    var (answers, rest) = (RelayAnswers(), input[...])
    while !connection.hasEnded {
      if rest.isEmpty { pair.endSending() } else { pair.send(rest.prefix(piece)) }
      rest = rest.dropFirst(piece)
      connection.read { request, connection in
        answers.isSubscribed = answer(request, of: connection)
      }
      connection.write { log.bytes(from: $0) }
      answers.bytes += pair.received()
    }
    connection.end()
    pair.closeFarEnd()
    return answers
  }

  /// - Returns: Whether the client gets the stream.
  private func answer(_ request: WebSocketRequest, of connection: RelayConnection) -> Bool {
    guard request.path == FirehoseRelay.path else {
      connection.refuse("404 Not Found", "This relay has \(FirehoseRelay.path) alone.")
      return false
    }
    let number = request.parameter("cursor").map { UInt64($0) } ?? 1
    connection.accept(request, from: number)
    return number != nil
  }
}
