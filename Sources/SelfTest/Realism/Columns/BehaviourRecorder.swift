package import Calibration
internal import Synchronization
package import SyntheticSociety

/// What people decide in a world and no observation has: how long they look at items, and after which session
/// newcomers leave.
package struct RecordedDecisions: Sendable {
  fileprivate var viewedTally = ValueTally()
  fileprivate var openedTally = ValueTally()
  /// The sessions of those who joined during the run.
  package fileprivate(set) var newcomers = SessionLives()

  package init() {}

  /// Seconds at items that were not opened.
  package var viewed: CountedValues { viewedTally.column }
  /// Seconds at items that were opened.
  package var opened: CountedValues { openedTally.column }
}

/// Records the decisions of a world: it stands in for behaviours, and decides as they do.
package final class BehaviourRecorder: Sendable {
  private struct State {
    var decisions = RecordedDecisions()
    /// Sessions so far, by the draws that make a newcomer's character, which no two members share.
    var sessions: [SIMD4<Double>: Int] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package var decisions: RecordedDecisions { state.withLock { $0.decisions } }

  /// Records the decisions of a run from now on.
  package func record(_ behaviours: inout Behaviours) {
    behaviours.dwell = RecordedDwell(rule: behaviours.dwell, recorder: self)
    behaviours.churn = RecordedChurn(rule: behaviours.churn, recorder: self)
  }

  fileprivate func add(_ seconds: Double, isOpened: Bool) {
    state.withLock { state in
      if isOpened {
        state.decisions.openedTally.add(seconds)
      } else {
        state.decisions.viewedTally.add(seconds)
      }
    }
  }

  fileprivate func add(newcomer character: SIMD4<Double>, leaves: Bool) {
    state.withLock { state in
      let session = state.sessions[character, default: 0] + 1
      state.sessions[character] = session
      state.decisions.newcomers.add(session: session, leaves: leaves)
    }
  }
}

private struct RecordedDwell: Behaviour {
  let rule: any Behaviour<Dwell.Situation, Double>
  let recorder: BehaviourRecorder

  func decide(_ item: Dwell.Situation) -> Double {
    let seconds = rule.decide(item)
    recorder.add(seconds, isOpened: item.isOpened)
    return seconds
  }
}

private struct RecordedChurn: Behaviour {
  let rule: any Behaviour<Churn.Situation, Bool>
  let recorder: BehaviourRecorder

  func decide(_ session: Churn.Situation) -> Bool {
    let leaves = rule.decide(session)
    // Whoever was there at the start has stayed since joining.
    if session.stayed == 0 { recorder.add(newcomer: session.character, leaves: leaves) }
    return leaves
  }
}
