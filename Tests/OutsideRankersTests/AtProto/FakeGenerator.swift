import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import Synchronization

/// A feed generator in the process of a test, which reads its relay while it answers: some messages for each request, so that
/// pages that are asked for too early are wrong.
final class FakeGenerator: Sendable {
  /// What it does otherwise than a usual one.
  struct Habits: Sendable {
    /// Whether deleted posts stay.
    var keepsDeleted = false
    /// What a post needs in its text.
    var word = ""
    /// Whether posts with more likes come first.
    var countsLikes = false
    /// Whether a viewer sees those alone whom it follows.
    var isOfFollowees = false
    /// Whether replies are in the feed too.
    var hasReplies = false
    /// The answer to `describeFeedGenerator`.
    var description =
      #"{"did":"did:web:localhost","feeds":[{"uri":"at://did:web:localhost/app.bsky.feed.generator/x"}]}"#
    /// The status that interactions get; `nil` to close their connection.
    var interactionsStatus: String? = "200 OK"
    /// A page instead of that of the feed.
    var page: String?
    /// What it asks the relay for; `nil` not to come.
    var target: String? = FirehoseRelay.path
  }

  let relay: FirehoseRelay
  let ranker: ServiceRanker
  private let server: LoopbackServer

  /// What it knows.
  private struct Index: Sendable {
    var client: RelayClient?
    /// The newest first.
    var posts: [(uri: String, text: String, isReply: Bool)] = []
    var likes: [String: Int] = [:]
    var follows: [String: [String]] = [:]
    var commits: [DecodedCommit] = []
  }

  /// How many messages it reads for a request.
  private static let portion = 3

  /// - Parameter limit: Seconds that the lane waits.
  init(
    _ habits: Habits = Habits(), limit: Double = 20, feed: FeedSettings = FeedSettings()
  ) throws {
    let relay = try FirehoseRelay()
    let index = Mutex(Index())
    let held = HeldIndex(index: index)
    let server = LoopbackServer { request in
      held.index.withLock { index in
        if index.client == nil, let target = habits.target {
          index.client = try? RelayClient(port: relay.port, target: target)
          _ = index.client?.head()
        }
        for _ in 0..<Self.portion { Self.read(into: &index, habits) }
        return Self.answer(request, index, habits)
      }
    }
    var settings = ServiceRanker.Settings(
      address: try ServiceAddress("http://127.0.0.1:\(server.port)"), dialect: .atproto,
      limit: limit)
    settings.feed = feed
    (self.relay, self.server) = (relay, server)
    ranker = ServiceRanker(settings)
  }

  private final class HeldIndex: Sendable {
    let index: Mutex<Index>

    init(index: consuming sending Mutex<Index>) { self.index = index }
  }

  /// The lane, which stops the relay.
  func lane() throws -> any RankerLane { try ranker.open(world: 0, relay: relay) }

  func stop() { server.stop() }

  var requests: [LoopbackServer.Request] { server.requests }

  /// The paths of requests so far, with their queries; their bodies, where they have some; and who asks.
  var asked: [String] {
    requests.map { request in
      let lines = request.head.split(separator: "\r\n")
      let path = lines[0].split(separator: " ")[1].replacing("/xrpc/app.bsky.feed.", with: "")
      return path + (request.body.isEmpty ? "" : " \(request.body)")
    }
  }

  /// A failure without the port.
  func message(_ failure: RankerFailure) -> String {
    failure.message.replacing(":\(server.port)/", with: ":8000/")
  }
}

// MARK: - The feed

extension FakeGenerator {
  private static func read(into index: inout Index, _ habits: Habits) {
    guard let frame = index.client?.frame(waiting: false),
      let commit = try? DecodedCommit(frame.payload)
    else { return }
    switch (commit.path.prefix { $0 != "/" }, commit.action) {
    case ("app.bsky.feed.post", "create"):
      guard case .text(let text)? = commit.record?["text"],
        habits.word.isEmpty || text.contains(habits.word)
      else {
        return
      }
      let isReply = commit.record?["reply"] != nil
      index.posts.insert((commit.uri, text, isReply), at: 0)
    case ("app.bsky.feed.post", _):
      if !habits.keepsDeleted { index.posts.removeAll { $0.uri == commit.uri } }
    case ("app.bsky.feed.like", "create"):
      guard case .map(let subject)? = commit.record?["subject"],
        case .text(let uri)? = subject["uri"]
      else { return }
      index.likes[uri, default: 0] += 1
    case ("app.bsky.graph.follow", "create"):
      guard case .text(let other)? = commit.record?["subject"] else { return }
      index.follows[commit.repository, default: []].append(other)
    default: break
    }
  }

  private static func answer(
    _ request: LoopbackServer.Request, _ index: Index, _ habits: Habits
  ) -> [UInt8]? {
    let target = request.head.split(separator: " ")[1]
    guard !target.hasSuffix("describeFeedGenerator") else {
      return LoopbackServer.json(habits.description)
    }
    guard !target.hasSuffix("sendInteractions") else {
      return habits.interactionsStatus.map { LoopbackServer.json("{}", status: $0) }
    }
    if let page = habits.page { return LoopbackServer.json(page) }
    func parameter(_ name: String) -> Int? {
      target.split(whereSeparator: { "?&".contains($0) }).first { $0.hasPrefix("\(name)=") }.flatMap
      {
        Int($0.dropFirst(name.count + 1))
      }
    }
    var posts = index.posts.filter { habits.hasReplies || !$0.isReply }
    if habits.countsLikes {
      posts = posts.enumerated().sorted { left, right in
        let (first, second) = (
          index.likes[left.element.uri] ?? 0, index.likes[right.element.uri] ?? 0
        )
        return (-first, left.offset) < (-second, right.offset)
      }.map(\.element)
    }
    if habits.isOfFollowees {
      let followees = index.follows[issuer(of: request)] ?? []
      posts = posts.filter { post in followees.contains { post.uri.hasPrefix("at://\($0)/") } }
    }
    let (start, limit) = (parameter("cursor") ?? 0, parameter("limit") ?? 0)
    let page = posts.dropFirst(start).prefix(limit)
    let items = page.map { "{\"post\":\"\($0.uri)\",\"feedContext\":\"\($0.text.count)\"}" }
    let cursor = start + page.count < posts.count ? ",\"cursor\":\"\(start + page.count)\"" : ""
    return LoopbackServer.json(
      "{\"feed\":[\(items.joined(separator: ","))]\(cursor),\"reqId\":\"r\"}")
  }

  /// The account that asks.
  static func issuer(of request: LoopbackServer.Request) -> String {
    let parts = request.head.split(separator: "Bearer ").last?.split(separator: ".") ?? []
    guard parts.count > 1 else { return "" }
    let padded = String(parts[1]) + String(repeating: "=", count: (4 - parts[1].count % 4) % 4)
    let text = padded.replacing("-", with: "+").replacing("_", with: "/")
    guard let claims = Data(base64Encoded: text),
      case .object(let members)? = try? PositionedJSON(Array(claims), file: "").value,
      case .string(let issuer)? = members["iss"]
    else { return "" }
    return issuer
  }
}
