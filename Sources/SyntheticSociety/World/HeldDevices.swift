internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed

/// The devices in use, and those whose screen is kept, in places that are used again.
struct HeldDevices: Sendable {
  static let none = UInt32.max

  /// A button that shows something else than the service knows, and since when.
  struct WrongButton: Sendable {
    let post: PostID
    let button: DeviceButton
    let since: Double
  }

  private struct Held: Sendable {
    var device: FeedDevice
    var member = MemberID(0)
    /// Of the member's devices, 0 or 1.
    var number = 0
    var isHeld = false
    /// Visits on it that are not over: what was planned in one may be done after the next began.
    var visits = 0
    /// Number of the screen's refresh among the member's.
    var refresh: UInt32 = 0
    /// Whose arm ordered the screen.
    var group = LiveGroup.baseline
    var wrong: [WrongButton] = []
  }

  let rules: DeviceRules
  private var held: [Held] = []
  private var free: [UInt32] = []

  init(rules: DeviceRules) { self.rules = rules }

  /// Gives a member a device with an empty screen.
  mutating func take(for member: MemberID, number: Int) -> UInt32 {
    if free.isEmpty {
      held.append(Held(device: FeedDevice(rules: rules)))
      free.append(UInt32(held.count - 1))
    }
    let place = free.removeLast()
    held[Int(place)].member = member
    held[Int(place)].number = number
    held[Int(place)].isHeld = true
    return place
  }

  /// Takes a device back, and wipes it.
  mutating func giveBack(_ place: UInt32) {
    held[Int(place)].device.wipe()
    held[Int(place)].isHeld = false
    held[Int(place)].wrong.removeAll(keepingCapacity: true)
    free.append(place)
  }

  subscript(place: UInt32) -> FeedDevice {
    _read { yield held[Int(place)].device }
    _modify { yield &held[Int(place)].device }
  }

  /// A visit on a device begins.
  mutating func pickUp(_ place: UInt32) { held[Int(place)].visits += 1 }

  /// A visit on a device is over.
  ///
  /// - Returns: Whether it was the last.
  mutating func putDown(_ place: UInt32) -> Bool {
    held[Int(place)].visits -= 1
    guard held[Int(place)].visits == 0 else { return false }
    held[Int(place)].device.goToBackground()
    return true
  }

  func member(of place: UInt32) -> MemberID { held[Int(place)].member }

  func number(of place: UInt32) -> Int { held[Int(place)].number }

  /// Number of the screen's refresh among those of the member's devices.
  subscript(refreshOf place: UInt32) -> UInt32 {
    get { held[Int(place)].refresh }
    set { held[Int(place)].refresh = newValue }
  }

  /// The group whose arm ordered the screen: that of its first page.
  subscript(groupOf place: UInt32) -> LiveGroup {
    get { held[Int(place)].group }
    set { held[Int(place)].group = newValue }
  }

  /// The buttons of a device that are known to be wrong.
  subscript(wrongOn place: UInt32) -> [WrongButton] {
    _read { yield held[Int(place)].wrong }
    _modify { yield &held[Int(place)].wrong }
  }

  /// The places of all devices in use or kept.
  var places: [UInt32] { held.indices.filter { held[$0].isHeld }.map(UInt32.init) }
}
