import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// The dialect `vw`, with a daemon in this process that answers as Vowpal Wabbit's does.
@Suite struct VWTests {
  private func lane(
    _ server: LoopbackServer, world: RankerWorld = 0, limit: Double = 20,
    _ change: (inout ServiceRanker.Settings) -> Void = { _ in }
  ) throws -> any RankerLane {
    var settings = ServiceRanker.Settings(
      address: try ServiceAddress("tcp://127.0.0.1:\(server.port)"), dialect: .vw, reads: [.likes],
      limit: limit)
    change(&settings)
    return try ServiceRanker(settings).open(world: world)
  }

  /// A daemon that gives each request this answer.
  private func daemon(_ answer: String?) -> LoopbackServer {
    LoopbackServer(end: "\n\n") { _ in answer.map { Array($0.utf8) } }
  }

  /// The same candidates for another viewer and refresh; there are two members.
  private func candidates(_ count: Int, viewer: Int = 0, refresh: UInt32 = 7) throws -> Candidates {
    let request = FeedRequest(
      viewer: MemberID(viewer), surface: .home, now: 3600 * Double(count), refresh: refresh,
      noise: KeyedNoise())
    return try #require(
      Candidates(
        (0..<count).map { PostID($0) }, [.likes, .ageHours], for: request,
        from: community(posts: count)))
  }

  // MARK: Requests

  private static let example =
    "shared |v m0 h2\n|p likes:0 age_hours:2 |a m1 |c c0\n|p likes:1 age_hours:1 |a m1 |c c0\n\n"

  @Test func `a request has an action for each post, in the order of their numbers`() throws {
    let candidates = try candidates(2)
    for candidates in [candidates, candidates.reversed()] {
      let request = VWRequest(candidates, reads: [.likes, .ageHours])
      expectEqual(String(decoding: request.example.text, as: UTF8.self), Self.example)
      #expect(request.posts == [PostID(0), PostID(1)] && request.example.count == 2)
      expectEqual(request.indices.map { candidates.posts[$0] }, request.posts)
    }
  }

  @Test func `a label stands before the action that was chosen`() throws {
    let request = VWRequest(try candidates(2), reads: [.likes, .ageHours])
    let labelled = request.labelled(1, cost: -0.5, probability: 0.25)
    expectEqual(labelled.count, 2)
    expectEqual(
      String(decoding: labelled.text, as: UTF8.self),
      Self.example.replacing("|p likes:1", with: "0:-0.5:0.25 |p likes:1"))
  }

  // MARK: Answers

  @Test func `probabilities come in any order`() throws {
    let line = Array("2:0.5,0:0.25,1:2.5e-1".utf8)
    try expectEqual(VWAnswer.probabilities(in: line[...], of: 3), [0.25, 0.25, 0.5])
  }

  private static let faults: [(String, String)] = [
    ("0:0.5,1:0.5", "gave 2 probabilities for 3 posts; it has to give one for each"),
    (
      "0:0.5,1:0.5,3:0",
      "gave action 3 a probability; the 3 posts are actions 0 to 2"
    ),
    ("0:0.5,1:0.5,1:0", "gave action 1 a probability twice"),
    (
      "0:nan,1:0.5,2:0",
      "gave action 0 the probability 'nan'; a probability is a number from 0 to 1"
    ),
    (
      "0:0.5,1:-0.5,2:0",
      "gave action 1 the probability '-0.5'; a probability is a number from 0 to 1"
    ),
    (
      "0:0.5,1:many,2:0",
      "gave action 1 the probability 'many'; a probability is a number from 0 to 1"
    ),
    (
      "0.137",
      "answered '0.137', which is no list of actions with their probabilities; start the daemon with --cb_explore_adf"
    ),
    (
      "",
      "answered a blank line, which is no list of actions with their probabilities; start the daemon with"
        + " --cb_explore_adf"
    ),
    (
      "0:0.5,1:0.5,",
      "answered '0:0.5,1:0.5,', which is no list of actions with their probabilities; start the daemon with"
        + " --cb_explore_adf"
    ),
  ]

  @Test(arguments: faults)
  func `an answer that gives not each action a probability is refused`(
    line: String, predicate: String
  ) {
    let fault = #expect(throws: AnswerFault.self) {
      try VWAnswer.probabilities(in: Array(line.utf8)[...], of: 3)
    }
    expectEqual(fault?.predicate, predicate)
  }

  @Test(
    arguments: [
      (
        "0:0.5\n\n",
        "gave 1 probabilities for 2 posts; it has to give one for each"
      ),
      (
        "0:0.5,1:0.5\n0.1\n",
        "answered '0.1' behind its answer, which is a line and a blank one; start the daemon with --cb_explore_adf and one"
          + " connection at a time"
      ),
      (
        "0:0.5,1:0.5\n\n0:1",
        "answered a blank line behind its answer, which is a line and a blank one; start the daemon with --cb_explore_adf"
          + " and one connection at a time"
      ),
      ("0:0.5,1:0.5\n", "did not answer within 0.1 s, its 'timeout' in the scenario"),
      (nil, "closed the connection without an answer"),
      (
        String(repeating: "0", count: 2000),
        "began an answer of more than 1,152 bytes, which no answer to this request needs"
      ),
    ] as [(String?, String)])
  func `a daemon that does not answer as one does is named`(answer: String?, predicate: String)
    throws
  {
    let server = daemon(answer)
    defer { server.stop() }
    let lane = try lane(server, limit: answer == "0:0.5,1:0.5\n" ? 0.1 : 20)
    let failure = #expect(throws: RankerFailure.self) {
      try scores(lane, candidates(2))
    }
    expectEqual(failure?.message, "the ranker 'tcp://127.0.0.1:\(server.port)' \(predicate)")
  }

  // MARK: Orders

  @Test func `a post is first with the probability that the daemon gives it`() throws {
    let server = daemon("1:0.75,0:0.25,2:0\n\n")
    defer { server.stop() }
    let lane = try lane(server)
    var firsts = [0, 0, 0]
    for refresh in 0..<400 {
      let candidates = try candidates(3, refresh: UInt32(refresh))
      let keys = try scores(lane, candidates)
      // Another order of the candidates is drawn alike.
      try expectEqual(scores(lane, candidates.reversed()), keys.reversed())
      expectEqual(keys[2], 0)
      firsts[keys.firstIndex(of: keys.max()!)!] += 1
    }
    // 400 draws: four standard deviations of 300 are 35.
    #expect(abs(firsts[1] - 300) < 35 && firsts[2] == 0)
    let (one, other) = (try scores(lane, candidates(3)), try scores(lane, candidates(3, viewer: 1)))
    #expect(one != other)
    let second = daemon("1:0.75,0:0.25,2:0\n\n")
    defer { second.stop() }
    let reseeded = try self.lane(second, world: .init(number: 0, seed: 1))
    #expect(try scores(reseeded, candidates(3)) != one)
  }

  @Test func `without exploration the scores are the probabilities`() throws {
    let server = daemon("1:0.75,0:0.25\n\n")
    defer { server.stop() }
    let lane = try lane(server) { $0.explores = false }
    try expectEqual(scores(lane, candidates(2)), [0.25, 0.75])
  }

  // MARK: Learning

  private func impression(
    _ post: Int, page: UInt32 = 5, refresh: UInt32 = 7, position: Int = 1, looked: Bool = true,
    own: Bool = true, at time: Double = 0
  ) -> RankerEvent {
    RankerEvent(
      time: time,
      .impression(
        .init(
          post: PostID(post), viewer: MemberID(0), surface: .home, request: page, refresh: refresh,
          position: position, isLookedAt: looked, isOwn: own)))
  }

  private func act(
    _ kind: InteractionKind, _ post: Int = 1, by member: Int = 0, page: UInt32? = 5, at time: Double
  ) -> RankerEvent {
    RankerEvent(time: time, .interaction(kind, PostID(post), by: MemberID(member), request: page))
  }

  /// The label that comes of events after post 1 was put first, when the outcome is known.
  private func label(
    _ events: [RankerEvent], rewards: [String: Double] = [:]
  ) throws -> String? {
    var decisions = VWDecisions(rewards: rewards)
    let request = VWRequest(try candidates(2), reads: [])
    decisions.keep(
      .init(request, action: 1, probability: 0.75), of: MemberID(0), refresh: 7, now: 0)
    for event in events {
      expectEqual(decisions.next(at: event.time), nil)
      decisions.take(event)
    }
    expectEqual(decisions.next(at: 1799.9), nil)
    let example = decisions.next(at: 1800)
    expectEqual(decisions.next(at: 1e9), nil)
    return example.flatMap {
      String(decoding: $0.text, as: UTF8.self).split(separator: "\n")[2].split(separator: " |")
        .first
    }.map(String.init)
  }

  @Test func `what was done with the first post within half an hour is its reward`() throws {
    let shown = impression(1)
    try expectEqual(label([shown]), "0:0:0.75")
    for kind in [InteractionKind.view, .like, .comment, .save, .vote] {
      try expectEqual(label([shown, act(kind, at: 1700)]), "0:-1:0.75", "\(kind)")
    }
    try expectEqual(label([shown, act(.unlike, at: 9), act(.unsave, at: 9)]), "0:0:0.75")
    let others = [
      act(.like, 0, at: 9), act(.like, by: 1, at: 9), act(.like, page: 6, at: 9),
      act(.like, page: nil, at: 9),
    ]
    try expectEqual(label([shown] + others), "0:0:0.75")
    let both = [shown, act(.view, at: 9), act(.like, at: 10), act(.view, at: 11)]
    try expectEqual(label(both, rewards: ["view": 0.25, "like": 2]), "0:-2:0.75")
  }

  @Test func `pages of others, later pages and what nobody saw teach nothing`() throws {
    for event in [
      impression(1, own: false), impression(1, position: 2), impression(1, refresh: 6),
      impression(1, looked: false), impression(0),
    ] {
      try expectEqual(label([event]), nil, "\(event)")
    }
    // A later page of the refresh has a first position too.
    let later = [impression(0, position: 2), impression(1), impression(1, page: 6)]
    try expectEqual(label(later + [act(.like, page: 6, at: 9)]), "0:0:0.75")
  }

  @Test
  func `examples are sent in the order of their pages, before what comes after their outcome`()
    throws
  {
    let server = daemon("0:0.5,1:0.5\n\n")
    defer { server.stop() }
    let lane = try lane(server) { ($0.parameters, $0.explores) = (["like": 3], false) }
    func page(_ refresh: UInt32, at time: Double) throws {
      _ = try scores(lane, candidates(2, refresh: refresh))
      try lane.learn([impression(1, page: refresh, refresh: refresh, at: time)])
    }
    // Requests are at 7200 s.
    try page(1, at: 7200)
    try page(2, at: 7800)
    // The clock of the events says that the first outcome is known, and later that the second one is.
    try lane.learn([act(.like, page: 1, at: 8200), act(.like, page: 1, at: 9000)])
    try lane.learn([act(.view, page: 2, at: 9599), act(.like, page: 2, at: 9600)])
    let labels = server.requests.map { request in
      request.head.split(separator: "\n").lazy.compactMap { line in
        line.hasPrefix("0:") ? line.prefix { $0 != " " } : nil
      }.first.map(String.init)
    }
    expectEqual(labels, [nil, nil, "0:-3:0.5", "0:-1:0.5"])
    expectEqual(server.requests.map(\.connection), [1, 1, 1, 1])
  }

  @Test func `a daemon that runs already has one lane`() throws {
    let server = daemon("0:0.5,1:0.5\n\n")
    defer { server.stop() }
    _ = try lane(server)
    // One service, whatever names it.
    for host in ["127.0.0.1", "127.1", "localhost", "[::ffff:127.0.0.1]", "[::1]", "0.0.0.0"] {
      let url = "tcp://\(host):\(server.port)"
      let ranker = ServiceRanker(
        .init(address: try ServiceAddress(url), dialect: .vw, reads: [.likes], limit: 20))
      let failure = #expect(throws: RankerFailure.self) { _ = try ranker.open(world: 0) }
      expectEqual(
        failure?.message,
        "the ranker '\(url)' is a learning service with one state, asked for more"
          + " than one lane; write 'start' in the scenario, by which each lane has a service of its own, or simulate one arm"
          + " in one world")
    }
    let other = daemon("0:0.5,1:0.5\n\n")
    defer { other.stop() }
    _ = try lane(other)
  }

  @Test func `whether it explores and what acts are worth are in the digest`() throws {
    func digest(_ change: (inout ServiceRanker.Settings) -> Void) throws -> String {
      var settings = ServiceRanker.Settings(
        address: try ServiceAddress("tcp://127.0.0.1:26542"), dialect: .vw, reads: [.likes])
      change(&settings)
      let ranker = ServiceRanker(settings)
      #expect(ranker.kind == .score && ranker.learns && ranker.features == [.likes])
      return ranker.digest
    }
    let digests = try [
      digest { _ in }, digest { $0.explores = false }, digest { $0.parameters = ["like": 2] },
    ]
    expectEqual(Set(digests).count, 3)
  }
}
