public import SocialFeed

extension FeedDevice {
  /// The member taps a button of a post on the screen, which switches it at once.
  ///
  /// - Returns: Whether the button is on now; `nil` if the post is not on the screen, and nothing
  ///   happens.
  @discardableResult
  public mutating func tap(
    _ button: DeviceButton, on post: PostID, calls: inout [DeviceCall]
  ) -> Bool? {
    requireForeground()
    guard let position = screen.position(of: post) else { return nil }
    let isOn = !pressed.shown(button, of: post, known: screen[position][button]).isOn
    let index = pressed.press(button, of: post, wanted: isOn)
    if pressed[index].call == nil { send(index, &calls) }
    return isOn
  }

  /// The service did what a call requested. For a call that is not waited for this has no effect.
  ///
  /// On home, each like that succeeds sets the time of the next refresh anew, so that one refresh
  /// follows the last of several likes and shows the order that they lead to. In the background the
  /// refresh waits for the next refresh trigger. A like that fails or is refused leads to no refresh.
  ///
  /// - Parameter now: When the answer came.
  public mutating func callDone(_ call: CallID, now: Double, calls: inout [DeviceCall]) {
    guard let index = pressed.position(of: call) else { return }
    let isLike = pressed[index].button == .like && pressed[index].sent
    settle(index, isAccepted: true, &calls)
    guard isLike && surface == .home && rules.homeRefreshes.contains(.afterLike) else { return }
    if isInForeground {
      nextTimer = now + rules.refreshDelay
    } else {
      missesRefresh = true
    }
  }

  /// The service refused a call. A refused page or sync is a failed one.
  public mutating func callRefused(
    _ call: CallID, by error: InteractionError, calls: inout [DeviceCall]
  ) {
    guard let index = pressed.position(of: call) else { return callFailed(call, calls: &calls) }
    let isAlready = pressed[index].button.isAlready(pressed[index].sent, accordingTo: error)
    settle(index, isAccepted: isAlready, &calls)
  }

  /// A call failed or took too long, so that nobody knows whether the service got it. Of a call
  /// that is not waited for it means nothing.
  public mutating func callFailed(_ call: CallID, calls: inout [DeviceCall]) {
    if let index = pressed.position(of: call) {
      settle(index, isAccepted: false, &calls)
    } else if pageCall?.id == call {
      pageFailed()
    } else if let waiting = syncCalls.firstIndex(of: call) {
      syncFailed(waiting)
    }
  }

  private mutating func send(_ index: Int, _ calls: inout [DeviceCall]) {
    let pressed = pressed[index]
    let id = call(pressed.button.request(pressed.wanted, pressed.post), &calls)
    self.pressed[index].send(by: id)
  }

  /// Ends the call in flight of a pressed button, and makes another if the member wants by now what
  /// the service does not have.
  private mutating func settle(_ index: Int, isAccepted: Bool, _ calls: inout [DeviceCall]) {
    pressed[index].settle(acceptedBefore: isAccepted ? nextCall : nil)
    let button = pressed[index]
    let position = screen.position(of: button.post)
    if isAccepted, let position {
      screen[position][button.button] = screen[position][button.button].turned(button.sent)
    }
    // Of a post that left the screen no more is known than what the call found or left.
    let isOn =
      position.map { screen[$0][button.button].isOn } ?? (isAccepted ? button.sent : !button.sent)
    if button.wanted != button.sent && button.wanted != isOn { send(index, &calls) }
    forgetPressed()
  }
}
