import DataFiles
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// The dialect of the Prosocial Ranking Challenge.
@Suite struct ProsocialTests {
  /// The order of two posts, or the failure, in which the port is 8000; and the requests.
  private func ask(
    _ answer: String, count: Int = 2
  ) throws -> (outcome: String, requests: [LoopbackServer.Request]) {
    let server = LoopbackServer { _ in LoopbackServer.json(answer) }
    defer { server.stop() }
    let ranker = ServiceRanker(
      .init(address: try ServiceAddress(server.url), dialect: .prosocial, version: "1"))
    #expect(ranker.kind == .order && ranker.features == [.ageHours, .likes, .comments])
    do {
      let order = try ranker.open(world: 0).order(candidates(count, ranker.features))
      return ("\(order)", server.requests)
    } catch let failure as RankerFailure {
      return (failure.message.replacing(":\(server.port)/", with: ":8000/"), server.requests)
    }
  }

  @Test func `a request is one of a browser at posts of twitter`() throws {
    let (outcome, requests) = try ask(#"{"ranked_ids":["0","1"]}"#)
    expectEqual(outcome, "[0, 1]")
    // No GET before: the dialect has no hello.
    expectEqual(requests.count, 1)
    let names = ["0", "1"].map { SHA256.hexDigest(of: "member \($0)") }
    func item(_ id: Int, _ created: String, likes: Int) -> String {
      #"{"id":"\#(id)","post_id":null,"parent_id":null,"title":null,"#
        + #""text":"\#(PostTexts.text(of: PostID(id), in: CategoryID(0)))","author_name_hash":"\#(names[1])","#
        + #""type":"post","embedded_urls":[],"created_at":"2024-01-01T\#(created).000Z","#
        + #""engagements":{"retweet":0,"like":\#(likes),"comment":0,"share":0}}"#
    }
    #expect(
      requests.first?.body
        == #"{"session":{"session_id":"0-7","user_id":"0","user_name_hash":"\#(names[0])","cohort":"feedlab","#
        + #""platform":"twitter","url":"http://feedlab.invalid/","current_time":"2024-01-01T02:00:00.000Z"},"#
        + #""survey":null,"items":[\#(item(1, "01:00:00", likes: 1)),\#(item(0, "00:00:00", likes: 0))]}"#
    )
    let body = try #require(requests.first?.body)
    let schema = try JSONSchema(named: "ranker-protocol.schema.json")
    try expectEqual(schema.faults(in: body), [])
    #expect(try schema.faults(in: body.replacing("\"survey\":null,", with: "")) != [])
    for right in [#"{"ranked_ids":["1"],"new_items":[]}"#, #"{"ranked_ids":[]}"#] {
      try expectEqual(schema.faults(in: right), [])
    }
    for wrong in [#"{"ranked_ids":[1]}"#, #"{"ranked_ids":[],"new_items":[{"id":"a"}]}"#] {
      #expect(try schema.faults(in: wrong) != [])
    }
  }

  @Test(arguments: [
    (#"{"ranked_ids":["1"],"new_items":[]}"#, "[1]"), (#"{"ranked_ids":[]}"#, "[]"),
    (
      #"{"ranked_ids":["1","9"]}"#,
      #"ranks "9" at index 1, which is the id of no item in the request"#
    ),
    (#"{"ranked_ids":[1]}"#, "ranks 1 at index 0, which is the id of no item in the request"),
    (#"{"ranked_ids":["1","0","1"]}"#, "ranks post 1 twice"),
    (#"{"scores":[1,2]}"#, #"answered without a list "ranked_ids""#),
    (
      #"{"ranked_ids":["1","a"],"new_items":[{"id":"a","url":"http://a/"}]}"#,
      "inserts new items, 1 of them; these worlds have no posts from elsewhere, so that \"new_items\" has to be empty"
    ),
    ("[]", "wrote a message that is no JSON object"),
  ])
  func `an order is read or refused`(answer: String, expected: String) throws {
    let subject = expected.hasPrefix("[") ? "" : "the ranker 'http://127.0.0.1:8000/rank' "
    try expectEqual(ask(answer).outcome, subject + expected)
  }

  /// Days after 1 January 2024 and seconds.
  private static let moments: [(Double, Double, String)] = [
    (0, 0, "2024-01-01T00:00:00.000Z"), (59, -0.001, "2024-02-28T23:59:59.999Z"),
    (59, 0, "2024-02-29T00:00:00.000Z"), (60, 0, "2024-03-01T00:00:00.000Z"),
    (366, 3723.5, "2025-01-01T01:02:03.500Z"), (0, -1, "2023-12-31T23:59:59.000Z"),
    (-8706, 0, "2000-03-01T00:00:00.000Z"), (-8707, 0, "2000-02-29T00:00:00.000Z"),
    (0, 1e300, "9999-12-31T23:59:59.999Z"), (0, -1e300, "0001-01-01T00:00:00.000Z"),
    (-738_885, 0, "0001-01-01T00:00:00.000Z"), (2_913_173, 0, "9999-12-31T00:00:00.000Z"),
    (0, .infinity, "9999-12-31T23:59:59.999Z"),
  ]

  @Test(arguments: moments)
  func `the clock begins with 2024`(days: Double, seconds: Double, expected: String) {
    expectEqual(WorldCalendar.text(of: 86_400 * days + seconds), expected)
  }

  @Test func `a text needs no escapes, is short, and depends on the category`() {
    var texts: Set<String> = []
    for category in [nil] + (0..<20).map({ CategoryID($0) }) {
      for post in 0..<50 {
        let text = PostTexts.text(of: PostID(post), in: category)
        #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.utf8.count <= 80)
        #expect(!text.contains { $0 == "\"" || $0 == "\\" })
        texts.insert(text)
      }
    }
    expectEqual(texts.count, 9 * 6)
  }
}
