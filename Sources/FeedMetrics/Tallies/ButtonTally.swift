/// Like and save buttons that were looked at, and how long some were wrong.
struct ButtonTally: Sendable {
  private(set) var looks = 0
  private(set) var wrongLooks = 0
  private(set) var spells = 0
  private var seconds = CompensatedSum()

  /// Seconds for which buttons were wrong, all spells together.
  var wrongSeconds: Double { seconds.value }

  mutating func add(_ buttons: ButtonsObservation) {
    looks += buttons.buttons
    wrongLooks += buttons.wrong
  }

  /// Counts the part of a spell that lies in the window, if there is one.
  mutating func add(_ wrong: WrongButtonObservation, from start: Double, until end: Double) {
    let length = min(wrong.until, end) - max(wrong.from, start)
    guard length > 0 else { return }
    spells += 1
    seconds.add(length)
  }
}
