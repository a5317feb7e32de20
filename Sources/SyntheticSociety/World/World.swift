internal import DiscreteEvents
internal import FeedDevice
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// What happens next in a world, and to whom.
enum Event: Sendable {
  /// The hourly rotation check.
  case rotation
  case joining
  case session(MemberID)
  /// A notification brings somebody.
  case broughtSession(MemberID)
  /// A visit continues, by its slot.
  case visit(UInt32)
  case posting(MemberID)
  case entering(MemberID)
  /// A follow is returned, by its slot.
  case followBack(UInt32)
  case deletion(PostID)
}

/// One world: a community, its people and the events to come, from the start to the horizon.
///
/// Pages and publications happen at whole seconds, as in a server's log; actions on a page happen when
/// the viewer comes to them.
struct World: ~Copyable {
  let parameters: SocietyParameters
  let streams: SocietyStreams
  let traits: TraitSource
  let rankers: [any Ranker]
  /// The names of the arms, whose rankers are one behind the other.
  let armNames: [String]
  /// Whether the scores of each ranker change by what the viewer looks at while scrolling.
  let scoresChangeByLooks: [Bool]
  /// Whether refreshes of each ranker may end without all candidates.
  let leavesOut: [Bool]
  /// The numbers of the rankers in observations of pages.
  let rankerNumbers: [Int]
  /// The candidates of home in each arm, the baseline first.
  let pools: [FeedPool]
  /// The groups of a live test; `nil` where one arm serves everybody.
  var assignment: GroupAssignment?
  /// The sinks of the run, then the sink of the rankers that learn, if any does.
  var sinks: [any ObservationSink]
  /// Whether a sink of the run wants candidate pools.
  let takesPools: Bool
  /// Measures where the time goes; `nil` without a profile.
  var timer: WorldTimer?
  let horizon: Double
  let initialMembers: Int

  let behaviours: Behaviours
  /// `nil` where one of the item behaviours has been swapped.
  let knownItemBehaviours: KnownItemBehaviours?
  /// exp(−b) of the actions' intercepts, and the norm of satisfaction.
  let reluctance: SIMD4<Double>
  let voteReluctance: Double
  let usualUtility: Double
  /// What is usual for posts with so many viewers, and entries with so many voters.
  let usualLikes: UsualCounts
  let usualVotes: UsualCounts
  let app: AppSettings
  /// Shares of the categories in what is posted, on average.
  let categoryShares: [Double]
  let scrollLimit: Int
  var attention: AttentionLedger
  /// The sample that the pilot of ``SolvedIntercepts`` collects; `nil` in other worlds.
  var pilot: PilotSample?

  var community: Community
  /// The traits of members, by their identifiers.
  var people: [MemberTraits] = []
  let latent: LatentState
  /// How many people have looked at each post, and how often each entry was looked at by somebody who had not
  /// voted for it.
  var viewers: [UInt32] = []
  var voters: [UInt32] = []
  /// Entries of the running contest so far.
  var contestEntries = 0
  /// The numbers of the accounts that cast planted votes.
  let planters: Range<Int>
  /// One element a member and category; empty without satiation.
  var satiety: [Satiety] = []
  /// `latent.columns.taste` at the time when each member came; empty where interests do not drift.
  var initialTaste: [Float] = []
  var events = EventList<Event>()
  var visits = Visits()
  var encounters: Encounters
  var followBacks = FollowBacks()
  /// Posts a second of a member who posts, on average.
  var meanPostRate = 1.0
  var now = 0.0
  /// When the other arm's turn may come, where arms take turns.
  var turnEnd = Double.infinity
  var joined: UInt32 = 0
  var requests: UInt32 = 0
  /// The request of the action that is being done.
  var acting: UInt32 = 0
  var held: HeldDevices
  /// The calls of the device of the current visit.
  var calls: [DeviceCall] = []
  var page = FeedPage()
  private var pageFailure: RankerFailure?
  /// The page as the device takes it.
  var states: [InteractionState] = []
  /// Indices on the page of the posts that are new to the screen.
  var fresh: [Int] = []
  /// The posts at those indices, and their relation to the viewer.
  var items = LatentItems()
  /// The planned actions of the viewer of the page.
  var planned: [PlannedAction] = []
  var slate: PageObservation
  var pooling: CandidatePools
  /// The candidates of the current request, and their relation to the viewer.
  var candidates = PoolColumns()
  var summary = WorldSummary()

  /// - Parameters:
  ///   - solved: The intercepts of this community's actions.
  ///   - pilot: The sample to collect, if any.
  ///   - isWanted: Called every few hundred members; `false` ends the setup.
  /// - Returns: `nil` when `isWanted` ended the setup.
  init?(
    _ run: WorldRun, _ solved: SolvedIntercepts, pilot: PilotSample? = nil,
    sinks: [any ObservationSink], while isWanted: () -> Bool
  ) {
    reluctance = solved.reluctance
    voteReluctance = Portable.exp(-solved.vote)
    usualUtility = solved.usualUtility
    usualLikes = UsualCounts(rates: solved.likeRates)
    usualVotes = UsualCounts(rates: solved.voteRates)
    self.pilot = pilot
    parameters = run.parameters
    streams = SocietyStreams(seed: run.seed, world: run.world, isMirrored: run.isMirrored)
    behaviours = run.behaviours
    initialMembers = Int(parameters.world.members)
    knownItemBehaviours = KnownItemBehaviours(behaviours)
    traits = TraitSource(
      parameters, streams, behaviours, balanced: pilot == nil ? 0 : initialMembers)
    armNames = run.armNames
    let made = run.arms.flatMap { arm in
      arm.rankers.map { $0.makeRanker(world: run.rankerWorld, learnsUntil: arm.learnsUntil) }
    }
    leavesOut = made.map(\.leavesOut)
    rankers = made.enumerated().map { run.replaceRanker?($0, $1) ?? $1 }
    takesPools = !sinks.isEmpty
    self.sinks = sinks
    if let learning = LearningSink(rankers) { self.sinks.append(learning) }
    scoresChangeByLooks = rankers.map(\.changesByLooks)
    rankerNumbers = run.rankerNumbers
    pools = [run.arm.pool, (run.liveTest?.candidate ?? run.arm).pool]
    assignment = run.liveTest.map { [streams] test in
      GroupAssignment(
        test.design, streams.assignment,
        windowStart: run.parameters.world.warmUpDays * 86_400)
    }
    horizon = parameters.world.days * 86_400
    scrollLimit = Int(parameters.scrolling.limit)
    categoryShares = zipfShares(
      count: Int(parameters.categories.count), exponent: parameters.categories.zipf)
    attention = AttentionLedger(parameters, usualLikes: solved.usualLikes)
    app = run.arm.app
    // No page carries media links here, so that no screen is too old for them.
    held = HeldDevices(
      rules: try! DeviceRules(
        pageSize: app.pageSize, homeRefreshes: HomeRefreshes(behaviours.refreshing),
        syncs: app.sync == .foreground,
        mediaLinkLifetime: .infinity))
    encounters = Encounters(closure: parameters.graph.closure)
    // Nobody in a world reads notifications.
    community = Community(
      categoryCount: Int(parameters.categories.count), affinityRule: run.affinityRule,
      notificationLimit: 0, keepsTieDates: false)
    latent = LatentState(
      LatentColumns(parameters, behaviours, tasteStream: streams.taste), streams)
    slate = PageObservation(
      time: 0, request: 0, viewer: MemberID(0), surface: .home, ranker: 0, offset: 0, posts: [],
      examined: [], relevance: [])
    var members: [MemberTraits] = (0..<initialMembers).map { [traits] in
      traits.member(.initial($0))
    }
    let inert = run.inertMembers + Int(parameters.plantedVotes.votes)
    members += (0..<inert).map { [traits] in traits.inertMember(.inert($0)) }
    planters = initialMembers + run.inertMembers..<initialMembers + inert
    pooling = CandidatePools(
      streams.sampling, categoryCount: Int(parameters.categories.count),
      expectedRequests: members.reduce(0) { $0 + Double($1.sessionRate) } * horizon)
    summary.exogenous.activity = members.reduce(0) { $0 + Double($1.sessionRate) } * 86_400
    guard begin(run, members, while: isWanted) else { return nil }
  }

  /// Runs the events before the horizon.
  ///
  /// - Returns: Whether the horizon was reached, and no ranker has failed.
  mutating func run(shouldContinue: (WorldProgress) -> Bool) -> Bool {
    guard advance(to: horizon, shouldContinue: shouldContinue) else { return false }
    for ranker in rankers { ranker.endWorld() }
    guard isSound(shouldContinue) else { return false }
    endAllStaleButtons()
    summary.members = community.memberCount
    summary.exogenous.arrivals = Double(joined)
    summary.posts = community.postCount
    summary.follows = community.followCount
    summary.friendships = community.pairsOfFriends
    return true
  }

  /// Runs the events before a time, at most the horizon, and moves the clock there.
  ///
  /// - Returns: Whether the time was reached.
  mutating func advance(
    to end: Double, shouldContinue: (WorldProgress) -> Bool
  ) -> Bool {
    while let event = takeEvent(before: end) {
      if event.time >= turnEnd { takeTurns(until: event.time) }
      now = event.time
      summary.events += 1
      timer?.begin(event.payload.kind, &sinks)
      switch event.payload {
      case .rotation:
        guard report(to: shouldContinue) else { return false }
        rotateContests()
      case .joining: takeInNewMember()
      case .session(let member): startSession(of: member)
      case .broughtSession(let member): startBroughtSession(of: member)
      case .visit(let slot): continueVisit(slot)
      case .posting(let member): considerPosting(member)
      case .entering(let member): enterContest(member)
      case .followBack(let slot): followBack(slot)
      case .deletion(let post): delete(post)
      }
      timer?.end(&sinks)
    }
    now = end
    return true
  }

  /// Reports how far the world has come.
  ///
  /// - Returns: Whether it goes on: not after a ranker has failed, since pages have no meaning then.
  private func report(to shouldContinue: (WorldProgress) -> Bool) -> Bool {
    let failure = failure
    return shouldContinue(
      WorldProgress(time: now, impressions: summary.impressions, failure: failure))
      && failure == nil
  }

  /// The failure of the first ranker that has failed, with its arm.
  private var failure: RankerFailure? {
    if let pageFailure { return pageFailure }
    for (index, ranker) in rankers.enumerated() {
      if let failure = ranker.failure { return failure.of(arm: armName(ofRanker: index)) }
    }
    return nil
  }

  private func armName(ofRanker index: Int) -> String {
    armNames[index / Surface.allCases.count]
  }

  /// Keeps the first failure of a page.
  mutating func note(_ failure: RankerFailure?, ofRanker index: Int) {
    guard pageFailure == nil, let failure else { return }
    pageFailure = failure.of(arm: armName(ofRanker: index))
  }

  /// Whether no ranker has failed; reports it if one has.
  func isSound(_ shouldContinue: (WorldProgress) -> Bool) -> Bool {
    failure == nil || report(to: shouldContinue)
  }

  private mutating func takeEvent(before end: Double) -> ScheduledEvent<Event>? {
    timer?.beginTaking()
    defer { timer?.endTaking() }
    return events.popNext(before: end)
  }

  /// Schedules an event, unless it lies beyond the horizon. The rotation check comes first among the events of one
  /// instant.
  mutating func schedule(_ event: Event, at time: Double) {
    guard time < horizon else { return }
    if case .rotation = event {
      events.schedule(event, at: time, priority: 0)
    } else {
      events.schedule(event, at: time, priority: 1)
    }
  }
}

extension HomeRefreshes {
  /// The refresh triggers of home that the behaviour switches on.
  init(_ refreshing: any Behaviour<Refreshing.Situation, Bool>) {
    self = []
    if refreshing.decide(.like) { insert(.afterLike) }
    if refreshing.decide(.returnFromDetail) { insert(.onReturn) }
    if refreshing.decide(.detail) { insert(.afterDetail) }
  }
}
