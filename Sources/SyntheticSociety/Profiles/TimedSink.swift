internal import FeedMetrics

/// Passes observations on to a sink, and measures the time that it takes.
final class TimedSink: ObservationSink {
  private let sink: any ObservationSink
  private let now: @Sendable () -> UInt64
  /// Nanoseconds, one reading of the clock in each observation; observations.
  private var (elapsed, count): (Int, Int) = (0, 0)

  init(_ sink: any ObservationSink, _ clock: ProfileClock) {
    self.sink = sink
    now = clock.now
  }

  /// The measurements since the last call.
  func take() -> (elapsed: Int, count: Int) {
    defer { (elapsed, count) = (0, 0) }
    return (elapsed, count)
  }

  private func timed(_ observe: () -> Void) {
    let start = now()
    observe()
    elapsed += Int(now() - start)
    count += 1
  }

  func begin(_ run: RunObservation) { sink.begin(run) }
  func observe(_ member: MemberObservation) { timed { sink.observe(member) } }
  func observe(_ post: PostObservation) { timed { sink.observe(post) } }
  func observe(_ deletion: DeletionObservation) { timed { sink.observe(deletion) } }
  func observe(_ account: AccountObservation) { timed { sink.observe(account) } }
  func observe(_ pet: PetObservation) { timed { sink.observe(pet) } }
  func observe(_ request: RequestObservation) { timed { sink.observe(request) } }
  func observe(_ page: borrowing PageObservation) { timed { sink.observe(page) } }
  func observe(_ interaction: InteractionObservation) { timed { sink.observe(interaction) } }
  func observe(_ contest: ContestObservation) { timed { sink.observe(contest) } }
  func observe(_ entry: EntryObservation) { timed { sink.observe(entry) } }
  func observe(_ tie: TieObservation) { timed { sink.observe(tie) } }
  func observe(_ buttons: ButtonsObservation) { timed { sink.observe(buttons) } }
  func observe(_ button: StaleButtonObservation) { timed { sink.observe(button) } }
  func observe(_ departure: DepartureObservation) { timed { sink.observe(departure) } }
  func observe(_ assignment: AssignmentObservation) { timed { sink.observe(assignment) } }
}
