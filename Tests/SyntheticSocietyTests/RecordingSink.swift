import FeedMetrics

/// Keeps all observations.
final class RecordingSink: ObservationSink {
  private(set) var run: RunObservation?
  private(set) var members: [MemberObservation] = []
  private(set) var posts: [PostObservation] = []
  private(set) var pages: [PageObservation] = []
  /// Those that brought nothing.
  private(set) var emptyPages: [PageObservation] = []
  private(set) var interactions: [InteractionObservation] = []
  private(set) var contests: [ContestObservation] = []
  private(set) var entries: [EntryObservation] = []
  private(set) var ties: [TieObservation] = []
  private(set) var departures: [DepartureObservation] = []
  private(set) var assignments: [AssignmentObservation] = []

  func begin(_ run: RunObservation) { self.run = run }
  func observe(_ member: MemberObservation) { members.append(member) }
  func observe(_ post: PostObservation) { posts.append(post) }
  func observe(_ page: borrowing PageObservation) {
    if page.posts.isEmpty && page.duplicates == 0 {
      emptyPages.append(copy page)
    } else {
      pages.append(copy page)
    }
  }
  func observe(_ interaction: InteractionObservation) { interactions.append(interaction) }
  func observe(_ contest: ContestObservation) { contests.append(contest) }
  func observe(_ entry: EntryObservation) { entries.append(entry) }
  func observe(_ tie: TieObservation) { ties.append(tie) }
  func observe(_ departure: DepartureObservation) { departures.append(departure) }
  func observe(_ assignment: AssignmentObservation) { assignments.append(assignment) }
}
