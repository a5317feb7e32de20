public import SocialFeed

extension FeedDevice {
  /// Requests the states of all posts on the screen, in batches; has no effect while that is under way.
  public mutating func sync(calls: inout [DeviceCall]) {
    guard syncCalls.isEmpty else { return }
    for start in stride(from: 0, to: count, by: rules.syncBatch) {
      let end = min(start + rules.syncBatch, count)
      syncCalls.append(call(.sync(Array(posts[start..<end])), &calls))
    }
  }

  /// States arrived: differences are changed, and posts that are missing leave the screen.
  ///
  /// They are dropped when they are not, or no longer, waited for.
  ///
  /// - Returns: How many cells the service had otherwise or has no more.
  @discardableResult
  public mutating func statesArrived(
    _ answer: InteractionStates, of call: CallID, calls: inout [DeviceCall]
  ) -> Int {
    guard let waiting = syncCalls.firstIndex(of: call) else { return 0 }
    syncCalls.remove(at: waiting)
    let changes = correct(by: answer.states, call) + remove(answer.missing, call)
    forgetPressed()
    // The last post may have come into view by what left before it.
    askForMore(&calls)
    return changes
  }

  private mutating func correct(by states: [InteractionState], _ call: CallID) -> Int {
    var (changes, position) = (0, 0)
    for state in states {
      // Posts are requested in the order of the screen, so that the next is mostly the one.
      guard let found = screen.position(of: state.post, from: position) else { continue }
      position = found + 1
      guard screen[found].asOf < call else { continue }
      let cell = pressed.corrected(Cell(state, asOf: call), of: state.post)
      if !cell.looks(like: screen[found]) { changes += 1 }
      screen[found] = cell
    }
    return changes
  }

  private mutating func remove(_ missing: [PostID], _ call: CallID) -> Int {
    var changes = 0
    for post in missing {
      guard let position = screen.position(of: post), screen[position].asOf < call else { continue }
      screen.remove(at: position)
      if !aside.isEmpty { aside[.vote(post)] = nil }
      changes += 1
    }
    return changes
  }

  /// States that are waited for do not come.
  mutating func syncFailed(_ waiting: Int) {
    syncCalls.remove(at: waiting)
    forgetPressed()
  }
}
