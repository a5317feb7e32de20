internal import FeedDevice
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// What enters exp(−U) beside the utility that relevance is made of, as factors.
struct UtilityFactors: Sendable {
  /// exp(offset): takes the offset of relevance out again.
  let offset: Double
  /// exp(−seen), for a post seen before.
  let seen: Double
  /// exp(−friend), for a friend's entry when voting.
  let votingFriend: Double

  init(_ parameters: SocietyParameters) {
    offset = Portable.exp(parameters.utility.offset)
    seen = Portable.exp(-parameters.utility.seen)
    votingFriend = Portable.exp(-parameters.voting.friend)
  }
}

extension World {
  static var pageSize: Int { 20 }
  /// What people say.
  static var comment: String { "lovely" }

  mutating func scheduleSession(of member: MemberID) {
    let traits = latent.columns.members[member.index]
    guard traits.sessionRate > 0 else { return }
    let gap = streams.sessions.exponential(traits.key.rawValue, traits.sessions)
    let time = curve.occasion(
      after: now, phase: Double(traits.phase), rate: Double(traits.sessionRate), exponential: gap)
    schedule(.session(member), at: max(time.rounded(.up), now))
  }

  /// Component 1: the member takes a device, opens a feed or finds one as it was left, and scrolls.
  /// Whoever still scrolls another feed leaves it.
  mutating func startSession(of member: MemberID) {
    let traits = latent.columns.members[member.index]
    let choice = devices.session(traits.key, traits.sessions)
    let device = pickUpDevice(of: member, number: choice.device)
    let resumes = choice.resumes && held[device].count > 0
    let surface =
      resumes
      ? held[device].surface : surfaceChoice.surface(traits.key, session: traits.sessions)
    latent.columns.members[member.index].sessions += 1
    latent.columns.members[member.index].requests += 1
    summary.sessions += 1
    summary.requests += 1
    let place = visits.add(
      Visit(
        member: member, surface: surface, device: device, request: requests,
        refresh: traits.requests, patience: attention.scrolling.start))
    requests += 1
    if traits.visit != MemberTraits.noVisit { visits[traits.visit].abandon() }
    latent.columns.members[member.index].visit = place
    scheduleSession(of: member)
    tendTies(of: member, session: traits.sessions)
    if resumes { resume(place) } else { open(place) }
    scheduleOrEnd(place)
  }

  private mutating func open(_ place: UInt32) {
    held[visits[place].device].open(visits[place].surface, now: now, calls: &calls)
    loadPages(makeCalls(of: place), of: place)
  }

  /// The screen is as it was left: its buttons are synced, what is in view is looked at once more,
  /// and the walk goes on where it ended.
  private mutating func resume(_ place: UInt32) {
    let device = visits[place].device
    held[device].goToBackground()
    held[device].comeToForeground(now: now, calls: &calls)
    let page = makeCalls(of: place)
    lookAgain(at: place)
    if page == nil { return goOnScrolling(place) }
    loadPages(page, of: place)
  }

  /// A visit's next action or page is due.
  mutating func goOnVisiting(_ place: UInt32) {
    while let action = visits[place].takeAction(at: now) { act(action, in: place) }
    if let page = visits[place].nextPage, page <= now { goOnScrolling(place) }
    scheduleOrEnd(place)
  }

  private mutating func scheduleOrEnd(_ place: UInt32) {
    if let time = visits[place].nextTime {
      schedule(.visit(place), at: time)
    } else {
      let member = visits[place].member.index
      if latent.columns.members[member].visit == place {
        latent.columns.members[member].visit = MemberTraits.noVisit
      }
      putDown(visits[place].device)
      visits.remove(place)
    }
  }

  // MARK: Pages

  /// The last post on the screen comes into view.
  private mutating func goOnScrolling(_ place: UInt32) {
    visits[place].nextPage = nil
    let device = visits[place].device
    guard held[device].count > 0 else { return }
    held[device].comesIntoView(held[device].count - 1, calls: &calls)
    loadPages(makeCalls(of: place), of: place)
  }

  /// Serves the page that the device has asked for, and others if that brings nothing new.
  private mutating func loadPages(_ page: PendingPage?, of place: UInt32) {
    var pending = page
    while let page = pending {
      load(page, of: place)
      pending = makeCalls(of: place)
    }
  }

  /// Serves a page, looks through it and plans what to do with it.
  private mutating func load(_ pending: PendingPage, of place: UInt32) {
    let visit = visits[place]
    let key = latent.columns.members[visit.member.index].key
    let fate = devices.page(key, refresh: visit.refresh, page: visit.pages)
    visits[place].pages += 1
    let isFirst = pending.request.cursor == nil
    if isFirst { held[refreshOf: visit.device] = visit.refresh }
    guard fate.failure == nil else {
      held[visit.device].callFailed(pending.call, calls: &calls)
      return
    }
    var request = FeedRequest(
      viewer: visit.member, surface: visit.surface, now: now, pageSize: Self.pageSize,
      refresh: held[refreshOf: visit.device], cursor: pending.request.cursor, noise: latent)
    request.latent = latent
    request.paging = app.paging == .keyset ? .keyset : .offset
    community.fill(&page, for: request, by: rankers[Int(visit.surface.rawValue)])
    let duplicates = show(pending, on: visit.device)
    guard page.count > 0 else { return }
    slate.idealGain =
      isFirst && sampling.takes(key, visit.refresh) ? idealGain(for: visit) : nil
    slate.offset = visit.position
    slate.duplicates = duplicates
    let examined = summary.examined
    lookThrough(place, after: fate.latency)
    slate.time = now
    slate.request = visit.request
    slate.viewer = visit.member
    slate.surface = visit.surface
    slate.ranker = Int(visit.surface.rawValue)
    summary.pages += 1
    summary.impressions += slate.posts.count
    for sink in sinks { sink.observe(slate) }
    observeButtons(of: place, posts: summary.examined - examined, wrong: 0)
  }

  /// Gives the page to the device.
  ///
  /// - Returns: How many posts the screen had already; the places of the others are `fresh`.
  private mutating func show(_ pending: PendingPage, on device: UInt32) -> Int {
    states.removeAll(keepingCapacity: true)
    page.appendStates(to: &states)
    let before = pending.request.cursor == nil ? 0 : held[device].count
    let known = held[device].duplicatesReceived
    held[device].pageArrived(states, next: page.next, of: pending.call, calls: &calls)
    let duplicates = held[device].duplicatesReceived - known
    fresh.removeAll(keepingCapacity: true)
    if duplicates == 0 {
      fresh.append(contentsOf: 0..<page.count)
    } else {
      findFresh(from: before, on: device)
    }
    endWrongButtons(of: device)
    return duplicates
  }

  /// Finds the page's posts that are on the screen from a place on.
  private mutating func findFresh(from start: Int, on device: UInt32) {
    var next = start
    for index in 0..<page.count where next < held[device].count {
      guard held[device].posts[next] == page.posts[index] else { continue }
      fresh.append(index)
      next += 1
    }
  }

  /// Discounted gain of the ten best of all posts that the feed could show.
  private func idealGain(for visit: Visit) -> Double {
    // The best, in descending order.
    var best: [Double] = []
    community.forEachCandidate(of: visit.surface, for: visit.member, bound: community.postCount) {
      let author = community.author(of: $0)
      guard author != visit.member else { return }
      let relevance = latent.relevance(
        of: $0, for: visit.member, isFriend: community.isFriend(visit.member, author))
      if best.count == PoolSampling.cutoff {
        guard relevance > best[PoolSampling.cutoff - 1] else { return }
        best.removeLast()
      }
      best.insert(relevance, at: best.firstIndex { $0 < relevance } ?? best.count)
    }
    return best.indices.reduce(0) { $0 + best[$1] * sampling.discount($1) }
  }
}

extension World {
  /// Walks down the page: what is looked at, what it is worth, what will be done with it.
  private mutating func lookThrough(_ place: UInt32, after latency: Double) {
    slate.posts.removeAll(keepingCapacity: true)
    slate.examined.removeAll(keepingCapacity: true)
    slate.relevance.removeAll(keepingCapacity: true)
    let columns = latent.columns
    let viewer = visits[place].member
    let traits = columns.members[viewer.index]
    let reluctance = Double(traits.reluctance) * factors.offset
    let (refresh, isContest) = (visits[place].refresh, visits[place].surface == .contest)
    var position = visits[place].position
    var patience = visits[place].patience
    var time = now + latency
    var draws = SIMD4<Double>.zero
    var isWalking = true
    var isFirst = true
    var passed = 0
    for index in fresh {
      let post = page.posts[index]
      let item = columns.posts[post.index]
      let isFriend = page.isFromFriend[index]
      let utility = columns.baseUtility(
        of: item, for: viewer, key: traits.key.rawValue, isFriend: isFriend)
      let disutility = Portable.exp(-utility)
      slate.posts.append(post)
      slate.relevance.append(1 / (1 + disutility))
      guard isWalking else {
        slate.examined.append(false)
        continue
      }
      if isFirst || position % 2 == 0 {
        isFirst = false
        draws = attention.draws(traits.key, request: refresh, pair: position / 2)
      }
      let isOdd = position % 2 == 1
      let isExamined =
        page.authors[index] != viewer
        && (isOdd ? draws.z : draws.x) < attention.probability(at: position)
      slate.examined.append(isExamined)
      var isEngaged = false
      if isExamined {
        summary.examined += 1
        let impression = Impression(
          post: post, item: item, index: index, isFriend: isFriend, isEntry: isContest, time: time,
          utility: utility - parameters.utility.offset, disutility: disutility,
          reluctance: reluctance)
        isEngaged = plan(impression, viewer: viewer, key: traits.key.rawValue, until: &time)
      }
      patience += attention.step(isOdd ? draws.w : draws.y, engaged: isEngaged)
      position += 1
      passed += 1
      isWalking = patience > 0 && position < attention.limit
    }
    let goesOn = isWalking && held[visits[place].device].hasMore
    visits[place].turn(
      at: goesOn ? time.rounded(.up) : nil, position: position, patience: patience)
    if !isWalking { stop(at: passed, of: place) }
    for action in planned { visits[place].plan(action) }
    planned.removeAll(keepingCapacity: true)
  }

  /// The walk has ended after so many of the page's new posts, above the end of the screen.
  private mutating func stop(at passed: Int, of place: UInt32) {
    let device = visits[place].device
    guard passed > 0, passed < fresh.count else { return }
    held[device].comesIntoView(
      held[device].count - fresh.count + passed - 1, calls: &calls)
  }

  /// An impression that is looked at.
  private struct Impression {
    let post: PostID
    let item: PostTraits
    let index: Int
    let isFriend: Bool
    let isEntry: Bool
    /// When the look begins.
    let time: Double
    /// Utility and exp(−utility) before repeats, the latter with relevance's offset still in it.
    let utility: Double
    let disutility: Double
    /// exp(−v) of readiness v, with the factor that takes that offset out.
    let reluctance: Double
  }

  /// Plans what the viewer does with an item, and lets the time that it takes pass.
  ///
  /// - Returns: Whether the viewer does anything.
  private mutating func plan(
    _ impression: Impression, viewer: MemberID, key: UInt32, until time: inout Double
  ) -> Bool {
    let (post, start) = (impression.post, impression.time)
    let looks = seen.looks(of: viewer, at: post)
    seen.look(of: viewer, at: post)
    let seenFactor = looks > 0 ? factors.seen : 1
    let against = impression.disutility * impression.reluctance * seenFactor
    let uniforms = actions.draws(key, impression.item, repeats: looks)
    let reading = dwell.draws(key, impression.item, repeats: looks)
    let opens = Actions.decides(uniforms.x, against: actions.open * against)
    let likes =
      Actions.decides(uniforms.y, against: actions.like * against)
      && !page.isLiked[impression.index]
    let comments = Actions.decides(uniforms.z, against: actions.comment * against)
    let saves =
      Actions.decides(uniforms.w, against: actions.save * against)
      && !page.isSaved[impression.index]
    let votes =
      impression.isEntry
      && decidesToVote(impression, viewer: viewer, seenFactor: seenFactor, uniform: reading.x)
    let seconds = dwell.seconds(
      opened: opens,
      utility: impression.utility + (looks > 0 ? parameters.utility.seen : 0), uniform: reading.y)
    time += seconds
    func at(_ moment: Double) -> Double { start + moment * seconds }
    if opens { planned.append(PlannedAction(time: at(Dwell.Moment.open), post: post, kind: .view)) }
    if votes { planned.append(PlannedAction(time: at(Dwell.Moment.vote), post: post, kind: .vote)) }
    if likes {
      planned.append(PlannedAction(time: at(Dwell.Moment.like), post: post, kind: .like))
      planRegret(.unlike, of: post, from: at(Dwell.Moment.like), reading.z)
    }
    if saves {
      planned.append(PlannedAction(time: at(Dwell.Moment.save), post: post, kind: .save))
      planRegret(.unsave, of: post, from: at(Dwell.Moment.save), reading.w)
    }
    if comments {
      planned.append(PlannedAction(time: at(Dwell.Moment.comment), post: post, kind: .comment))
    }
    return opens || votes || likes || saves || comments
  }

  private func decidesToVote(
    _ impression: Impression, viewer: MemberID, seenFactor: Double, uniform: Double
  ) -> Bool {
    // A guardian's pet is one's own.
    guard !community.hasVoted(for: impression.post, viewer),
      !community.isOwn(impression.post, viewer)
    else { return false }
    let traits = latent.columns.members[viewer.index]
    let today = traits.voteDay == day ? Double(traits.votesToday) : 0
    var against = impression.disutility * factors.offset * seenFactor * actions.vote
    if impression.isFriend { against *= factors.votingFriend }
    if today > 0 { against *= Portable.exp(actions.voting.fatigue * today) }
    return Actions.decides(uniform, against: against)
  }

  /// Plans to take a like or save back, for the few that are; the uniform serves for both whether
  /// and when.
  private mutating func planRegret(
    _ kind: InteractionKind, of post: PostID, from time: Double, _ uniform: Double
  ) {
    guard uniform < actions.undo else { return }
    let delay = 1 + uniform / actions.undo * (Dwell.longestRegret - 1)
    planned.append(PlannedAction(time: time + delay, post: post, kind: kind))
  }

  private var day: Int32 { Int32(now / 86_400) }

  /// Does what was planned, if it still can be done: another visit of the member may have been
  /// there first, a contest may have closed, a post may be gone or hidden by now.
  private mutating func act(_ action: PlannedAction, in place: UInt32) {
    let (post, member) = (action.post, visits[place].member)
    do {
      switch action.kind {
      case .like: return tap(.like, true, post, of: place)
      case .unlike: return tap(.like, false, post, of: place)
      case .save: return tap(.save, true, post, of: place)
      case .unsave: return tap(.save, false, post, of: place)
      case .view: try community.view(post, by: member, now: now)
      case .comment: try community.comment(Self.comment, on: post, by: member, now: now)
      case .vote:
        guard !community.hasVoted(for: post, member) else { return }
        try community.vote(for: post, by: member, now: now)
        countVote(of: member)
      }
    } catch let error as InteractionError where error.comesTooLate {
      return
    } catch let error as ContestError where error.comesTooLate {
      return
    } catch {
      preconditionFailure("a \(action.kind) of member \(member) was refused: \(error)")
    }
    record(action.kind, post, of: place)
  }

  /// An interaction has been done: others may react, and it is observed.
  mutating func record(_ kind: InteractionKind, _ post: PostID, of place: UInt32) {
    let member = visits[place].member
    summary.interactions += 1
    for sink in sinks {
      sink.observe(
        InteractionObservation(
          time: now, member: member, post: post, kind: kind, request: visits[place].request))
    }
    guard kind == .like else { return }
    posting.receiveLike(community.author(of: post), at: now)
    considerFollowing(member, afterLiking: post)
  }

  private mutating func countVote(of member: MemberID) {
    if latent.columns.members[member.index].voteDay != day {
      latent.columns.members[member.index].voteDay = day
      latent.columns.members[member.index].votesToday = 0
    }
    latent.columns.members[member.index].votesToday += 1
  }
}

extension InteractionError {
  /// Whether a post was deleted or hidden since the page was served.
  fileprivate var comesTooLate: Bool {
    switch self {
    case .unknownPost, .notVisible: true
    default: false
    }
  }
}

extension ContestError {
  /// Whether an entry was deleted or hidden, or its contest closed, since the page was served.
  fileprivate var comesTooLate: Bool {
    switch self {
    case .unknownPost, .notVisible, .notAnEntry, .contestClosed: true
    default: false
    }
  }
}
