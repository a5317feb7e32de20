internal import SocialFeed

/// What is known of a button that no cell has.
struct KnownButton: Sendable {
  var state: ButtonState
  /// Whether there is a count beside the button.
  var isCounted: Bool
  /// The call by whose answer this is known, or the first after the service accepted a change.
  /// Answers to earlier calls know less.
  var asOf: CallID

  init(_ state: DeviceButton.State, asOf call: CallID) {
    self.state = ButtonState(isOn: state.isOn, count: UInt32(clamping: state.count ?? 0))
    isCounted = state.count != nil
    asOf = call
  }
}

/// Where the known state of a button is kept.
enum ButtonPlace {
  case like(at: Int)
  case save(at: Int)
  case aside(DeviceButton)
}

extension FeedDevice {
  /// Where the state of a button is kept, or `nil` if its state is not known.
  func place(of button: DeviceButton) -> ButtonPlace? {
    let post = PostID(rawValue: button.subject)
    return switch button.kind {
    case .like: screen.position(of: post).map { .like(at: $0) }
    case .save: screen.position(of: post).map { .save(at: $0) }
    case .vote, .follow: aside[button] == nil ? nil : .aside(button)
    }
  }

  /// The known state of a button, without the call in flight.
  func known(_ place: ButtonPlace) -> ButtonState {
    switch place {
    case .like(let position): screen[position].like
    case .save(let position): screen[position].save
    case .aside(let button): aside[button]?.state ?? ButtonState(isOn: false, count: 0)
    }
  }

  /// Notes that the service has a button on or off by now.
  mutating func turn(_ place: ButtonPlace, _ isOn: Bool) {
    switch place {
    case .like(let position): screen[position].like = screen[position].like.turned(isOn)
    case .save(let position): screen[position].save = screen[position].save.turned(isOn)
    case .aside(let button):
      guard var known = aside[button] else { return }
      known.state = known.state.turned(isOn)
      known.asOf = nextCall
      aside[button] = known
    }
  }
}
