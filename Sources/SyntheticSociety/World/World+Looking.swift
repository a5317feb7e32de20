internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

/// A viewer's walk down the new posts of one page.
private struct Walk {
  let viewer: MemberID
  let key: UInt32
  let readiness: Double
  let isContest: Bool
  /// Whether its first looks are of the pilot's sample: those at a feed in random order are.
  let isSampled: Bool
  /// Number of the request that brought the page.
  let request: UInt32
  /// Items of the walk above the first of this refresh.
  let start: Int
  /// Items passed in this refresh.
  var position: Int
  var patience: Double
  /// When the next item comes into view.
  var time: Double
  /// Items opened in this refresh.
  var opened: Int
  /// Items of the page that were passed, and whether the viewer continues behind them.
  var passed = 0
  var continues = true
  /// Items of the page that were looked at, and the sum of the utilities of all that were by now.
  var examined = 0
  var worth: Double
  /// The utility of a usual item to the viewer.
  let usual: Double
}

/// An impression that is examined.
private struct Impression {
  let post: PostID
  let item: PostTraits
  /// Its index on the page.
  let index: Int
  let isFriend: Bool
  /// The utility before repeats, satiation and herding.
  let utility: Double
}

extension World {
  /// Walks down the page: finds which items are examined and their worth, and plans the actions.
  mutating func lookThrough(_ slot: UInt32, after latency: Double) {
    let (viewer, position) = (visits[slot].member, visits[slot].position)
    let traits = people[viewer.index]
    findItems(for: viewer, key: traits.key.rawValue)
    var walk = Walk(
      viewer: viewer, key: traits.key.rawValue, readiness: Double(traits.readiness),
      isContest: visits[slot].surface == .contest,
      isSampled: pilot != nil
        && RandomRanker.descriptor.surfaces.contains(visits[slot].surface),
      request: visits[slot].request,
      start: visits[slot].passed - position, position: position,
      patience: visits[slot].patience, time: now + latency, opened: visits[slot].opened,
      worth: visits[slot].worth, usual: usualUtility(of: viewer))
    let draws = AttentionDraws(
      streams.attention, key: walk.key, refresh: visits[slot].refresh)
    if let knownItemBehaviours {
      walkDown(&walk, draws, with: knownItemBehaviours)
    } else {
      walkDown(&walk, draws, with: AnyItemBehaviours(behaviours))
    }
    summary.examined += walk.examined
    let device = visits[slot].device
    let continues = walk.continues && held[device].hasMore
    visits[slot].turn(
      at: continues ? walk.time.rounded(.up) : nil, position: walk.position, patience: walk.patience
    )
    visits[slot].count(items: walk.examined, worth: walk.worth, opened: walk.opened)
    if !walk.continues { stop(at: walk.passed, of: slot) }
    for action in planned { visits.plan(action, of: slot) }
    planned.removeAll(keepingCapacity: true)
  }

  /// Finds the viewer's relation to the page's new posts.
  private mutating func findItems(for viewer: MemberID, key: UInt32) {
    let (columns, slots, posts, isFriend) = (latent.columns, fresh, page.posts, page.isFromFriend)
    slate.posts.refill(slots.count, from: PostID(0)) { posts[slots[$0]] }
    slate.examined.refill(slots.count, from: false) { _ in false }
    items.refill(
      slots.count, from: columns, at: now, post: { posts[slots[$0]] },
      isFriend: { isFriend[slots[$0]] })
    columns.findUtilities(of: &items, for: viewer, key: key)
    columns.findRelevance(of: &items, into: &slate.relevance)
  }

  private mutating func walkDown(
    _ walk: inout Walk, _ draws: consuming AttentionDraws, with behaviours: some ItemBehaviours
  ) {
    for number in fresh.indices where walk.continues {
      let index = fresh[number]
      let (look, step) = draws.draw(at: walk.position)
      let isExamined =
        page.authors[index] != walk.viewer
        && look
          < behaviours.examination.decide(
            Examination.Situation(
              position: walk.position, opened: walk.opened))
      var isEngaged = false
      let before = walk.worth
      if isExamined {
        slate.examined[number] = true
        isEngaged = plan(
          Impression(
            post: page.posts[index], item: items.traits[number], index: index,
            isFriend: items.isFriend[number], utility: items.utilities[number]),
          of: &walk, with: behaviours)
      }
      walk.patience = behaviours.scrolling.decide(
        Scrolling.Situation(
          patience: walk.patience, isEngaged: isEngaged,
          worth: isExamined ? walk.worth - before - walk.usual : 0, deviate: step))
      walk.position += 1
      walk.passed += 1
      walk.continues = walk.patience > 0 && walk.start + walk.position < scrollLimit
    }
  }

  /// Ends the walk after so many of the page's new posts, above the end of the screen.
  private mutating func stop(at passed: Int, of slot: UInt32) {
    let device = visits[slot].device
    guard passed > 0, passed < fresh.count else { return }
    held[device].comesIntoView(
      held[device].count - fresh.count + passed - 1, calls: &calls)
  }

  /// Plans what the viewer does with an item, and lets the time that it takes pass.
  ///
  /// - Returns: Whether the viewer does anything.
  private mutating func plan(
    _ impression: Impression, of walk: inout Walk, with behaviours: some ItemBehaviours
  ) -> Bool {
    let (post, item, start) = (impression.post, impression.item, walk.time)
    let before = latent.looks.look(of: walk.viewer, at: post, time: start)
    latent.lookCounts[post.index] += 1
    let isFirst = before.count == 0
    var utility =
      impression.utility
      + satiationEffect(
        of: item.category, on: walk.viewer, at: start, with: behaviours.satiation)
    if !isFirst {
      utility +=
        parameters.utility.seen
        * behaviours.memory.decide(
          Memory.Situation(looks: before.count, elapsed: before.elapsed))
    }
    walk.worth += utility
    walk.examined += 1
    let herding =
      app.counts == .hidden
      ? 0
      : behaviours.herding.decide(
        .opening(
          likes: page.likeCounts[impression.index], usual: usualLikes[viewers[post.index]]))
    var chances = behaviours.actions.decide(
      Actions.Situation(
        utility: utility, readiness: walk.readiness, herding: herding, reluctance: reluctance))
    if before.isOpened { chances.x *= parameters.memory.reopening }
    if isFirst {
      viewers[post.index] += 1
      if walk.isSampled {
        pilot!.add(utility: utility, readiness: walk.readiness, herding: herding)
      }
    }
    let (key, occurrence) = SocietyStreams.keys(ofLook: before.count, by: walk.key, at: item)
    let uniforms = streams.actions.uniforms(key, item.authorKey, occurrence)
    let dwell = streams.dwell.uniforms(key, item.authorKey, occurrence)
    let opens = uniforms.x < chances.x
    if !opens { chances *= parameters.actions.unopened }
    let acts = uniforms .< chances
    let likes = acts[1] && !page.isLiked[impression.index]
    let comments = acts[2]
    let saves = acts[3] && !page.isSaved[impression.index]
    let votes =
      (walk.isContest || parameters.voting.elsewhere > 0)
      && decidesToVote(
        impression, utility: utility, of: walk, isFirst: isFirst, uniform: dwell.x)
    let seconds = behaviours.dwell.decide(
      Dwell.Situation(isOpened: opens, utility: utility, uniform: dwell.y))
    walk.time += seconds
    guard opens || votes || likes || saves || comments else { return false }
    let request = walk.request
    func action(_ kind: InteractionKind, _ moment: Double) -> PlannedAction {
      PlannedAction(time: start + moment * seconds, post: post, kind: kind, request: request)
    }
    if opens {
      planned.append(action(.view, Dwell.Moment.open))
      walk.opened += 1
      consume(item.category, by: walk.viewer, at: start, with: behaviours.satiation)
    }
    if votes { planned.append(action(.vote, Dwell.Moment.vote)) }
    if likes {
      planned.append(action(.like, Dwell.Moment.like))
      planRegret(.unlike, of: planned.last!, dwell.z)
    }
    if saves {
      planned.append(action(.save, Dwell.Moment.save))
      planRegret(.unsave, of: planned.last!, dwell.w)
    }
    if comments { planned.append(action(.comment, Dwell.Moment.comment)) }
    return true
  }

  private mutating func decidesToVote(
    _ impression: Impression, utility: Double, of walk: Walk, isFirst: Bool, uniform: Double
  ) -> Bool {
    let (viewer, post) = (walk.viewer, impression.post)
    let entry = walk.isContest ? nil : community.entry(of: post)
    // A guardian's pet is one's own.
    guard
      walk.isContest
        || entry.map({ $0.contest == community.runningContest }) ?? impression.isFriend,
      !hasVoted(for: post, by: viewer), !community.isOwn(post, viewer)
    else { return false }
    let traits = people[viewer.index]
    let index = post.index
    let situation = Voting.Situation(
      utility: utility,
      herding: app.counts == .hidden || (!walk.isContest && entry == nil)
        ? 0
        : behaviours.herding.decide(
          .voting(
            votes: community.voteCount(of: post)!, usual: usualVotes[voters[index]])),
      isFriend: impression.isFriend, votesToday: traits.voteDay == day ? Int(traits.votesToday) : 0,
      reluctance: voteReluctance)
    voters[index] += 1
    let chance = behaviours.voting.decide(situation)
    guard walk.isContest else { return uniform < parameters.voting.elsewhere * chance }
    if isFirst && walk.isSampled { pilot!.add(situation) }
    return uniform < chance
  }

  /// Plans to undo a like or save, for the few that are undone; the uniform decides both whether and
  /// when.
  private mutating func planRegret(
    _ kind: InteractionKind, of action: PlannedAction, _ uniform: Double
  ) {
    let share = parameters.actions.undo
    guard uniform < share else { return }
    let delay = 1 + uniform / share * (Dwell.longestRegret - 1)
    planned.append(
      PlannedAction(
        time: action.time + delay, post: action.post, kind: kind, request: action.request))
  }
}
