internal import FeedMetrics
internal import SocialFeed

/// Forwards observations as if some members did not exist.
///
/// - Precondition: These members do not act and have no ties.
final class RenumberingSink: ObservationSink {
  private let absent: Range<Int>
  private let sink: any ObservationSink

  /// - Parameter absent: The excluded members; the numbers of later members decrease by their count.
  init(without absent: Range<Int>, to sink: any ObservationSink) {
    self.absent = absent
    self.sink = sink
  }

  private func renumbered(_ member: MemberID) -> MemberID {
    precondition(!absent.contains(member.index), "member \(member) does something")
    return member.index < absent.lowerBound ? member : MemberID(member.index - absent.count)
  }

  private func renumbered<Observation>(
    _ observation: Observation, _ member: WritableKeyPath<Observation, MemberID>
  ) -> Observation {
    var copy = observation
    copy[keyPath: member] = renumbered(observation[keyPath: member])
    return copy
  }

  func begin(_ run: RunObservation) { sink.begin(run) }

  func observe(_ member: MemberObservation) {
    guard !absent.contains(member.member.index) else { return }
    sink.observe(renumbered(member, \.member))
  }

  func observe(_ post: PostObservation) { sink.observe(renumbered(post, \.author)) }

  func observe(_ page: borrowing PageObservation) {
    var copy = copy page
    copy.viewer = renumbered(page.viewer)
    sink.observe(copy)
  }

  func observe(_ interaction: InteractionObservation) {
    sink.observe(renumbered(interaction, \.member))
  }

  func observe(_ contest: ContestObservation) { sink.observe(contest) }

  func observe(_ entry: EntryObservation) { sink.observe(entry) }

  func observe(_ tie: TieObservation) {
    var copy = tie
    (copy.from, copy.to) = (renumbered(tie.from), renumbered(tie.to))
    sink.observe(copy)
  }

  func observe(_ departure: DepartureObservation) { sink.observe(renumbered(departure, \.member)) }

  func observe(_ buttons: ButtonsObservation) { sink.observe(renumbered(buttons, \.member)) }

  func observe(_ button: StaleButtonObservation) { sink.observe(renumbered(button, \.member)) }
}
