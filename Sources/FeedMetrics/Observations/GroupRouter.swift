internal import SocialFeed

/// Tells each group's part of a world with a live test to sinks of its own, as if nothing else had
/// happened: what an A/B tool would know of the group.
///
/// To a group belong the pages that its arm served, from the first page of a request on, and what was
/// done with them; where members are divided, also their ties, buttons and departures. Members, posts,
/// contests and entries are known to both. Where groups take turns nobody can say to which of them a tie
/// belongs, or a button that was wrong across turns: neither group is told of them. The sinks of either
/// group are told of as many rankers as an arm has, numbered from 0.
public final class GroupRouter: ObservationSink {
  private let washout: Double
  private let sinks: [[any ObservationSink]]
  private var rankers = 0
  /// Of each member, where members are divided.
  private var groupOfMember: [LiveGroup] = []
  /// Of everybody, where groups take turns.
  private var turn: LiveGroup?
  private var washoutEnd = -Double.infinity
  /// A place in `sinks` for each request by number, or `unseen` or `leftOut`.
  private var groupOfRequest: [UInt8] = []

  private static let unseen = UInt8.max
  private static let leftOut = UInt8.max - 1

  /// - Parameters:
  ///   - washout: Requests that begin so many seconds or less after a turn of the other group has ended
  ///     are left out.
  ///   - baseline: Told of what belongs to the baseline's group.
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
      var own = run
      let first = group.rawValue * rankers
      own.rankerNames = Array(run.rankerNames[first..<first + rankers])
      for sink in sinks[group.rawValue] { sink.begin(own) }
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
  }

  public func observe(_ page: borrowing PageObservation) {
    let group = page.ranker / rankers
    if decide(page, group) == Self.leftOut { return }
    guard group > 0 else {
      for sink in sinks[0] { sink.observe(page) }
      return
    }
    var own = copy page
    own.ranker -= rankers
    for sink in sinks[group] { sink.observe(own) }
  }

  /// Where the page's request belongs, which its first page decides.
  private func decide(_ page: borrowing PageObservation, _ group: Int) -> UInt8 {
    let request = Int(page.request)
    while groupOfRequest.count <= request { groupOfRequest.append(Self.unseen) }
    if groupOfRequest[request] == Self.unseen {
      groupOfRequest[request] = page.time < washoutEnd ? Self.leftOut : UInt8(group)
    }
    return groupOfRequest[request]
  }

  public func observe(_ interaction: InteractionObservation) {
    if let request = interaction.request {
      let group = Int(request) < groupOfRequest.count ? groupOfRequest[Int(request)] : Self.unseen
      guard group < sinks.count else { return }
      for sink in sinks[Int(group)] { sink.observe(interaction) }
    } else {
      tell(group(of: interaction.member, at: interaction.time)) { $0.observe(interaction) }
    }
  }

  public func observe(_ tie: TieObservation) {
    tell(turn == nil ? groupOfMember[tie.from.index] : nil) { $0.observe(tie) }
  }

  public func observe(_ buttons: ButtonsObservation) {
    tell(group(of: buttons.member, at: buttons.time)) { $0.observe(buttons) }
  }

  public func observe(_ wrong: WrongButtonObservation) {
    tell(turn == nil ? groupOfMember[wrong.member.index] : nil) { $0.observe(wrong) }
  }

  public func observe(_ departure: DepartureObservation) {
    tell(group(of: departure.member, at: departure.time)) { $0.observe(departure) }
  }

  public func observe(_ member: MemberObservation) { tellBoth { $0.observe(member) } }
  public func observe(_ post: PostObservation) { tellBoth { $0.observe(post) } }
  public func observe(_ contest: ContestObservation) { tellBoth { $0.observe(contest) } }
  public func observe(_ entry: EntryObservation) { tellBoth { $0.observe(entry) } }

  /// `nil` in a washout.
  private func group(of member: MemberID, at time: Double) -> LiveGroup? {
    guard let turn else { return groupOfMember[member.index] }
    return time < washoutEnd ? nil : turn
  }

  private func tell(_ group: LiveGroup?, _ body: (any ObservationSink) -> Void) {
    guard let group else { return }
    for sink in sinks[group.rawValue] { body(sink) }
  }

  private func tellBoth(_ body: (any ObservationSink) -> Void) {
    for group in LiveGroup.allCases { tell(group, body) }
  }
}
