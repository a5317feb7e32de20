internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

extension World {
  mutating func scheduleSession(of member: MemberID) {
    let traits = people[member.index]
    guard traits.sessionRate > 0, !traits.hasLeft else { return }
    let eagerness = behaviours.returning.decide(Double(traits.satisfaction))
    let time = behaviours.sessions.decide(
      Sessions.Situation(
        time: now, phase: Double(traits.phase), rate: Double(traits.sessionRate) * eagerness,
        exponential: streams.sessions.exponential(traits.key.rawValue, traits.sessions)))
    schedule(.session(member), at: max(time.rounded(.up), now))
  }

  /// The member comes of its own accord, and the next such session is scheduled.
  mutating func startSession(of member: MemberID) {
    guard !people[member.index].hasLeft else { return }
    let number = people[member.index].sessions
    people[member.index].sessions += 1
    scheduleSession(of: member)
    begin(session: number, of: member)
  }

  /// A notification brings the member, whose own sessions continue as they would have.
  mutating func startBroughtSession(of member: MemberID) {
    guard !people[member.index].hasLeft else { return }
    let number = people[member.index].broughtSessions
    people[member.index].broughtSessions += 1
    begin(session: Self.firstBroughtSession | number, of: member)
  }

  /// Sessions that notifications bring are numbered apart from the others.
  private static var firstBroughtSession: UInt32 { 0x80_0000 }

  /// The member takes a device, opens a feed or resumes one, and scrolls. A member who still scrolls
  /// another feed leaves it.
  private mutating func begin(session: UInt32, of member: MemberID) {
    let traits = people[member.index]
    let choice = connection(session: session, of: traits.key)
    let device = pickUpDevice(of: member, number: choice.device)
    let resumes = choice.resumes && held[device].count > 0
    let surface =
      resumes
      ? held[device].surface
      : behaviours.surfaces.decide(streams.surfaces.uniform(traits.key.rawValue, session))
    summary.sessions += 1
    latent.sessions.begin(member, now: now)
    let slot = visits.add(
      Visit(
        member: member, surface: surface, device: device, session: session,
        request: takeRequest(), patience: Double(traits.patience)))
    if traits.visit != MemberTraits.noVisit { visits[traits.visit].abandon() }
    people[member.index].visit = slot
    tendTies(of: member, session: session)
    if resumes { resume(slot) } else { open(slot) }
    scheduleOrEnd(slot)
  }

  /// Number of the next request.
  mutating func takeRequest() -> UInt32 {
    defer { requests += 1 }
    summary.requests += 1
    return requests
  }

  private mutating func open(_ slot: UInt32) {
    held[visits[slot].device].open(visits[slot].surface, now: now, calls: &calls)
    loadPages(makeCalls(of: slot), of: slot)
  }

  /// Resumes the last screen: its buttons are synced, the cells in view are examined again, and
  /// the walk continues where it ended.
  private mutating func resume(_ slot: UInt32) {
    let device = visits[slot].device
    held[device].goToBackground()
    held[device].comeToForeground(now: now, calls: &calls)
    let page = makeCalls(of: slot)
    // A screen that is refreshed at once is not examined as it was.
    if !held[device].isRefreshing { lookAgain(at: slot) }
    if page == nil { return continueScrolling(slot) }
    loadPages(page, of: slot)
  }

  /// A visit's next action or page is due.
  mutating func continueVisit(_ slot: UInt32) {
    while let action = visits.takeAction(of: slot, at: now) { act(action, in: slot) }
    if let page = visits[slot].nextPage, page <= now { continueScrolling(slot) }
    scheduleOrEnd(slot)
  }

  private mutating func scheduleOrEnd(_ slot: UInt32) {
    if let time = visits.nextTime(of: slot) { return schedule(.visit(slot), at: time) }
    let member = visits[slot].member
    if people[member.index].visit == slot {
      people[member.index].visit = MemberTraits.noVisit
    }
    putDown(visits[slot].device)
    lookBack(on: visits[slot])
    visits.remove(slot)
  }

  // MARK: Satisfaction

  /// A session is over: updates the member's satisfaction; some members leave for good.
  private mutating func lookBack(on visit: Visit) {
    let member = visit.member
    if visit.examined > 0 {
      let usual = usualUtility(of: member)
      pilot?.add(
        unexpected: visit.worth - Double(visit.examined) * (usual - usualUtility),
        of: visit.examined)
      let surprise = visit.worth / Double(visit.examined) - usual
      people[member.index].satisfaction = Float(
        behaviours.satisfaction.decide(
          Satisfaction.Situation(
            satisfaction: Double(people[member.index].satisfaction),
            surprise: surprise)))
    }
    let traits = people[member.index]
    // Whoever scrolls another feed by now is not about to leave.
    guard !traits.hasLeft, traits.visit == MemberTraits.noVisit else { return }
    let key = traits.key.rawValue
    let leaves = behaviours.churn.decide(
      Churn.Situation(
        character: streams.churn.uniforms(key, .max),
        stayed: Double(traits.sessionRate) * max(0, -community.joinedAt(member)!),
        staying: streams.churn.uniform(key, .max, 1), satisfaction: Double(traits.satisfaction),
        friends: community.friendCount(of: member)!,
        attention: traits.postRate > 0 ? attention.attention(of: member, at: now) : nil,
        uniform: streams.churn.uniform(key, visit.session)))
    guard leaves else { return }
    people[member.index].hasLeft = true
    summary.departures += 1
    for sink in sinks { sink.observe(DepartureObservation(time: now, member: member)) }
  }

  /// The member's norm: the mean utility of what the member would look at in random order.
  func usualUtility(of member: MemberID) -> Double {
    let width = community.categoryCount
    var match = 0.0
    for category in 0..<width {
      match +=
        Double(latent.columns.taste[member.index * width + category]) * categoryShares[category]
    }
    return parameters.utility.match * match + usualUtility
  }
}
