/// Like and save buttons that were looked at, and how long some were stale.
struct ButtonTally: Sendable {
  private(set) var looks = 0
  private(set) var staleLooks = 0
  private(set) var episodes = 0
  private var seconds = CompensatedSum()

  /// Seconds for which buttons were stale, all episodes together.
  var staleSeconds: Double { seconds.value }

  mutating func add(_ buttons: ButtonsObservation) {
    looks += buttons.buttons
    staleLooks += buttons.stale
  }

  /// Counts the part of an episode that lies in the window, if there is one.
  mutating func add(_ episode: StaleButtonObservation, from start: Double, until end: Double) {
    let length = min(episode.until, end) - max(episode.from, start)
    guard length > 0 else { return }
    episodes += 1
    seconds.add(length)
  }
}
