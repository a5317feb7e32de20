internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed

/// The devices in use, and those whose screen is kept, in reused slots.
struct HeldDevices: Sendable {
  static let none = UInt32.max

  /// A button whose state differs from the service's, and since when.
  struct StaleButton: Sendable {
    let post: PostID
    let button: DeviceButton.Kind
    let since: Double
  }

  private struct Held: Sendable {
    var device: FeedDevice
    var member = MemberID(0)
    /// Which of the member's devices, 0 or 1.
    var number = 0
    var isHeld = false
    /// Open visits on the device: what was planned in one may be done after the next began.
    var visits = 0
    /// Number of the screen's refresh among the member's.
    var refresh: UInt32 = 0
    /// The group whose arm ordered the screen.
    var group = LiveGroup.baseline
    var stale: [StaleButton] = []
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
    let slot = free.removeLast()
    held[Int(slot)].member = member
    held[Int(slot)].number = number
    held[Int(slot)].isHeld = true
    return slot
  }

  /// Takes a device back, and wipes it.
  mutating func giveBack(_ slot: UInt32) {
    held[Int(slot)].device.wipe()
    held[Int(slot)].isHeld = false
    held[Int(slot)].stale.removeAll(keepingCapacity: true)
    free.append(slot)
  }

  subscript(slot: UInt32) -> FeedDevice {
    _read { yield held[Int(slot)].device }
    _modify { yield &held[Int(slot)].device }
  }

  /// A visit on a device begins.
  mutating func pickUp(_ slot: UInt32) { held[Int(slot)].visits += 1 }

  /// A visit on a device is over.
  ///
  /// - Returns: Whether it was the last.
  mutating func putDown(_ slot: UInt32) -> Bool {
    held[Int(slot)].visits -= 1
    guard held[Int(slot)].visits == 0 else { return false }
    held[Int(slot)].device.goToBackground()
    return true
  }

  func member(of slot: UInt32) -> MemberID { held[Int(slot)].member }

  func number(of slot: UInt32) -> Int { held[Int(slot)].number }

  /// Number of the screen's refresh among the refreshes of the member's devices.
  subscript(refreshOf slot: UInt32) -> UInt32 {
    get { held[Int(slot)].refresh }
    set { held[Int(slot)].refresh = newValue }
  }

  /// The group whose arm ordered the screen's first page.
  subscript(groupOf slot: UInt32) -> LiveGroup {
    get { held[Int(slot)].group }
    set { held[Int(slot)].group = newValue }
  }

  /// The stale buttons of a device.
  subscript(staleOn slot: UInt32) -> [StaleButton] {
    _read { yield held[Int(slot)].stale }
    _modify { yield &held[Int(slot)].stale }
  }

  /// The slots of all devices in use or kept.
  var slots: [UInt32] { held.indices.filter { held[$0].isHeld }.map(UInt32.init) }
}
