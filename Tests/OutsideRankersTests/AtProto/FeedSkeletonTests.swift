import OutsideRankers
import TestSupport
import Testing

/// Answers of feed generators.
@Suite struct FeedSkeletonTests {
  @Test func `a page has posts, a cursor and what comes back with interactions`() throws {
    let page = try FeedSkeleton(
      Array(
        #"""
        {"feed":[{"post":"at://a/app.bsky.feed.post/1","feedContext":"x"},
         {"post":"at://a/app.bsky.feed.post/2","reason":{"$type":"app.bsky.feed.defs#skeletonReasonRepost","repost":"at://b"}},
         {"post":"nothing","more":[1]}],"cursor":"2::b","reqId":"r1","more":{}}
        """#.utf8))
    expectEqual(
      page.items.map(\.uri),
      [
        "at://a/app.bsky.feed.post/1", "at://a/app.bsky.feed.post/2", "nothing",
      ])
    expectEqual(page.items.map(\.context), ["x", nil, nil])
    #expect(page.cursor == "2::b" && page.request == "r1")
    let empty = try FeedSkeleton(Array(#"{"feed":[],"cursor":null}"#.utf8))
    #expect(empty.items.isEmpty && empty.cursor == nil && empty.request == nil)
  }

  @Test(arguments: [
    ("[]", "wrote a message that is no JSON object"), ("{}", "answered without a list \"feed\""),
    (#"{"feed":{}}"#, "answered without a list \"feed\""),
    (
      #"{"feed":[{"post":"at://a"},"at://b"]}"#,
      "put \"at://b\" at position 2; an item of a feed has the at-uri of a post as \"post\""
    ),
    (
      #"{"feed":[{"post":7}]}"#,
      "put {\"post\":7} at position 1; an item of a feed has the at-uri of a post as \"post\""
    ),
    (#"{"feed":[],"cursor":20}"#, "ended a page with the cursor 20; a cursor is a text"),
  ])
  func `an answer that is no page is refused`(answer: String, predicate: String) {
    let fault = #expect(throws: AnswerFault.self) { try FeedSkeleton(Array(answer.utf8)) }
    expectEqual(fault?.predicate, predicate)
  }

  /// They are kept for each viewer.
  @Test func `texts that come back with interactions have a longest length`() throws {
    func page(context: Int, request: Int) throws -> FeedSkeleton {
      // A letter of two bytes.
      func text(_ bytes: Int) -> String { String(repeating: "é", count: bytes / 2) }
      return try FeedSkeleton(
        Array(
          #"{"feed":[{"post":"at://a","feedContext":"\#(text(context))"}],"reqId":"\#(text(request))"}"#
            .utf8))
    }
    let longest = try page(context: 2000, request: 100)
    #expect(longest.items[0].context?.utf8.count == 2000 && longest.request?.utf8.count == 100)
    expectEqual(
      #expect(throws: AnswerFault.self) { try page(context: 2002, request: 0) }?.predicate,
      "gave a \"feedContext\" of 2,002 bytes; it has at most 2,000")
    expectEqual(
      #expect(throws: AnswerFault.self) { try page(context: 0, request: 102) }?.predicate,
      "gave a \"reqId\" of 102 bytes; it has at most 100")
  }

  @Test(arguments: [
    (#"{"did":"did:web:a","feeds":[{"uri":"at://x"}]}"#, "at://x"),
    // As a template of services in Python has it.
    (
      #"{"encoding":"application/json","body":{"did":"did:web:a","feeds":[{"uri":"at://x"}]}}"#,
      "at://x"
    ),
    (#"{"did":"did:web:a","feeds":[]}"#, "describes no feed; name one in the scenario as 'feed'"),
    (
      #"{"did":"did:web:a","feeds":[{"uri":"at://x"},{"uri":"at://y"}]}"#,
      "has 2 feeds, 'at://x', 'at://y'; name one in the scenario as 'feed'"
    ),
    (
      #"{"did":"a","feeds":[{"uri":"1"},{"uri":"2"},{"uri":"3"},{"uri":"4"},{"uri":"5"},{"uri":"6"}]}"#,
      "has 6 feeds, '1', '2', '3', '4', '5', …; name one in the scenario as 'feed'"
    ),
    (#"{"feeds":[]}"#, "describes itself without \"did\" and a list \"feeds\""),
    (#"{"did":"a","body":3}"#, "describes itself without \"did\" and a list \"feeds\""),
  ])
  func `a service with one feed needs no name of it`(answer: String, expected: String) throws {
    var outcome: String
    do throws(AnswerFault) {
      outcome = try FeedGeneratorDescription(Array(answer.utf8)).feed
    } catch {
      outcome = error.predicate
    }
    expectEqual(outcome, expected)
  }
}
