import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Pages of feed generators, which read a relay.
@Suite struct AtProtoLaneTests {
  private func post(_ number: Int, by author: Int = 1) -> RankerEvent {
    RankerEvent(
      time: Double(number),
      .post(
        PostID(number), author: MemberID(author), category: CategoryID(0), visibility: .everyone))
  }

  private func like(_ post: Int, by member: Int, request: UInt32? = nil) -> RankerEvent {
    RankerEvent(
      time: 100, .interaction(.like, PostID(post), by: MemberID(member), request: request))
  }

  private func request(_ limit: Int = 10, cursor: String? = nil, viewer: Int = 2) -> ServeRequest {
    ServeRequest(
      viewer: MemberID(viewer), surface: .home, limit: limit, cursor: cursor, refresh: 0, now: 200)
  }

  /// The posts of a generator's page after these events.
  private func page(
    _ habits: FakeGenerator.Habits, after events: [RankerEvent], _ request: ServeRequest
  ) throws -> [PostID] {
    let generator = try FakeGenerator(habits)
    defer { generator.stop() }
    let lane = try generator.lane()
    try lane.learn(events)
    return try lane.serve(request).posts
  }

  /// The failure of a page after a post, in which the port is 8000.
  private func failure(
    _ habits: FakeGenerator.Habits, limit: Double = 0.1, feed: FeedSettings = FeedSettings()
  ) throws -> String {
    let generator = try FakeGenerator(habits, limit: limit, feed: feed)
    defer { generator.stop() }
    let lane = try generator.lane()
    do throws(RankerFailure) {
      try lane.learn([post(0)])
      return "\(try lane.serve(request()).posts)"
    } catch {
      return generator.message(error)
    }
  }

  private static let subject = "the ranker 'http://127.0.0.1:8000/' "

  // MARK: Pages

  @Test func `a page has everything that happened before it`() throws {
    let generator = try FakeGenerator()
    defer { generator.stop() }
    #expect(generator.ranker.kind == .serve && generator.ranker.learns)
    let lane = try generator.lane()
    var number = 0
    for count in [1, 5, 2, 12, 1] {
      try lane.learn((number..<number + count).map { post($0) })
      number += count
      let newest = (0..<number).reversed().map { PostID($0) }
      let page = try lane.serve(request())
      expectEqual(page.posts, Array(newest.prefix(10)))
      #expect(page.cursor == (number > 10 ? "10" : nil) && page.mayHaveOwn)
    }
    try lane.learn([RankerEvent(time: 300, .delete(PostID(number - 1), author: MemberID(1)))])
    try expectEqual(lane.serve(request(2)).posts, [PostID(number - 2), PostID(number - 3)])
    try expectEqual(
      lane.serve(request(2, cursor: "2")).posts, [PostID(number - 4), PostID(number - 5)])
  }

  @Test func `where nothing was sent since, nothing is waited for`() throws {
    let generator = try FakeGenerator()
    defer { generator.stop() }
    let lane = try generator.lane()
    try lane.learn([post(0)])
    _ = try lane.serve(request(30))
    let count = generator.requests.count
    // An act without a record, and one that was there already.
    try lane.learn([RankerEvent(time: 5, .join(MemberID(9), group: 0))])
    _ = try lane.serve(request(30, cursor: "a&b=ü"))
    _ = try lane.serve(request(200))
    let feed = "feed=at%3A%2F%2Fdid%3Aweb%3Alocalhost%2Fapp.bsky.feed.generator%2Fx"
    expectEqual(generator.asked[0], "describeFeedGenerator")
    expectEqual(
      Array(generator.asked[count...]),
      [
        "getFeedSkeleton?\(feed)&limit=30&cursor=a%26b%3D%C3%BC",
        "getFeedSkeleton?\(feed)&limit=100",
      ])
    var accounts = WorldAccounts(world: 0)
    expectEqual(
      generator.requests[1...].map(FakeGenerator.issuer),
      Array(repeating: accounts.observer, count: count - 2)
        + Array(repeating: accounts.did(of: MemberID(2)), count: 3))
  }

  @Test func `a feed that is named is not asked for`() throws {
    let generator = try FakeGenerator(
      FakeGenerator.Habits(description: "no"), feed: FeedSettings(uri: "at://did:web:a/b/c"))
    defer { generator.stop() }
    _ = try generator.lane().serve(request(3))
    expectEqual(generator.asked, ["getFeedSkeleton?feed=at%3A%2F%2Fdid%3Aweb%3Aa%2Fb%2Fc&limit=3"])
  }

  @Test func `the sentinel is found behind posts that come first`() throws {
    let events = (0..<9).map { post($0) } + (0..<9).map { like($0, by: 3) } + [like(4, by: 5)]
    try expectEqual(
      page(FakeGenerator.Habits(countsLikes: true), after: events, request(3)),
      [
        PostID(4), PostID(8), PostID(7),
      ])
  }

  @Test func `the observer sees the sentinel in a feed of followees`() throws {
    let follow = RankerEvent(time: 50, .tie(.follow, from: MemberID(2), to: MemberID(1)))
    try expectEqual(
      page(
        FakeGenerator.Habits(isOfFollowees: true), after: [post(0, by: 3), post(1), follow],
        request()), [PostID(1)])
  }

  @Test func `replies and what is no post are unknown posts`() throws {
    let comment = RankerEvent(
      time: 60, .interaction(.comment, PostID(0), by: MemberID(3), request: nil))
    let unknown = PostID(rawValue: .max)
    try expectEqual(
      page(FakeGenerator.Habits(hasReplies: true), after: [post(0), comment], request()),
      [
        unknown, PostID(0),
      ])
    let generator = try FakeGenerator(
      FakeGenerator.Habits(page: #"{"feed":[{"post":"at://a"},{"post":""}],"cursor":"z"}"#))
    defer { generator.stop() }
    let page = try generator.lane().serve(request())
    #expect(page.posts == [unknown, unknown] && page.cursor == "z")
  }

  // MARK: Interactions

  private func impression(
    _ post: Int, request: UInt32, refresh: UInt32 = 0, looked: Bool = true, own: Bool = true
  ) -> RankerEvent {
    RankerEvent(
      time: 200,
      .impression(
        RankerEvent.Impression(
          post: PostID(post), viewer: MemberID(2), surface: .home, request: request,
          refresh: refresh, position: 1, isLookedAt: looked, isOwn: own)))
  }

  @Test func `what viewers see and do is reported with what the generator said`() throws {
    let reporting = try FakeGenerator()
    defer { reporting.stop() }
    let reported = try reporting.lane()
    try reported.learn([post(0), post(1)])
    _ = try reported.serve(request())
    func act(_ kind: InteractionKind, request: UInt32?) -> RankerEvent {
      RankerEvent(time: 201, .interaction(kind, PostID(0), by: MemberID(2), request: request))
    }
    try reported.learn([
      impression(0, request: 7), impression(1, request: 7, looked: false),
      impression(1, request: 8, own: false), impression(1, request: 9, refresh: 4),
      act(.view, request: 7), act(.comment, request: 7), act(.save, request: 7),
      act(.view, request: 8), act(.view, request: nil),
    ])
    _ = try reported.serve(request())
    var records = WorldRecords(world: 0)
    _ = records.messages(of: post(0)) + records.messages(of: post(1))
    let (uri, other) = (
      try #require(records.uri(of: PostID(0))), try #require(records.uri(of: PostID(1)))
    )
    // The text of post 0 has 53 characters. Refresh 4 is none of which the generator said something.
    let context =
      #"{"event":"app.bsky.feed.defs#%","feedContext":"53","item":"\#(uri)","reqId":"r"}"#
    let interactions = ["interactionSeen", "-", "clickthroughItem", "interactionReply"].map {
      $0 == "-"
        ? #"{"event":"app.bsky.feed.defs#interactionSeen","item":"\#(other)"}"#
        : context.replacing("%", with: $0)
    }
    let sent = reporting.asked.filter { $0.hasPrefix("sendInteractions") }
    #expect(
      sent == [
        #"sendInteractions {"feed":"at://did:web:localhost/app.bsky.feed.generator/x","interactions":["#
          + interactions.joined(separator: ",") + "]}"
      ])
    expectEqual(
      reporting.requests.filter { !$0.body.isEmpty }.map(FakeGenerator.issuer),
      [
        records.did(of: MemberID(2))
      ])
  }

  @Test(arguments: ["404 Not Found", "405 Method Not Allowed", "501 Not Implemented"])
  func `a generator that takes no interactions in is asked once`(status: String) throws {
    let generator = try FakeGenerator(FakeGenerator.Habits(interactionsStatus: status))
    defer { generator.stop() }
    let lane = try generator.lane()
    try lane.learn([post(0)])
    for number in UInt32(1)...3 {
      _ = try lane.serve(request())
      try lane.learn([impression(0, request: number)])
    }
    expectEqual(generator.asked.count { $0.hasPrefix("sendInteractions") }, 1)
  }

  @Test func `a generator that fails by interactions fails the run`() throws {
    let generator = try FakeGenerator(FakeGenerator.Habits(interactionsStatus: "500 No"))
    defer { generator.stop() }
    let lane = try generator.lane()
    try lane.learn([post(0), impression(0, request: 1)])
    let failure = #expect(throws: RankerFailure.self) { _ = try lane.serve(request()) }
    expectEqual(
      failure.map(generator.message), Self.subject + "answered with status 500 (No): '{}'")
  }

  @Test func `interactions that get no answer are not sent again`() throws {
    var habits = FakeGenerator.Habits()
    habits.interactionsStatus = nil
    let generator = try FakeGenerator(habits)
    defer { generator.stop() }
    let lane = try generator.lane()
    try lane.learn([post(0), impression(0, request: 1)])
    let failure = #expect(throws: RankerFailure.self) { _ = try lane.serve(request()) }
    let message = try #require(failure.map(generator.message))
    #expect(
      message.hasPrefix(
        Self.subject + "closed the connection without an answer; the service was to"))
    expectEqual(generator.asked.count { $0.hasPrefix("sendInteractions") }, 1)
  }

  // MARK: Failures

  private static let advice =
    "'Good morning, everybody.', within 0.1 s, its 'timeout' in the scenario; a feed that selects posts by their texts needs"
    + " 'phrase' or another 'sentinel' in the scenario, and a feed has to leave out deleted posts"

  @Test func `a generator that does not show what is new is named`() throws {
    try expectEqual(
      failure(FakeGenerator.Habits(word: "Python")),
      Self.subject
        + "did not show the sentinel post, which shows that it has read all events, " + Self.advice
    )
    try expectEqual(
      failure(
        FakeGenerator.Habits(word: "Python"), limit: 20, feed: FeedSettings(sentinel: "Python!")),
      "[]")
    try expectEqual(
      failure(
        FakeGenerator.Habits(word: "Python"), limit: 20, feed: FeedSettings(phrase: "Python!")),
      "[0]")
    try expectEqual(
      failure(FakeGenerator.Habits(keepsDeleted: true)),
      Self.subject
        + "went on to show a post that was deleted, " + Self.advice)
  }

  @Test func `a generator that reads no relay is named`() throws {
    try expectEqual(
      failure(FakeGenerator.Habits(target: nil)),
      Self.subject
        + "did not come to the relay within 0.1 s, its 'timeout' in the scenario; it has to read"
        + " {relay}/xrpc/com.atproto.sync.subscribeRepos, and {relay} in a word of 'start' is where that is"
    )
    try expectEqual(
      failure(FakeGenerator.Habits(target: "/subscribe"), limit: 20),
      Self.subject
        + "asked the relay for '/subscribe'; it streams /xrpc/com.atproto.sync.subscribeRepos alone"
    )
    try expectEqual(
      failure(FakeGenerator.Habits(target: FirehoseRelay.path + "?cursor=9"), limit: 20),
      Self.subject
        + "asked the relay for the events behind '9', which is no number of an event of this world; let it begin without"
        + " what it has kept of another world, such as a database")
  }

  @Test func `a page that is none fails the run`() throws {
    try expectEqual(
      failure(FakeGenerator.Habits(page: #"{"posts":[]}"#)),
      Self.subject
        + "answered without a list \"feed\"")
    try expectEqual(
      failure(FakeGenerator.Habits(description: #"{"did":"a","feeds":[]}"#)),
      Self.subject
        + "describes no feed; name one in the scenario as 'feed'")
  }
}
