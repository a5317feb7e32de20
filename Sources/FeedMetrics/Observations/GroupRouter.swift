internal import SocialFeed

/// Routes each group's part of a run with a live test to the sinks of the group, as the only events: the knowledge of
/// an A/B tool about the group.
///
/// To a group belong the pages that its arm served, from the first page of a request on, and what was
/// done with them; where members are divided, also their assignment, ties, buttons and departures. Members, posts,
/// deletions, accounts, pets, contests and entries are known to both. Where groups take turns, a tie, a request, or a
/// button that was stale across turns cannot be assigned to one of them: neither group observes it. The sinks of
/// either group observe as many rankers as an arm has, numbered from 0.
public final class GroupRouter: ObservationSink {
  private let washout: Double
  private let sinks: [[any ObservationSink]]
  private var rankers = 0
  /// Of each member, where members are divided.
  private var groupOfMember: [LiveGroup] = []
  /// Of everybody, where groups take turns.
  private var turn: LiveGroup?
  private var washoutEnd = -Double.infinity
  /// An index in `sinks` for each request by number, or `unseen` or `excluded`.
  private var groupOfRequest: [UInt8] = []

  private static let unseen = UInt8.max
  private static let excluded = UInt8.max - 1

  /// - Parameters:
  ///   - washout: Requests that begin so many seconds or less after a turn of the other group has ended
  ///     are excluded.
  ///   - baseline: Observe what belongs to the baseline's group.
  ///   - candidate: The same of the candidate's.
  public init(
    washout: Double = 0, baseline: [any ObservationSink], candidate: [any ObservationSink]
  ) {
    self.washout = washout
    sinks = [baseline, candidate]
  }

  public func begin(_ run: RunObservation) {
    rankers = run.rankerNames.count / LiveGroup.allCases.count
    (groupOfMember, groupOfRequest, turn, washoutEnd) = ([], [], nil, -.infinity)
    for group in LiveGroup.allCases {
      var routed = run
      let first = group.rawValue * rankers
      routed.rankerNames = Array(run.rankerNames[first..<first + rankers])
      for sink in sinks[group.rawValue] { sink.begin(routed) }
    }
  }

  public func observe(_ assignment: AssignmentObservation) {
    guard let member = assignment.member else {
      if let turn, turn != assignment.group { washoutEnd = assignment.time + washout }
      turn = assignment.group
      return
    }
    precondition(member.index == groupOfMember.count, "member \(member) is not the next")
    groupOfMember.append(assignment.group)
    for sink in sinks[assignment.group.rawValue] { sink.observe(assignment) }
  }

  public func observe(_ page: borrowing PageObservation) {
    let group = page.ranker / rankers
    if decide(page, group) == Self.excluded { return }
    guard group > 0 else {
      for sink in sinks[0] { sink.observe(page) }
      return
    }
    var routed = copy page
    routed.ranker -= rankers
    for sink in sinks[group] { sink.observe(routed) }
  }

  /// Where the page's request belongs, which its first page decides.
  private func decide(_ page: borrowing PageObservation, _ group: Int) -> UInt8 {
    let request = Int(page.request)
    while groupOfRequest.count <= request { groupOfRequest.append(Self.unseen) }
    if groupOfRequest[request] == Self.unseen {
      groupOfRequest[request] = page.time < washoutEnd ? Self.excluded : UInt8(group)
    }
    return groupOfRequest[request]
  }

  public func observe(_ interaction: InteractionObservation) {
    if let request = interaction.request {
      let group = Int(request) < groupOfRequest.count ? groupOfRequest[Int(request)] : Self.unseen
      guard group < sinks.count else { return }
      for sink in sinks[Int(group)] { sink.observe(interaction) }
    } else {
      route(group(of: interaction.member, at: interaction.time)) { $0.observe(interaction) }
    }
  }

  public func observe(_ tie: TieObservation) {
    route(turn == nil ? groupOfMember[tie.from.index] : nil) { $0.observe(tie) }
  }

  public func observe(_ request: RequestObservation) {
    route(turn == nil ? groupOfMember[request.from.index] : nil) { $0.observe(request) }
  }

  public func observe(_ buttons: ButtonsObservation) {
    route(group(of: buttons.member, at: buttons.time)) { $0.observe(buttons) }
  }

  public func observe(_ episode: StaleButtonObservation) {
    route(turn == nil ? groupOfMember[episode.member.index] : nil) { $0.observe(episode) }
  }

  public func observe(_ departure: DepartureObservation) {
    route(group(of: departure.member, at: departure.time)) { $0.observe(departure) }
  }

  public func observe(_ member: MemberObservation) { routeToBoth { $0.observe(member) } }
  public func observe(_ post: PostObservation) { routeToBoth { $0.observe(post) } }
  public func observe(_ deletion: DeletionObservation) { routeToBoth { $0.observe(deletion) } }
  public func observe(_ account: AccountObservation) { routeToBoth { $0.observe(account) } }
  public func observe(_ pet: PetObservation) { routeToBoth { $0.observe(pet) } }
  public func observe(_ contest: ContestObservation) { routeToBoth { $0.observe(contest) } }
  public func observe(_ entry: EntryObservation) { routeToBoth { $0.observe(entry) } }

  /// `nil` in a washout.
  private func group(of member: MemberID, at time: Double) -> LiveGroup? {
    guard let turn else { return groupOfMember[member.index] }
    return time < washoutEnd ? nil : turn
  }

  private func route(_ group: LiveGroup?, _ body: (any ObservationSink) -> Void) {
    guard let group else { return }
    for sink in sinks[group.rawValue] { body(sink) }
  }

  private func routeToBoth(_ body: (any ObservationSink) -> Void) {
    for group in LiveGroup.allCases { route(group, body) }
  }
}
