/// The changes of a community: all are counted, and recorded while that is on.
struct ChangeLog: Sendable {
  var isOn = false
  var count: UInt64 = 0
  var events: [ChangeEvent] = []
}

extension Community {
  /// How many calls have changed the community. The next one has this number.
  public var changeCount: UInt64 { changes.count }

  /// Whether changes are recorded for ``takeChanges()``; off at first. While it is off, a call costs
  /// one comparison more, and builds no event.
  public var recordsChanges: Bool {
    get { changes.isOn }
    set { changes.isOn = newValue }
  }

  /// The changes recorded since the last time, in order, which are forgotten here.
  ///
  /// A second community that ``apply(_:)`` makes them in has the same ``digest``, if it had it
  /// before; a new one is made by a snapshot, which has the rules and the number
  /// of the next change too.
  public mutating func takeChanges() -> [ChangeEvent] {
    let events = changes.events
    changes.events = []
    return events
  }

  /// Ends every call that is accepted: counts it, records it if that is on, and checks what has to
  /// hold.
  ///
  /// It happened at the last instant.
  @inline(__always)
  mutating func accepted(_ change: @autoclosure () -> Change) {
    if changes.isOn { record(change()) }
    changes.count &+= 1
    checkInvariants()
  }

  @inline(never)
  private mutating func record(_ change: Change) {
    let event = ChangeEvent(sequence: changes.count, time: lastInstant, change: change)
    changes.events.append(event)
  }
}
