internal import DiscreteEvents
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

/// What happens next in a world, and to whom.
enum Event: Sendable {
  /// The hourly rotation check.
  case rotation
  case joining
  case session(MemberID)
  /// A visit goes on, by its place.
  case visit(UInt32)
  case posting(MemberID)
  case entering(MemberID)
}

/// One world: a community, its people and the events to come, from the start to the horizon.
///
/// Pages and publications happen at whole seconds, as in a server's log; what people do with a page
/// follows when they come to it.
struct World: ~Copyable {
  let parameters: SocietyParameters
  let streams: SocietyStreams
  let traits: TraitSource
  let rankers: [any Ranker]
  let sinks: [any ObservationSink]
  let horizon: Double
  let initialMembers: Int

  let curve: DailyCurve
  let attention: Attention
  let dwell: Dwell
  let surfaceChoice: SurfaceChoice
  let entering: ContestEntering
  let sampling: PoolSampling
  let factors: UtilityFactors
  var posting: Posting
  var actions: Actions

  var community: Community
  let latent: LatentState
  var seen = SeenPosts()
  var events = EventList<Event>()
  var visits = Visits()
  var now = 0.0
  var joined: UInt32 = 0
  var requests: UInt32 = 0
  var page = FeedPage()
  /// What the viewer of the page will do with it.
  var planned: [PlannedAction] = []
  var slate: PageObservation
  var summary = WorldSummary()

  init(_ run: WorldRun, sinks: [any ObservationSink]) {
    parameters = run.parameters
    self.sinks = sinks
    streams = SocietyStreams(seed: run.seed, world: run.world)
    traits = TraitSource(parameters, streams)
    rankers = run.arm.rankers.map { $0.makeRanker() }
    horizon = parameters.world.days * 86_400
    initialMembers = Int(parameters.world.members)
    curve = DailyCurve(hours: parameters.sessions.hours, weekdays: parameters.sessions.weekdays)
    attention = Attention(parameters, streams.attention)
    dwell = Dwell(parameters.dwell, streams.reading)
    surfaceChoice = SurfaceChoice(parameters.surfaces, streams.surfaces)
    entering = ContestEntering(parameters, streams.entering)
    factors = UtilityFactors(parameters)
    posting = Posting(parameters, streams.posting, curve: curve)
    actions = Actions(parameters, streams.actions, disutility: [], reluctance: [])
    // Nobody in a world reads notifications.
    community = Community(
      categoryCount: Int(parameters.categories.count), affinityRule: run.arm.affinityRule,
      notificationLimit: 0)
    latent = LatentState(
      LatentColumns(
        categoryCount: Int(parameters.categories.count), weights: parameters.utility,
        tasteStream: streams.taste),
      streams)
    slate = PageObservation(
      time: 0, request: 0, viewer: MemberID(0), surface: .home, ranker: 0, offset: 0, posts: [],
      examined: [], relevance: [])
    var members: [MemberTraits] = (0..<initialMembers).map { [traits] in
      traits.member(.initial($0))
    }
    members += (0..<run.inertMembers).map { [traits] in traits.inertMember(.inert($0)) }
    sampling = PoolSampling(
      streams.sampling,
      expectedRequests: members.reduce(0) { $0 + Double($1.sessionRate) } * horizon)
    begin(run, members)
  }

  /// Runs the events before the horizon.
  ///
  /// - Returns: Whether the horizon was reached.
  mutating func run(goOn: (WorldProgress) -> Bool) -> Bool {
    while let event = events.popNext(), event.time < horizon {
      now = event.time
      summary.events += 1
      switch event.payload {
      case .rotation:
        guard goOn(WorldProgress(time: now, impressions: summary.impressions)) else { return false }
        rotateContests()
      case .joining: takeInNewMember()
      case .session(let member): startSession(of: member)
      case .visit(let place): goOnVisiting(place)
      case .posting(let member): considerPosting(member)
      case .entering(let member): enterContest(member)
      }
    }
    now = horizon
    summary.members = community.memberCount
    summary.posts = community.postCount
    summary.follows = community.followCount
    summary.friendships = community.pairsOfFriends
    return true
  }

  /// Schedules an event, unless it lies beyond the horizon. The rotation check comes first among
  /// those of one instant.
  mutating func schedule(_ event: Event, at time: Double) {
    guard time < horizon else { return }
    if case .rotation = event {
      events.schedule(event, at: time, priority: 0)
    } else {
      events.schedule(event, at: time, priority: 1)
    }
  }
}

extension Arm {
  /// What the community learns in this arm: as its affinity ranker wants it.
  var affinityRule: AffinityRule {
    rankers.lazy.compactMap(AffinityRanker.rule(for:)).first ?? AffinityRule()
  }
}
