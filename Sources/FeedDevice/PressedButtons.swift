internal import SocialFeed

/// A button of which the screen knows more than the answers of the service.
struct PressedButton: Sendable {
  let button: DeviceButton
  /// The call in flight, if there is one, and what it switches the button to.
  private(set) var call: CallID?
  private(set) var sent: Bool
  /// What the member wants by now.
  var wanted: Bool
  /// What the service had when it last accepted a call, which answers to calls made before
  /// `acceptedBefore` may not know yet.
  private var accepted = false
  private(set) var acceptedBefore = CallID(rawValue: 0)

  init(_ button: DeviceButton, wanted: Bool) {
    self.button = button
    self.wanted = wanted
    sent = wanted
  }

  mutating func send(by call: CallID) {
    self.call = call
    sent = wanted
  }

  /// The call in flight ended.
  ///
  /// - Parameter next: Number of the next call if the service has what was sent, else `nil`.
  mutating func settle(acceptedBefore next: CallID?) {
    call = nil
    guard let next else { return }
    accepted = sent
    acceptedBefore = next
  }

  /// The state of the button by the service's answer to a call, as of now.
  func corrected(_ answer: ButtonState, to call: CallID) -> ButtonState {
    call < acceptedBefore ? answer.turned(accepted) : answer
  }
}

/// The few buttons pressed of late, in no promised order.
struct PressedButtons: Sendable {
  private var buttons: [PressedButton] = []

  var isEmpty: Bool { buttons.isEmpty }

  func position(of button: DeviceButton) -> Int? {
    buttons.firstIndex { $0.button == button }
  }

  func position(of call: CallID) -> Int? { buttons.firstIndex { $0.call == call } }

  subscript(position: Int) -> PressedButton {
    _read { yield buttons[position] }
    _modify { yield &buttons[position] }
  }

  /// The button's position after it was pressed, whether for the first time or again.
  mutating func press(_ button: DeviceButton, wanted: Bool) -> Int {
    if let position = position(of: button) {
      buttons[position].wanted = wanted
      return position
    }
    buttons.append(PressedButton(button, wanted: wanted))
    return buttons.count - 1
  }

  /// The shown state of a button with this known state.
  func shown(_ button: DeviceButton, known: ButtonState) -> ButtonState {
    guard let position = position(of: button), buttons[position].call != nil else { return known }
    return known.turned(buttons[position].wanted)
  }

  /// An answer's cell with the actions that the service accepted since the call was made.
  func corrected(_ cell: Cell, of post: PostID) -> Cell {
    guard !buttons.isEmpty else { return cell }
    var cell = cell
    for pressed in buttons where pressed.button.subject == post.rawValue {
      switch pressed.button.kind {
      case .like: cell.like = pressed.corrected(cell.like, to: cell.asOf)
      case .save: cell.save = pressed.corrected(cell.save, to: cell.asOf)
      case .vote, .follow: break
      }
    }
    return cell
  }

  /// Forgets what every answer yet to come will know. A call in flight may be answered with the
  /// state of its post.
  ///
  /// - Parameter oldest: The oldest page or sync that is still waited for.
  mutating func forget(oldestAwaited oldest: CallID?) {
    var oldest = oldest ?? CallID(rawValue: .max)
    for button in buttons { if let call = button.call { oldest = min(oldest, call) } }
    buttons.removeAll { $0.call == nil && $0.acceptedBefore <= oldest }
  }
}
