internal import SocialFeed

extension FeedDevice {
  /// The member taps a button, which shows it at once.
  ///
  /// A vote that is on stays on, and no call follows.
  ///
  /// - Returns: Whether the button is on now. `nil`, without an effect, in the background, for like and save of a post
  ///   that is not on the screen, and for vote and follow while the device has no state of them.
  @discardableResult
  public mutating func tap(_ button: DeviceButton, calls: inout [DeviceCall]) -> Bool? {
    guard isInForeground, let place = place(of: button) else { return nil }
    let wasOn = pressed.shown(button, known: known(place)).isOn
    guard button.kind != .vote || !wasOn else { return true }
    let index = pressed.press(button, wanted: !wasOn)
    if pressed[index].call == nil { send(index, &calls) }
    return !wasOn
  }

  /// What a button shows, a call in flight taken for granted; `nil` for like and save of a post
  /// that is not on the screen, and for vote and follow of which the device was not given the
  /// state.
  public func state(of button: DeviceButton) -> DeviceButton.State? {
    guard let place = place(of: button) else { return nil }
    let shown = pressed.shown(button, known: known(place))
    var isCounted = true
    if case .aside = place { isCounted = aside[button]?.isCounted == true }
    return DeviceButton.State(isOn: shown.isOn, count: isCounted ? Int(shown.count) : nil)
  }

  /// The caller learned the state of a button from the service, which is the only way for the device to know vote and
  /// follow. Buttons that no cell has are kept until the device is wiped.
  ///
  /// A button whose own call is in flight keeps its look, and so it does for an answer to a call from before the
  /// service accepted the member's last one. For like and save of a post that is not on the screen this has no effect.
  ///
  /// - Parameters:
  ///   - state: Of a private account give no count: a follow of it is a request.
  ///   - call: The call of this device that was answered; `nil` if the caller has just asked by a
  ///     way of its own.
  public mutating func stateArrived(
    _ state: DeviceButton.State, of button: DeviceButton, from call: CallID? = nil
  ) {
    let call = min(call ?? nextCall, nextCall)
    var new = KnownButton(state, asOf: call)
    if let position = pressed.position(of: button) {
      new.state = pressed[position].corrected(new.state, to: call)
    }
    switch place(of: button) {
    case .like(let position) where screen[position].asOf <= call:
      screen[position].like = new.state
    case .save(let position) where screen[position].asOf <= call:
      screen[position].save = new.state
    case .aside where aside[button].map { $0.asOf <= call } == true: aside[button] = new
    case nil where button.kind == .vote || button.kind == .follow: aside[button] = new
    default: break
    }
  }

  /// The service did what a call requested.
  ///
  /// On home, each like that succeeds sets the time of the next refresh anew, so that one refresh
  /// follows the last of several likes and shows the order that they lead to; so does a detail that
  /// was fetched, if the rules have it so. In the background the refresh waits for the next refresh
  /// trigger. A like that fails or is refused leads to no refresh. For a call that is not waited
  /// for this has no effect.
  ///
  /// - Parameters:
  ///   - answer: The current state in the service's answer, if it has one: others' actions show at once.
  ///   - now: When the answer came.
  public mutating func callDone(
    _ call: CallID, answer: CallAnswer? = nil, now: Double, calls: inout [DeviceCall]
  ) {
    guard let index = pressed.position(of: call) else {
      if detailCall == call {
        detailCall = nil
        if rules.homeRefreshes.contains(.afterDetail) { refreshSoon(now) }
      }
      return
    }
    if buttonFailure != nil { buttonFailure = nil }
    let (button, isOn) = (pressed[index].button, pressed[index].sent)
    settle(index, isAccepted: true, answer, &calls)
    guard button.kind == .like && isOn && rules.homeRefreshes.contains(.afterLike) else { return }
    refreshSoon(now)
  }

  /// The service refused a call with a typed error. That a button is so already, such as "post 3 is
  /// already liked", counts as success, but leads to no refresh. A refused page or sync is a failed
  /// one, and a refused next page is not requested again.
  public mutating func callRefused(
    _ call: CallID, by error: ServiceError, calls: inout [DeviceCall]
  ) {
    end(call, .refused(error), &calls)
  }

  /// A call failed or took too long, so that it is not known whether the service got it. For a call that is not waited
  /// for this has no effect.
  ///
  /// - Parameter reason: What ``loadingState`` and ``buttonFailure`` show of it.
  public mutating func callFailed(
    _ call: CallID, because reason: String = "the service did not answer",
    calls: inout [DeviceCall]
  ) {
    end(call, .failed(reason), &calls)
  }

  /// A call had no effect.
  private mutating func end(
    _ call: CallID, _ reason: DeviceFailure.Reason, _ calls: inout [DeviceCall]
  ) {
    if let index = pressed.position(of: call) {
      let (button, isOn) = (pressed[index].button, pressed[index].sent)
      var isAlready = false
      if case .refused(let error) = reason { isAlready = error.shows(button.kind, isOn) }
      buttonFailure =
        isAlready ? nil : DeviceFailure(action: .turn(button, isOn: isOn), reason: reason)
      settle(index, isAccepted: isAlready, nil, &calls)
    } else if pageCall?.id == call {
      pageFailed(reason)
    } else if let waiting = syncCalls.firstIndex(of: call) {
      syncFailed(waiting)
    } else if detailCall == call {
      detailCall = nil
    }
  }

  private mutating func send(_ index: Int, _ calls: inout [DeviceCall]) {
    let pressed = pressed[index]
    let id = call(pressed.button.request(pressed.wanted), &calls)
    self.pressed[index].send(by: id)
  }

  /// Ends the call in flight of a pressed button, and makes another if the member wants by now what
  /// the service does not have.
  private mutating func settle(
    _ index: Int, isAccepted: Bool, _ answer: CallAnswer?, _ calls: inout [DeviceCall]
  ) {
    let call = pressed[index].call
    pressed[index].settle(acceptedBefore: isAccepted ? nextCall : nil)
    let button = pressed[index]
    let place = place(of: button.button)
    if isAccepted, let place {
      if let answer, let call { take(answer, of: button.button, at: place, call) }
      // That the service did it is known, even if its answer was read too early to have it.
      turn(place, button.sent)
    }
    // Of a post that left the screen no more is known than what the call found or left.
    let isOn = place.map { known($0).isOn } ?? (isAccepted ? button.sent : !button.sent)
    if button.wanted != button.sent && button.wanted != isOn { send(index, &calls) }
    forgetPressed()
  }

  /// Takes over what the service answered when it switched a button.
  private mutating func take(
    _ answer: CallAnswer, of button: DeviceButton, at place: ButtonPlace, _ call: CallID
  ) {
    switch (answer, place) {
    case (.post(let state), .like(let position)), (.post(let state), .save(let position)):
      guard state.post == button.post, screen[position].asOf < call else { return }
      screen[position] = pressed.corrected(Cell(state, asOf: call), of: state.post)
    case (.post, .aside): return
    case (.button(let state), .like(let position)):
      screen[position].like = KnownButton(state, asOf: call).state
    case (.button(let state), .save(let position)):
      screen[position].save = KnownButton(state, asOf: call).state
    case (.button(let state), .aside): aside[button] = KnownButton(state, asOf: nextCall)
    }
  }

  /// Refreshes home after the delay of the rules; from the background, at the next trigger.
  private mutating func refreshSoon(_ now: Double) {
    guard surface == .home else { return }
    if isInForeground {
      nextTimer = min(instant(ofAnswer: now) + rules.refreshDelay, .greatestFiniteMagnitude)
    } else {
      missesRefresh = true
    }
  }
}
