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

  private func count(from start: UInt64) {
    elapsed += Int(now() - start)
    count += 1
  }

  func begin(_ run: RunObservation) { sink.begin(run) }

  func observe(_ member: MemberObservation) {
    let start = now()
    sink.observe(member)
    count(from: start)
  }

  func observe(_ post: PostObservation) {
    let start = now()
    sink.observe(post)
    count(from: start)
  }

  func observe(_ page: borrowing PageObservation) {
    let start = now()
    sink.observe(page)
    count(from: start)
  }

  func observe(_ interaction: InteractionObservation) {
    let start = now()
    sink.observe(interaction)
    count(from: start)
  }

  func observe(_ contest: ContestObservation) {
    let start = now()
    sink.observe(contest)
    count(from: start)
  }

  func observe(_ entry: EntryObservation) {
    let start = now()
    sink.observe(entry)
    count(from: start)
  }

  func observe(_ tie: TieObservation) {
    let start = now()
    sink.observe(tie)
    count(from: start)
  }

  func observe(_ buttons: ButtonsObservation) {
    let start = now()
    sink.observe(buttons)
    count(from: start)
  }

  func observe(_ button: StaleButtonObservation) {
    let start = now()
    sink.observe(button)
    count(from: start)
  }

  func observe(_ departure: DepartureObservation) {
    let start = now()
    sink.observe(departure)
    count(from: start)
  }

  func observe(_ assignment: AssignmentObservation) {
    let start = now()
    sink.observe(assignment)
    count(from: start)
  }
}
