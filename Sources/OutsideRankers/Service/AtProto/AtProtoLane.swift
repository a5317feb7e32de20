internal import DataFiles
internal import Foundation
internal import SocialFeed

/// The pages of a world by a feed generator of the AT Protocol, which gets what happens there through a relay.
///
/// The generator reads the relay while it answers requests. So FeedLab requests a page when the generator has read
/// everything that was sent: the newest event is then a post of the **sentinel**, an account without a member. An
/// observer looks for the post in the feed until it is there; then it is deleted and looked for until it has gone. A
/// generator reads events in their order, so that it has then read all of them. Without new events it does not wait.
final class AtProtoLane: RankerLane, @unchecked Sendable {
  private let call: ServiceCall
  private let relay: FirehoseRelay
  private var records: WorldRecords
  private var generator: FeedGenerator?
  private var interactions = InteractionLog()
  /// The time of the newest event.
  private var time = 0.0
  /// Whether something was sent that the generator may not have read.
  private var isAhead = false
  private var hasSentinel = false
  /// How many posts of the feed were looked at to find the last sentinel.
  private var depth = 1

  /// How many bytes of events wait in the relay at most before it is waited for the generator.
  private static let mostWaiting = 1 << 24
  /// How many posts of the feed are looked at in a search for the sentinel.
  private static let mostLooked = 1 << 20

  init(_ call: ServiceCall, relay: FirehoseRelay, world: RankerWorld) {
    self.call = call
    self.relay = relay
    records = WorldRecords(world: world, phrase: call.settings.feed.phrase)
  }

  deinit { relay.stop() }

  func learn(_ events: [RankerEvent]) throws(RankerFailure) {
    var messages: [[UInt8]] = []
    for event in events {
      messages += records.messages(of: event)
      interactions.note(event)
      time = max(time, event.time)
    }
    guard !messages.isEmpty else { return }
    relay.send(messages)
    isAhead = true
    if relay.byteCount > Self.mostWaiting { try settle(opened()) }
  }

  func serve(_ request: ServeRequest) throws(RankerFailure) -> ServedPage {
    let generator = try opened()
    if isAhead { try settle(generator) }
    try report(to: generator)
    let (page, served) = try page(of: request, by: generator)
    interactions.note(page, served.posts, for: request)
    return served
  }

  /// The page is compared and not shown, so that it causes no interactions.
  func serve(
    _ request: ServeRequest, in company: RequestCompany
  ) throws(RankerFailure) -> ServedPage {
    try page(of: request, by: opened()).served
  }

  private func page(
    of request: ServeRequest, by generator: FeedGenerator
  ) throws(RankerFailure) -> (page: FeedSkeleton, served: ServedPage) {
    let page = try generator.page(
      for: records.did(of: request.viewer), limit: request.limit, cursor: request.cursor)
    // A post that there is not: the caller counts it.
    let posts = page.items.map { records.post(of: $0.uri) ?? PostID(rawValue: .max) }
    // A generator need not know who asks, and no rule of the protocol bars the viewer's own posts.
    return (page, ServedPage(posts, cursor: page.cursor, mayHaveOwn: true))
  }

  private func opened() throws(RankerFailure) -> FeedGenerator {
    if let generator { return generator }
    let opened = try FeedGenerator(call, feed: call.settings.feed.uri)
    generator = opened
    return opened
  }

  private func report(to generator: FeedGenerator) throws(RankerFailure) {
    for (viewer, list) in interactions.take({ records.uri(of: $0) }) where !list.isEmpty {
      guard try generator.send(list, of: records.did(of: viewer)) else {
        return interactions.stop()
      }
    }
  }
}

// MARK: - Waiting for the generator

extension AtProtoLane {
  /// Waits until the generator has read everything.
  private func settle(_ generator: FeedGenerator) throws(RankerFailure) {
    if !hasSentinel {
      relay.send([records.sentinelFollow(at: time)])
      hasSentinel = true
    }
    let sentinel = records.sentinel(call.settings.feed.sentinel, at: time)
    relay.send([sentinel.message])
    var reach = depth
    try wait("did not show the sentinel post, which shows that it has read all events") {
      (limit) throws(RankerFailure) in
      let found = try position(of: sentinel.uri, amongFirst: reach, of: generator, within: limit)
      if let index = found {
        depth = index + 1
        return true
      }
      // It is there, but further down, or not there yet.
      reach = min(2 * reach, Self.mostLooked)
      return false
    }
    relay.send([records.sentinelDeletion(sentinel.key, at: time)])
    try wait("went on to show a post that was deleted") { (limit) throws(RankerFailure) in
      try position(of: sentinel.uri, amongFirst: depth, of: generator, within: limit) == nil
    }
    relay.forget(through: records.sequence)
    isAhead = false
  }

  /// How long is waited for something, and what is said of a generator that takes longer.
  private struct Limit {
    let complaint: String
    let deadline: Deadline
  }

  /// Asks again and again, with pauses of a millisecond at first and of 16 in the end.
  private func wait(
    _ complaint: String, until isDone: (Limit) throws(RankerFailure) -> Bool
  ) throws(RankerFailure) {
    let limit = Limit(complaint: complaint, deadline: Deadline(seconds: call.settings.limit))
    var pause: Int32 = 1
    while try !isDone(limit) {
      try check(limit)
      poll(nil, 0, pause)
      pause = min(2 * pause, 16)
    }
  }

  private func check(_ limit: Limit) throws(RankerFailure) {
    if RankerWait.isCancelled { throw call.failure("was interrupted before it answered") }
    switch relay.subscription {
    case .otherTarget(let target):
      throw call.failure(
        "asked the relay for '\(target.excerpt)'; it streams \(FirehoseRelay.path) alone")
    case .otherStream(let cursor):
      throw call.failure(
        "asked the relay for the events behind '\(cursor.excerpt)', which is no number of an event of this world; let it"
          + " begin without what it has kept of another world, such as a database")
    case .awaited, .open, .closed: break
    }
    guard limit.deadline.isOver else { return }
    let time = "within \(call.settings.limit.shortest) s, its 'timeout' in the scenario"
    switch relay.subscription {
    case .awaited:
      throw late(
        "did not come to the relay \(time); it has to read {relay}\(FirehoseRelay.path), and {relay} in a word of 'start'"
          + " is where that is")
    case .closed:
      throw late("left the relay and did not come again \(time)")
    default:
      throw late(
        "\(limit.complaint), '\(call.settings.feed.sentinel.excerpt)', \(time); a feed that selects posts by their texts needs"
          + " 'phrase' or another 'sentinel' in the scenario, and a feed has to leave out deleted posts"
      )
    }
  }

  /// - Parameter predicate: What is said of a service that has not ended.
  private func late(_ predicate: String) -> RankerFailure {
    call.failure(call.predicate(besides: predicate))
  }

  /// Where a post is in the feed of the observer.
  ///
  /// - Parameters:
  ///   - count: How many posts are looked at, at least.
  ///   - limit: The limit of the search, since a feed may have no end.
  private func position(
    of uri: String, amongFirst count: Int, of generator: FeedGenerator, within limit: Limit
  ) throws(RankerFailure) -> Int? {
    var (seen, cursor): (Int, String?) = (0, nil)
    while seen < count {
      if seen > 0 { try check(limit) }
      let page = try generator.page(
        for: records.observer, limit: count - seen, cursor: cursor)
      if let index = page.items.firstIndex(where: { $0.uri == uri }) { return seen + index }
      seen += page.items.count
      guard !page.items.isEmpty, let next = page.cursor, next != cursor else { return nil }
      cursor = next
    }
    return nil
  }
}
