public import SocialFeed

/// The app on a phone, without the glass: pages loaded, what each button shows, when it refreshes
/// and syncs, what failed.
///
/// A device is a value without a clock or a connection. The caller passes on what the member or the
/// system does, such as ``tap(_:calls:)`` or ``comeToForeground(now:calls:)``, appends the
/// **calls** that follow to the caller's buffer, and takes their outcomes whenever the caller has
/// them: latency and failures are the caller's. Times are seconds on the caller's clock.
///
/// ```swift
/// device.open(.home, now: now, calls: &calls)      // calls: [page 1]
/// device.pageArrived(states, next: cursor, of: calls[0].id, calls: &calls)
/// device.tap(.like(states[0].post), calls: &calls)  // shows it at once
/// ```
///
/// # How an app drives it
///
/// 1. Keep one device for each feed that has a screen of its own, or one for all that share one.
/// 2. Forward events: ``open(_:now:calls:)`` at launch, ``feedAppears(_:now:calls:)`` when the view
///    appears, ``comeToForeground(now:calls:)`` and ``goToBackground()`` from the system,
///    ``pullToRefresh(now:calls:)``, ``comesIntoView(_:calls:)`` for each cell that appears,
///    ``openDetail(of:calls:)`` and ``returnFromDetail(now:calls:)``, ``tap(_:calls:)``.
/// 3. After every event send each call that was appended, and empty the buffer. ``PageRequest`` has the parts of a
/// page's request.
/// 4. Report each outcome once, by the call's number: ``pageArrived(_:next:startedAgain:of:calls:)``,
///    ``statesArrived(_:of:calls:)``, ``callDone(_:answer:now:calls:)``,
///    ``callRefused(_:by:calls:)`` for a typed error of the service, or
///    ``callFailed(_:because:calls:)``. Outcomes can append calls as events do. Late, doubled and
///    unknown ones do no harm.
/// 5. Set one timer to ``nextTimer`` after each event, and call ``timePassed(now:calls:)`` then.
/// 6. Draw: ``loadingState`` for posts, spinner, empty feed or error, ``loadingText`` for its
///    words, ``cell(at:)`` for each of ``count`` cells, ``isLoadingMore`` for the spinner below,
///    ``buttonFailure`` for an alert. ``state(of:)`` is what any button shows.
/// 7. Vote and follow have no place in a cell: report their states by the service to ``stateArrived(_:of:from:)``; from
/// then on they can be tapped.
///
/// **No order of events ends the process**, for a view may appear before the app is active, and a
/// tap may arrive after it went to the background. A feed that appears is in the foreground. An action with the screen
/// in the background, or with a post that is not there, has no effect, which the return value shows. A position beyond
/// the screen is its last. A time that is not a number is the last one seen, and when the clock steps back, timers keep
/// their remaining time.
///
/// # What it does
///
/// **Pages.** A page has 20 posts, and the next is requested when the last post loaded comes into
/// view. One page call is waited for at a time: a refresh replaces whatever page was
/// requested, and the late answer is dropped. The screen does not change until a refresh arrives. A
/// post that the service sends again in one refresh is dropped and counted; a next page that has no
/// other and ends where it began ends the feed. A page that failed is
/// ``LoadingState/error(_:)`` until another arrives; ``retry(now:calls:)`` requests it again.
///
/// **Buttons.** A tap shows at once, in the button and its count, and is taken back if the service
/// refuses or the call fails; ``buttonFailure`` has the reason. A button has one call in flight at most;
/// taps meanwhile change what is wanted, and when the call has ended another is made if what the
/// service has is not yet what was wanted last. A failed or refused call is not repeated. "Already
/// liked", "not following" and their like show that the service has what was wanted. A vote is not
/// taken back by another tap.
///
/// **Refreshes.** The home feed is refreshed when the app opens, on return from a post's detail,
/// 0.5 s after the success of the last like and 0.5 s after a detail was fetched (rules can leave
/// these three out); any feed when it is pulled or shown for the first time, and, since
/// media links expire, at the first refresh trigger an hour after it was loaded. A like that fails
/// leads to no refresh. A refresh that failed, or that fell into the background, is made up for at
/// the next refresh trigger.
///
/// **Refresh triggers** are coming to the foreground, the feed's appearing and the return to
/// another feed than home. Without a due refresh a trigger syncs: the states of all
/// loaded posts are requested in batches of 50. A trigger while a sync is under way joins it.
///
/// **Answers** change what differs. None is let overwrite a button whose own call is in flight, nor
/// one by an answer from before the service accepted the member's last call, nor a post by an answer to an earlier
/// request than the known state. A failed sync has no effect.
///
/// A cell is a post and its two buttons; whatever else is shown of a post, such as its author or
/// its picture, the caller keeps by the post.
///
/// An idle device takes some hundred bytes and 20 for each post on the screen; its arrays keep
/// their room, so that a session allocates only for syncs.
public struct FeedDevice: Sendable {
  public let rules: DeviceRules
  /// The feed on the screen.
  public private(set) var surface: Surface
  /// Whether the app is what the member has before the eyes.
  public internal(set) var isInForeground = false
  /// The post whose detail is open.
  public internal(set) var detail: PostID?
  /// How many posts the service sent again in a refresh that had shown them, since the device was
  /// made.
  public internal(set) var duplicatesReceived = 0
  /// Why the last call for a button had no effect; `nil` once another has succeeded, or when
  /// ``dismissButtonFailure()`` was called. The button was rolled back when this was set.
  public internal(set) var buttonFailure: DeviceFailure?
  /// When ``timePassed(now:calls:)`` has something to do, if ever.
  public internal(set) var nextTimer: Double?

  var screen = Screen()
  var pressed = PressedButtons()
  /// What is known of buttons that no cell has.
  var aside: [DeviceButton: KnownButton] = [:]
  /// Where the next page of the screen's refresh begins.
  var next: FeedCursor?
  /// The page call that is waited for.
  var pageCall: PageCall?
  /// The sync calls that are waited for.
  var syncCalls: [CallID] = []
  /// The call for the detail that was opened last, until it has ended.
  var detailCall: CallID?
  /// Why the last page that was waited for did not come.
  var loadFailure: DeviceFailure.Reason?
  /// Number of the screen's refresh, and of the next one to be made.
  var screenRefresh: UInt32 = 0
  var nextRefresh: UInt32 = 0
  /// When the first page on the screen was requested.
  var loadedAt: Double?
  /// Whether a refresh is to be made up for.
  var missesRefresh = false
  /// The last instant seen.
  var clock = 0.0
  private var lastCall = CallID(rawValue: 0)

  /// Makes a device with an empty screen, in the background.
  public init(surface: Surface = .home, rules: DeviceRules = DeviceRules()) {
    self.surface = surface
    self.rules = rules
  }
}

/// A page call that is waited for.
struct PageCall: Sendable {
  let id: CallID
  let isFirst: Bool
  let refresh: UInt32
  var askedAt: Double
}

extension FeedDevice {
  /// Makes the device as new, in the background with an empty screen, for somebody else to take;
  /// its arrays keep their room. The device must get no answers any more to calls made before.
  public mutating func wipe() {
    screen.clear()
    pressed = PressedButtons()
    if !aside.isEmpty { aside = [:] }
    syncCalls.removeAll(keepingCapacity: true)
    (next, pageCall, loadedAt, detail, nextTimer) = (nil, nil, nil, nil, nil)
    (detailCall, loadFailure, buttonFailure, clock) = (nil, nil, nil, 0)
    (isInForeground, missesRefresh) = (false, false)
    (duplicatesReceived, screenRefresh, nextRefresh) = (0, 0, 0)
  }

  /// The posts on the screen, in order.
  public var posts: [PostID] { screen.posts }

  /// How many posts are on the screen.
  public var count: Int { screen.posts.count }

  /// What the cell at a position of the screen shows, calls in flight taken for granted; `nil` if
  /// the screen has no such position.
  public func cell(at position: Int) -> InteractionState? {
    screen.posts.indices.contains(position) ? shown(at: position) : nil
  }

  /// What the cell of a post shows, or `nil` if it is not on the screen. O(posts on the screen).
  public func cell(of post: PostID) -> InteractionState? {
    screen.position(of: post).map { shown(at: $0) }
  }

  private func shown(at position: Int) -> InteractionState {
    let (post, known) = (screen.posts[position], screen[position])
    let like = pressed.shown(.like(post), known: known.like)
    let save = pressed.shown(.save(post), known: known.save)
    return InteractionState(
      post: post, isLiked: like.isOn, isSaved: save.isOn, likeCount: Int(like.count),
      saveCount: Int(save.count))
  }

  /// The position of the cell that came into view last; `nil` at the top of a fresh screen.
  public var lastInView: Int? { screen.lastInView }

  /// Whether a button has a call in flight, on the screen or not.
  public func isInFlight(_ button: DeviceButton) -> Bool {
    pressed.position(of: button).map { pressed[$0].call != nil } ?? false
  }

  /// Whether the screen is about to be replaced by a page that was requested.
  public var isRefreshing: Bool { pageCall?.isFirst == true }

  /// Whether a page was requested that is to come behind the last post.
  public var isLoadingMore: Bool { pageCall?.isFirst == false }

  /// Whether states were requested.
  public var isSyncing: Bool { !syncCalls.isEmpty }

  /// Whether the feed goes on behind the last post loaded, as far as is known.
  public var hasMore: Bool { next != nil }
}

extension FeedDevice {
  /// Number of the next call.
  var nextCall: CallID { CallID(rawValue: lastCall.rawValue + 1) }

  /// Makes a call.
  mutating func call(_ request: DeviceCall.Request, _ calls: inout [DeviceCall]) -> CallID {
    lastCall = nextCall
    calls.append(DeviceCall(id: lastCall, request: request))
    return lastCall
  }

  /// Empties the screen for another feed.
  mutating func turn(to surface: Surface) {
    guard surface != self.surface else { return }
    self.surface = surface
    screen.clear()
    next = nil
    pageCall = nil
    loadedAt = nil
    loadFailure = nil
    missesRefresh = false
    nextTimer = nil
    detail = nil
    detailCall = nil
  }

  /// Forgets of the pressed buttons what no answer can contradict any more.
  mutating func forgetPressed() {
    guard !pressed.isEmpty else { return }
    let oldest = syncCalls.min().map { sync in pageCall.map { min($0.id, sync) } ?? sync }
    pressed.forget(oldestAwaited: oldest ?? pageCall?.id)
  }
}
