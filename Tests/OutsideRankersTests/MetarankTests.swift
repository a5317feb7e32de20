import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// The dialect `metarank`, with a server in this process that has the forms of Metarank's documentation; Metarank itself is
/// not asked here.
@Suite struct MetarankTests {
  private func lane(
    _ server: LoopbackServer, reads: [RankerFeature] = [.likes]
  ) throws -> any RankerLane {
    let settings = ServiceRanker.Settings(
      address: try ServiceAddress("http://127.0.0.1:\(server.port)/rank/feed"),
      dialect: .metarank, reads: reads, limit: 20)
    let ranker = ServiceRanker(settings)
    #expect(ranker.kind == .score && ranker.learns && ranker.features == FeatureSet(reads))
    return try ranker.open(world: 0)
  }

  // MARK: Requests

  @Test func `a request has the fields of each item, in the order of their numbers`() throws {
    let writer = MetarankWriter(reads: [.likes, .ageHours])
    let candidates = try candidates(2, [.likes, .ageHours])
    for candidates in [candidates, candidates.reversed()] {
      expectEqual(
        String(decoding: writer.request(candidates), as: UTF8.self),
        #"{"id":"0-7","timestamp":"1704074400000","user":"0","items":["#
          + #"{"id":"0","fields":[{"name":"likes","value":0},{"name":"age_hours","value":2}]},"#
          + #"{"id":"1","fields":[{"name":"likes","value":1},{"name":"age_hours","value":1}]}]}"#)
    }
  }

  @Test func `requests and feedback have their paths`() throws {
    let server = LoopbackServer { request in
      LoopbackServer.json(
        request.head.hasPrefix("POST /feedback")
          ? #"{"accepted":1,"status":"ok","tookMillis":3,"updated":0}"#
          : #"{"took":5,"items":[{"item":"0","score":2},{"item":"1","score":-0.5}]}"#)
    }
    defer { server.stop() }
    let lane = try lane(server)
    try lane.learn([
      RankerEvent(
        time: 0.0625,
        .post(PostID(1), author: MemberID(1), category: CategoryID(0), visibility: .everyone))
    ])
    try expectEqual(scores(lane, candidates(2, [.likes])), [-0.5, 2])
    expectEqual(
      server.requests.map { $0.head.prefix { $0 != "\r\n" } },
      ["POST /feedback HTTP/1.1", "POST /rank/feed HTTP/1.1"])
    expectEqual(
      server.requests[0].body,
      #"{"event":"item","id":"post-1","timestamp":"1704067200063","item":"1","fields":["#
        + #"{"name":"author","value":"1"},{"name":"category","value":"0"}]}"#)
    // What Metarank has no event for is not sent.
    try lane.learn([RankerEvent(time: 1, .join(MemberID(1), group: 0))])
    expectEqual(server.requests.count, 2)
  }

  private let post = RankerEvent(
    time: 1,
    .post(PostID(1), author: MemberID(1), category: CategoryID(0), visibility: .everyone))

  /// A server that scores two posts, and answers events or closes their connection.
  private func server(answersEvents: Bool) -> LoopbackServer {
    LoopbackServer { request in
      guard request.head.hasPrefix("POST /feedback") else {
        return LoopbackServer.json(#"{"items":[{"item":"0","score":2},{"item":"1","score":1}]}"#)
      }
      return answersEvents ? LoopbackServer.json(#"{"accepted":1}"#) : nil
    }
  }

  @Test func `events have a new connection, since a service may close one that waits`() throws {
    let server = server(answersEvents: true)
    defer { server.stop() }
    let lane = try lane(server)
    for _ in 0..<2 {
      try lane.learn([post])
      for _ in 0..<2 { _ = try scores(lane, candidates(2, [.likes])) }
    }
    try lane.learn([post])
    // Requests go on over the connection of the events before them.
    expectEqual(server.requests.map(\.connection), [1, 1, 1, 2, 2, 2, 3])
  }

  @Test func `events that get no answer are not sent again`() throws {
    let server = server(answersEvents: false)
    defer { server.stop() }
    let lane = try lane(server)
    _ = try scores(lane, candidates(2, [.likes]))
    let failure = #expect(throws: RankerFailure.self) { try lane.learn([post]) }
    expectEqual(
      failure?.message,
      "the ranker 'http://127.0.0.1:\(server.port)/rank/feed' closed the connection without an answer; the service"
        + " was to learn from this request, and may have done so, so that it is not sent again: look at its log, start it"
        + " anew unless FeedLab starts it, and run the command again")
    expectEqual(server.requests.count { $0.head.hasPrefix("POST /feedback") }, 1)
  }

  @Test func `the path of feedback is beside that of requests`() {
    expectEqual(MetarankWriter.feedbackPath(besides: "/rank/feed"), "/feedback")
    expectEqual(MetarankWriter.feedbackPath(besides: "/a/rank/feed"), "/a/feedback")
    for path in ["/", "/rank", "/rank/", "/feed"] {
      expectEqual(MetarankWriter.feedbackPath(besides: path), nil)
    }
  }

  // MARK: Events

  private func impression(
    _ post: Int, page: UInt32, refresh: UInt32, position: Int, own: Bool = true,
    time: Double = 60
  ) -> RankerEvent {
    RankerEvent(
      time: time,
      .impression(
        .init(
          post: PostID(post), viewer: MemberID(4), surface: .home, request: page, refresh: refresh,
          position: position, isLookedAt: true, isOwn: own)))
  }

  @Test func `pages are rankings by the names of their requests, and acts name them`() {
    var writer = MetarankWriter(reads: [])
    func like(_ page: UInt32?, _ post: Int = 8) -> RankerEvent {
      RankerEvent(time: 61.5, .interaction(.like, PostID(post), by: MemberID(4), request: page))
    }
    let events = [
      // The first page of a refresh, a screen with it that is resumed, and the second page of the first one.
      impression(8, page: 20, refresh: 3, position: 1),
      impression(9, page: 20, refresh: 3, position: 2),
      impression(7, page: 21, refresh: 3, position: 1),
      impression(5, page: 20, refresh: 3, position: 3, time: 60.5),
      impression(6, page: 20, refresh: 3, position: 4, time: 60.5),
      // That of another arm, and the first page of the next refresh.
      impression(8, page: 22, refresh: 4, position: 1, own: false),
      impression(8, page: 23, refresh: 4, position: 1),
      // A screen with the older one again.
      impression(7, page: 24, refresh: 3, position: 1),
      like(20), like(20, 6), like(21), like(22), like(nil),
    ]
    func ranking(_ id: String, _ items: String, at milliseconds: Int = 0) -> String {
      #"{"event":"ranking","id":"\#(id)","timestamp":"\#(1_704_067_260_000 + milliseconds)","user":"4","fields":["#
        + #"{"name":"surface","value":"home"}],"items":[\#(items)]}"#
    }
    func interaction(_ ranking: String, _ post: Int = 8) -> String {
      #"{"event":"interaction","id":"like-\#(post)-4-61.5",\#(ranking)"timestamp":"1704067261500","#
        + #""user":"4","type":"like","item":"\#(post)"}"#
    }
    let texts = [
      ranking("4-3", #"{"id":"8"},{"id":"9"}"#), ranking("page-21", #"{"id":"7"}"#),
      ranking("page-20-3", #"{"id":"5"},{"id":"6"}"#, at: 500),
      ranking("page-22", #"{"id":"8"}"#), ranking("4-4", #"{"id":"8"}"#),
      ranking("page-24", #"{"id":"7"}"#), interaction(#""ranking":"4-3","#),
      interaction(#""ranking":"page-20-3","#, 6), interaction(#""ranking":"page-21","#),
      interaction(#""ranking":"page-22","#), interaction(""),
    ]
    expectEqual(writer.texts(of: events), texts)
  }

  // MARK: Answers

  private static let faults: [(String, String)] = [
    ("{}", #"answered without a list "items""#),
    (
      #"{"items":[{"item":"7","score":1}]}"#,
      #"has {"item":"7","score":1} at index 0, which is no item of the request with a score"#
    ),
    (
      #"{"items":[7]}"#, "has 7 at index 0, which is no item of the request with a score"
    ),
    (#"{"items":[{"item":"0","score":1},{"item":"0","score":1}]}"#, "scores post 0 twice"),
    (
      #"{"items":[{"item":"0","score":"1"}]}"#,
      #"gave post 0 the score "1"; a score is a finite number"#
    ),
    (#"{"items":[{"item":"0"}]}"#, "gave post 0 the score null; a score is a finite number"),
    (
      #"{"items":[{"item":"0","score":1}]}"#,
      "gave 1 scores for 2 posts; it has to give one for each"
    ),
  ]

  @Test(arguments: faults)
  func `an answer that gives not each item a score is refused`(answer: String, predicate: String)
    throws
  {
    let server = LoopbackServer.answering(LoopbackServer.json(answer))
    defer { server.stop() }
    let lane = try lane(server)
    let failure = #expect(throws: RankerFailure.self) { try scores(lane, candidates(2, [.likes])) }
    expectEqual(
      failure?.message, "the ranker 'http://127.0.0.1:\(server.port)/rank/feed' \(predicate)")
  }

  @Test(
    arguments: [
      (#"{"status":"failed","accepted":1}"#, #"answered events with the status "failed""#),
      (#"{"status":"ok","accepted":0}"#, "took in 0 of 1 events"), ("{}", nil),
    ] as [(String, String?)])
  func `events have to be taken in`(answer: String, predicate: String?) throws {
    let bytes = Array(answer.utf8)
    do throws(AnswerFault) {
      try MetarankAnswer.check(bytes, of: 1)
      expectEqual(predicate, nil)
    } catch {
      expectEqual(error.predicate, predicate)
    }
  }
}
