import FeedDevice
import SocialFeed

/// A device with the calls that it made and nobody has taken.
struct Phone {
  var device: FeedDevice
  var calls: [DeviceCall] = []

  /// A phone in the foreground whose screen shows some posts of a feed, which goes on or not.
  init(
    showing states: [InteractionState], of surface: Surface = .home, goesOn: Bool = false,
    rules: DeviceRules = DeviceRules()
  ) {
    device = FeedDevice(surface: surface, rules: rules)
    device.open(surface, now: 0, calls: &calls)
    arrive(states, next: goesOn ? someCursor : nil)
  }

  /// What the device has asked for since the last time.
  mutating func take() -> [DeviceCall.Request] {
    defer { calls.removeAll() }
    return calls.map(\.request)
  }

  /// The one call made since the last time.
  mutating func takeCall() -> DeviceCall {
    defer { calls.removeAll() }
    precondition(calls.count == 1, "\(calls)")
    return calls[0]
  }

  /// Answers the one call made since the last time by a page.
  mutating func arrive(_ states: [InteractionState], next: FeedCursor? = nil) {
    device.pageArrived(states, next: next, of: takeCall().id, calls: &calls)
  }

  mutating func tap(_ kind: DeviceButton.Kind, _ post: Int) {
    device.tap(DeviceButton(kind, subject: UInt32(post)), calls: &calls)
  }

  /// The service does, at `now`, what the one call made since the last time asked for.
  mutating func succeed(now: Double = 0) {
    device.callDone(takeCall().id, now: now, calls: &calls)
  }

  /// What the cell of a post shows.
  func cell(_ post: Int) -> InteractionState? { device.cell(of: PostID(post)) }
}

/// What the service says of a post.
func state(
  _ post: Int, liked: Bool = false, saved: Bool = false, likes: Int = 0, saves: Int = 0
) -> InteractionState {
  InteractionState(
    post: PostID(post), isLiked: liked, isSaved: saved, likeCount: likes, saveCount: saves)
}

/// Untouched posts by their numbers.
func states(_ numbers: some Sequence<Int>) -> [InteractionState] { numbers.map { state($0) } }

func posts(_ numbers: some Sequence<Int>) -> [PostID] { numbers.map { PostID($0) } }

/// A cursor of a feed that goes on.
let someCursor = cursor(at: 2)

/// The cursor of a feed that goes on and was requested at an instant after 1, another for each.
func cursor(at now: Double) -> FeedCursor {
  var community = Community(categoryCount: 1)
  let author = try! community.join(now: 0)
  for time in [0.0, 1] {
    _ = try? community.publish(author: author, category: CategoryID(0), now: time)
  }
  var page = FeedPage()
  try! community.fill(
    &page,
    for: FeedRequest(viewer: author, surface: .latest, now: now, pageSize: 1, noise: NoNoise()),
    by: RecencyRanker())
  return page.next!
}

/// For orders without chance.
final class NoNoise: FeedNoise {
  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double {
    0.5
  }
  func shuffled(_ position: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int {
    position
  }
}

/// The request for a page that a device should make.
func page(
  _ surface: Surface = .home, size: Int = 20, refresh: UInt32, from cursor: FeedCursor? = nil
) -> DeviceCall.Request {
  .page(PageRequest(surface: surface, pageSize: size, refresh: refresh, cursor: cursor))
}
