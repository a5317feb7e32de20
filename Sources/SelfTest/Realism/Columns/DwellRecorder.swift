package import Calibration
internal import Synchronization
package import SyntheticSociety

/// Records how long the people of a world look at items, which no observation has: it stands in for the
/// dwell behaviour, and decides as that does.
package final class DwellRecorder: Sendable {
  private struct Tallies {
    var viewed = ValueTally()
    var opened = ValueTally()
  }

  private let tallies = Mutex(Tallies())

  package init() {}

  /// Seconds at items that were not opened.
  package var viewed: CountedValues { tallies.withLock { $0.viewed.column } }
  /// Seconds at items that were opened.
  package var opened: CountedValues { tallies.withLock { $0.opened.column } }

  /// Records the dwell times of a run from now on.
  package func record(_ behaviours: inout Behaviours) {
    behaviours.dwell = RecordedDwell(rule: behaviours.dwell, recorder: self)
  }

  fileprivate func add(_ seconds: Double, isOpened: Bool) {
    tallies.withLock { tallies in
      if isOpened { tallies.opened.add(seconds) } else { tallies.viewed.add(seconds) }
    }
  }
}

private struct RecordedDwell: Behaviour {
  let rule: any Behaviour<Dwell.Situation, Double>
  let recorder: DwellRecorder

  func decide(_ item: Dwell.Situation) -> Double {
    let seconds = rule.decide(item)
    recorder.add(seconds, isOpened: item.isOpened)
    return seconds
  }
}
