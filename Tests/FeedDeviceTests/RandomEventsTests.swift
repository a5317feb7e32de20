import FeedDevice
import SocialFeed
import TestSupport
import Testing

/// Events and answers without any order: what a device promises holds after each.
@Suite struct RandomEventsTests {
  /// A device, the calls that it made, and what the member wants by the taps that counted.
  private struct Rig {
    var device: FeedDevice
    var calls: [DeviceCall] = []
    /// The last calls made, whether answered or not.
    var known: [DeviceCall] = []
    var lastCall = CallID(rawValue: 0)
    var inFlight: [DeviceButton: CallID] = [:]
    var wanted: [DeviceButton: Bool] = [:]
    var now = 0.0
    /// What was seen of the states and of the buttons tapped, so that the test is known to reach it.
    var states: Set<String> = []
    var tapped: Set<DeviceButton.Kind> = []
    var generator: SeededGenerator

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    mutating func any<T>(_ values: [T]) -> T { values[below(values.count)] }
    mutating func post() -> PostID { below(30) == 0 ? PostID(rawValue: .max) : PostID(below(24)) }
    mutating func count() -> Int { any([0, 1, 2, 9, -1, .max, .min]) }

    mutating func instant() -> Double {
      switch below(12) {
      case 0: return any([.nan, .infinity, -.infinity, 1e300, -1e300, -0.0])
      case 1: now -= 4000
      case 2: now += 4000
      default: now += 0.25
      }
      return now
    }

    mutating func state(_ post: PostID) -> InteractionState {
      InteractionState(
        post: post, isLiked: below(2) == 0, isSaved: below(2) == 0, likeCount: count(),
        saveCount: count())
    }

    mutating func button() -> DeviceButton {
      DeviceButton(any(DeviceButton.Kind.allCases), subject: post().rawValue)
    }

    mutating func buttonState() -> DeviceButton.State {
      DeviceButton.State(isOn: below(2) == 0, count: below(3) == 0 ? nil : count())
    }

    /// A call made of late, whether answered already or not, or one never made.
    mutating func call() -> CallID {
      if below(20) == 0 { return CallID(rawValue: any([0, 3, .max, lastCall.rawValue + 1])) }
      return known.isEmpty ? CallID(rawValue: 1) : any(known).id
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `fifty thousand events and answers in no order break no promise`(seed: UInt64) throws {
    var rig = Rig(
      device: FeedDevice(
        rules: try DeviceRules(
          pageSize: 4, homeRefreshes: [.afterLike, .onReturn, .afterDetail], syncBatch: 3)),
      generator: SeededGenerator(seed: seed))
    for step in 0..<50_000 {
      let isEvent = rig.below(2) == 0
      if isEvent { event(&rig) } else { answer(&rig) }
      note(&rig)
      rig.states.insert(name(of: rig.device.loadingState))
      if let broken = broken(rig) {
        Issue.record("seed \(seed), step \(step): \(broken)")
        return
      }
    }
    expectEqual(rig.states, ["idle", "loading", "loaded", "empty", "error"])
    expectEqual(rig.tapped.count, DeviceButton.Kind.allCases.count)
  }

  private func name(of state: LoadingState) -> String {
    switch state {
    case .idle: "idle"
    case .loading: "loading"
    case .loaded: "loaded"
    case .empty: "empty"
    case .error: "error"
    }
  }

  /// The member or the system does something.
  private func event(_ rig: inout Rig) {
    let now = rig.instant()
    switch rig.below(26) {
    case 0: rig.device.open(rig.any(Surface.allCases), now: now, calls: &rig.calls)
    case 1: rig.device.comeToForeground(now: now, calls: &rig.calls)
    case 2: rig.device.goToBackground()
    case 3: rig.device.feedAppears(rig.device.surface, now: now, calls: &rig.calls)
    case 4 where rig.below(4) == 0:
      rig.device.feedAppears(rig.any(Surface.allCases), now: now, calls: &rig.calls)
    case 5: rig.device.pullToRefresh(now: now, calls: &rig.calls)
    case 6: rig.device.openDetail(of: rig.post(), calls: &rig.calls)
    case 7: rig.device.returnFromDetail(now: now, calls: &rig.calls)
    case 8: rig.device.sync(calls: &rig.calls)
    case 9: rig.device.retry(now: now, calls: &rig.calls)
    case 10: rig.device.dismissButtonFailure()
    case 11...13:
      rig.device.comesIntoView(
        rig.any([.min, -1, 0, 1, 3, rig.device.count - 1, rig.device.count, .max]),
        calls: &rig.calls)
    case 14, 15: rig.device.timePassed(now: now, calls: &rig.calls)
    case 16 where rig.below(100) == 0:
      rig.device.wipe()
      rig.inFlight = [:]
    default:
      let isInForeground = rig.device.isInForeground
      let button = rig.button()
      guard let isOn = rig.device.tap(button, calls: &rig.calls) else { return }
      rig.wanted[button] = isOn
      rig.tapped.insert(button.kind)
      #expect(isInForeground && rig.device.state(of: button)?.isOn == isOn)
    }
  }

  /// Some call is answered somehow.
  private func answer(_ rig: inout Rig) {
    let call = rig.call()
    let button = rig.inFlight.first { $0.value == call }?.key
    let kind = rig.below(10)
    if let button, kind < 7 { rig.inFlight[button] = nil }
    switch kind {
    case 0, 1: rig.device.callDone(call, now: rig.instant(), calls: &rig.calls)
    case 2:
      let post = button?.post ?? rig.post()
      rig.device.callDone(
        call, answer: .post(rig.state(rig.below(9) == 0 ? rig.post() : post)),
        now: rig.instant(), calls: &rig.calls)
    case 3:
      rig.device.callDone(
        call, answer: .button(rig.buttonState()), now: rig.instant(), calls: &rig.calls)
    case 4: rig.device.callFailed(call, because: "lost", calls: &rig.calls)
    case 5, 6:
      let (post, member) = (PostID(1), MemberID(1))
      let errors: [ServiceError] = [
        .interaction(.alreadyLiked(post)), .interaction(.notLiked(post)),
        .interaction(.alreadySaved(post)), .interaction(.notSaved(post)),
        .interaction(.notVisible(post)), .contest(.alreadyVoted(post)),
        .contest(.noContest(at: .nan)), .tie(.alreadyFollowing(member, member)),
        .tie(.notFollowing(member, member)), .sync(.tooManyPosts(51)), .page(.invalidCursor),
      ]
      rig.device.callRefused(call, by: rig.any(errors), calls: &rig.calls)
    case 7, 8:
      if rig.below(4) == 0 {
        rig.device.stateArrived(
          rig.buttonState(), of: rig.button(), from: rig.below(2) == 0 ? nil : call)
      }
      let posts = (0..<rig.below(6)).map { _ in rig.state(rig.post()) }
      rig.device.pageArrived(
        posts, next: rig.below(3) == 0 ? nil : someCursor, startedAgain: rig.below(5) == 0,
        of: call, calls: &rig.calls)
    default:
      let states = (0..<rig.below(4)).map { _ in rig.state(rig.post()) }
      let missing = (0..<rig.below(3)).map { _ in rig.post() }
      rig.device.statesArrived(
        InteractionStates(states: states, missing: missing), of: call, calls: &rig.calls)
    }
  }

  /// Takes the calls just made, of which none may be a button's second.
  private func note(_ rig: inout Rig) {
    for call in rig.calls {
      #expect(call.id > rig.lastCall)
      rig.lastCall = call.id
      if let button = call.request.switched {
        expectEqual(rig.inFlight[button], nil, "two calls of \(button)")
        rig.inFlight[button] = call.id
      }
      if case .sync(let posts) = call.request { #expect((1...3).contains(posts.count)) }
      rig.known.append(call)
    }
    if rig.known.count > 30 { rig.known.removeFirst(rig.known.count - 30) }
    rig.calls.removeAll(keepingCapacity: true)
  }

  /// What does not hold of the device, if anything.
  private func broken(_ rig: Rig) -> String? {
    let device = rig.device
    var seen: UInt64 = 0
    for post in device.posts {
      let bit: UInt64 = 1 << UInt64(min(post.rawValue, 63))
      if seen & bit != 0 { return "post \(post) is shown twice" }
      seen |= bit
    }
    if let last = device.lastInView, !(0..<device.count).contains(last) {
      return "in view: \(last)"
    }
    for position in 0..<device.count {
      guard let cell = device.cell(at: position) else { return "no cell at \(position)" }
      let counts = 0...Int(UInt32.max)
      if !counts.contains(cell.likeCount) || !counts.contains(cell.saveCount) { return "\(cell)" }
    }
    for (button, _) in rig.inFlight {
      if !device.isInFlight(button) { return "\(button) is not in flight" }
      if let state = device.state(of: button), state.isOn != rig.wanted[button] {
        return "\(button) shows \(state)"
      }
    }
    if let due = device.nextTimer, due.isNaN || !device.isInForeground { return "timer \(due)" }
    switch device.loadingState {
    case .idle: return device.count == 0 ? nil : "idle with posts"
    case .loading: return device.isRefreshing || device.count == 0 ? nil : "loading"
    case .loaded: return device.count > 0 ? nil : "loaded without posts"
    case .empty: return device.count == 0 && !device.isLoadingMore ? nil : "empty with posts"
    case .error: return !device.isRefreshing && !device.isLoadingMore ? nil : "failed and loads"
    }
  }
}
