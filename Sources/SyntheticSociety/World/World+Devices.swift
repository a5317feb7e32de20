internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

extension World {
  /// How many cells of a resumed screen are examined again.
  private static var cellsInView: Int { 5 }

  // Purposes of draws, beside pages.
  private static var toggle: UInt32 { 0x8000_0000 }
  private static var syncing: UInt32 { 0x4000_0000 }

  /// Whether screens are kept from one session to the next. Otherwise the app is closed when the
  /// device is put down.
  private var keepsScreens: Bool { parameters.devices.resume > 0 }

  /// The device of a session, and how it is found.
  func connection(session: UInt32, of member: MemberKey) -> Devices.Decision {
    let uniforms = streams.devices.uniforms(member.rawValue, session, 1)
    return behaviours.devices.decide(
      .session(
        owning: streams.devices.uniform(member.rawValue, .max, 0), choice: uniforms[0],
        resuming: uniforms[1]))
  }

  /// The fate of the request for a page of a refresh, the pages numbered from 0.
  func connection(page: UInt32, of refresh: UInt32, by member: MemberKey) -> Devices.Decision {
    fate(streams.devices.uniforms(member.rawValue, refresh, 2 + page))
  }

  private func fate(_ uniforms: SIMD4<Double>) -> Devices.Decision {
    behaviours.devices.decide(.call(failing: uniforms[0], latency: uniforms[1]))
  }

  /// The device for a session, whose screen is unchanged or empty.
  mutating func pickUpDevice(of member: MemberID, number: Int) -> UInt32 {
    let known = people[member.index].devices[number]
    let slot = known != HeldDevices.none ? known : held.take(for: member, number: number)
    held.pickUp(slot)
    if keepsScreens { people[member.index].devices[number] = slot }
    return slot
  }

  /// A visit is over: the screen of its device is kept, or the device wiped.
  mutating func putDown(_ slot: UInt32) {
    guard held.putDown(slot) else { return }
    if keepsScreens { return }
    endStaleButtons(of: slot, isOff: true)
    held.giveBack(slot)
  }

  /// Makes the calls of a session's device, each at once, but for pages, which the walk loads. The device
  /// times the refresh after a like from the moment at which the answer arrives.
  ///
  /// - Returns: The page that the device requests, if any.
  mutating func makeCalls(of visit: UInt32) -> PendingPage? {
    var page: PendingPage?
    var batch: UInt32 = 0
    var next = 0
    while next < calls.count {
      let call = calls[next]
      next += 1
      switch call.request {
      case .page(let request): page = PendingPage(call: call.id, request: request)
      case .sync(let posts):
        sync(posts, call.id, batch: batch, of: visit)
        batch += 1
      case .like, .unlike, .save, .unsave: tap(call, of: visit)
      case .view(let post): fetchDetail(of: post, call.id, of: visit)
      case .vote, .follow, .unfollow: break
      }
    }
    calls.removeAll(keepingCapacity: true)
    return page
  }

  // MARK: Sync

  private mutating func sync(_ posts: [PostID], _ call: CallID, batch: UInt32, of visit: UInt32) {
    let (device, member) = (visits[visit].device, visits[visit].member)
    let key = people[member.index].key.rawValue
    let fate = self.fate(streams.devices.uniforms(key, visits[visit].session, Self.syncing | batch))
    guard fate.failure == nil else {
      held[device].callFailed(call, calls: &calls)
      return
    }
    do {
      let states = try community.interactionStates(of: posts, for: member)
      held[device].statesArrived(states, of: call, calls: &calls)
    } catch {
      preconditionFailure("a sync of member \(member) was refused: \(error)")
    }
    endStaleButtons(of: device)
  }

  // MARK: Buttons

  /// Taps a button of the session's screen, if it does not show what is wanted already.
  mutating func tap(
    _ button: DeviceButton.Kind, _ isOn: Bool, _ post: PostID, of visit: UInt32
  ) {
    let device = visits[visit].device
    guard let cell = held[device].cell(of: post), cell.isOn(button) != isOn else { return }
    held[device].tap(DeviceButton(button, subject: post.rawValue), calls: &calls)
    _ = makeCalls(of: visit)
  }

  /// The fate of a call that does something of a kind with a post. A repeat has the same fate.
  private func fate(
    of kind: InteractionKind, _ post: PostID, by member: MemberID
  ) -> Devices.Decision {
    let item = latent.columns.posts[post.index]
    let occurrence = Self.toggle | UInt32(kind.rawValue) << 25 | item.opportunity
    let key = people[member.index].key.rawValue
    return fate(streams.devices.uniforms(key, item.authorKey, occurrence))
  }

  /// The detail that is opened arrives after a while, or not. The view of it has been counted.
  private mutating func fetchDetail(of post: PostID, _ call: CallID, of visit: UInt32) {
    guard held.rules.homeRefreshes.contains(.afterDetail) else { return }
    let (device, member) = (visits[visit].device, visits[visit].member)
    let fate = fate(of: .view, post, by: member)
    if fate.failure == nil {
      held[device].callDone(call, now: now + fate.latency, calls: &calls)
    } else {
      held[device].callFailed(call, calls: &calls)
    }
  }

  private mutating func tap(_ call: DeviceCall, of visit: UInt32) {
    let (device, member) = (visits[visit].device, visits[visit].member)
    guard let tap = Tap(call.request) else { return }
    let fate = fate(of: tap.kind, tap.post, by: member)
    guard fate.failure != .request else {
      held[device].callFailed(call.id, calls: &calls)
      return
    }
    do {
      switch tap.kind {
      case .unlike: try community.unlike(tap.post, by: member, now: now)
      case .save: try community.save(tap.post, by: member, now: now)
      case .unsave: try community.unsave(tap.post, by: member, now: now)
      default: try community.like(tap.post, by: member, now: now)
      }
      record(tap.kind, tap.post, of: visit)
    } catch {
      held[device].callRefused(call.id, by: .interaction(error), calls: &calls)
      endStaleButtons(of: device)
      return
    }
    if fate.failure == nil {
      held[device].callDone(call.id, now: now + fate.latency, calls: &calls)
    } else {
      held[device].callFailed(call.id, calls: &calls)
    }
    noticeWrongButtons(of: member, at: visit, tap)
  }

  /// A tap on a button, as the service knows it.
  private struct Tap {
    let post: PostID
    let kind: InteractionKind
    let button: DeviceButton.Kind

    init?(_ request: DeviceCall.Request) {
      switch request {
      case .like(let post): (self.post, kind, button) = (post, .like, .like)
      case .unlike(let post): (self.post, kind, button) = (post, .unlike, .like)
      case .save(let post): (self.post, kind, button) = (post, .save, .save)
      case .unsave(let post): (self.post, kind, button) = (post, .unsave, .save)
      case .page, .vote, .follow, .unfollow, .view, .sync: return nil
      }
    }
  }

  // MARK: Stale buttons

  /// After a tap on one of a member's devices, the buttons of the others may become stale, or right again.
  private mutating func noticeWrongButtons(of member: MemberID, at visit: UInt32, _ tap: Tap) {
    let kept = people[member.index].devices
    for slot in [kept[0], kept[1], visits[visit].device] where slot != HeldDevices.none {
      notice(tap, on: slot, member)
    }
  }

  private mutating func notice(_ tap: Tap, on device: UInt32, _ member: MemberID) {
    guard let cell = held[device].cell(of: tap.post) else { return }
    let isKnown = held[staleOn: device].contains { $0.post == tap.post && $0.button == tap.button }
    let isStale = cell.isOn(tap.button) != isOn(tap.button, tap.post, member)
    if isStale && !isKnown {
      held[staleOn: device].append(.init(post: tap.post, button: tap.button, since: now))
    } else if !isStale && isKnown {
      endStaleButtons(of: device)
    }
  }

  private func isOn(_ button: DeviceButton.Kind, _ post: PostID, _ member: MemberID) -> Bool {
    button == .like ? community.isLiked(post, by: member) : community.isSaved(post, by: member)
  }

  /// Observes the episodes of the buttons of a device that were stale and are right again or off the
  /// screen.
  ///
  /// - Parameter isOff: Whether the whole screen goes.
  mutating func endStaleButtons(of device: UInt32, isOff: Bool = false) {
    guard !held[staleOn: device].isEmpty else { return }
    let member = held.member(of: device)
    var left: [HeldDevices.StaleButton] = []
    for button in held[staleOn: device] {
      let cell = held[device].cell(of: button.post)
      let isStale =
        cell.map { $0.isOn(button.button) != isOn(button.button, button.post, member) } ?? false
      if isStale && !isOff {
        left.append(button)
        continue
      }
      for sink in sinks {
        sink.observe(
          StaleButtonObservation(
            member: member, device: held.number(of: device), post: button.post,
            isSaveButton: button.button == .save, from: button.since, until: now))
      }
    }
    held[staleOn: device] = left
  }

  /// Ends the episodes of buttons that are still stale at the horizon.
  mutating func endAllStaleButtons() {
    for slot in held.slots { endStaleButtons(of: slot, isOff: true) }
  }

  /// The member finds an unchanged screen, and looks at the cells in view once more.
  mutating func lookAgain(at visit: UInt32) {
    let device = visits[visit].device
    let end = (held[device].lastInView ?? -1) + 1
    let cells = max(0, end - Self.cellsInView)..<end
    let stale = held[staleOn: device].count { button in
      cells.contains { held[device].posts[$0] == button.post }
    }
    observeButtons(of: visit, posts: cells.count, stale: stale)
  }

  /// Observes the buttons of examined posts, two each.
  func observeButtons(of visit: UInt32, posts: Int, stale: Int) {
    guard posts > 0 else { return }
    for sink in sinks {
      sink.observe(
        ButtonsObservation(
          time: now, member: visits[visit].member, device: held.number(of: visits[visit].device),
          buttons: 2 * posts, stale: stale))
    }
  }
}

/// A page that a device has requested.
struct PendingPage: Sendable {
  let call: CallID
  let request: PageRequest
}

extension InteractionState {
  func isOn(_ button: DeviceButton.Kind) -> Bool { button == .like ? isLiked : isSaved }
}
