internal import FeedDevice
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics

extension World {
  /// Walks down the page: what is looked at, what it is worth, what will be done with it.
  mutating func lookThrough(_ place: UInt32, after latency: Double) {
    slate.posts.removeAll(keepingCapacity: true)
    slate.examined.removeAll(keepingCapacity: true)
    slate.relevance.removeAll(keepingCapacity: true)
    let columns = latent.columns
    let viewer = visits[place].member
    let traits = columns.members[viewer.index]
    let (refresh, isContest) = (visits[place].refresh, visits[place].surface == .contest)
    var position = visits[place].position
    let start = visits[place].passed - position
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
      slate.posts.append(post)
      slate.relevance.append(Portable.logistic(utility + columns.offset))
      guard isWalking else {
        slate.examined.append(false)
        continue
      }
      if isFirst || position % 2 == 0 {
        isFirst = false
        draws = streams.attention.uniforms(traits.key.rawValue, refresh, UInt32(position / 2))
      }
      let isOdd = position % 2 == 1
      let isExamined =
        page.authors[index] != viewer
        && (isOdd ? draws.z : draws.x)
          < behaviours.examination.decide(
            Examination.Situation(position: position, opened: visits[place].opened))
      slate.examined.append(isExamined)
      var isEngaged = false
      if isExamined {
        summary.examined += 1
        let impression = Impression(
          post: post, item: item, index: index, isFriend: isFriend, isEntry: isContest, time: time,
          utility: utility, readiness: Double(traits.readiness))
        isEngaged = plan(impression, key: traits.key.rawValue, of: place, until: &time)
      }
      patience = behaviours.scrolling.decide(
        Scrolling.Situation(
          patience: patience, isEngaged: isEngaged, uniform: isOdd ? draws.w : draws.y))
      position += 1
      passed += 1
      isWalking = patience > 0 && start + position < scrollLimit
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
    /// Before repeats, satiation and herding.
    let utility: Double
    let readiness: Double
  }

  /// Plans what the viewer does with an item, and lets the time that it takes pass.
  ///
  /// - Returns: Whether the viewer does anything.
  private mutating func plan(
    _ impression: Impression, key: UInt32, of place: UInt32, until time: inout Double
  ) -> Bool {
    let (post, item, start) = (impression.post, impression.item, impression.time)
    let viewer = visits[place].member
    let looks = seen.looks(of: viewer, at: post)
    seen.look(of: viewer, at: post)
    let utility =
      impression.utility + (looks > 0 ? parameters.utility.seen : 0)
      + satiationEffect(of: item.category, on: viewer, at: start)
    visits[place].count(worth: utility)
    let inclination = utility + impression.readiness
    let herding = behaviours.herding.decide(.opening(likes: page.likeCounts[impression.index]))
    let chances = behaviours.acting.decide(
      Acting.Situation(
        inclination: inclination, herding: herding, reluctance: reluctance))
    pilot?.add(inclination: inclination, herding: herding)
    let occurrence = item.occasion << 8 | UInt32(truncatingIfNeeded: min(looks, 255))
    let uniforms = streams.actions.uniforms(key, item.authorKey, occurrence)
    let reading = streams.reading.uniforms(key, item.authorKey, occurrence)
    let acts = uniforms .< chances
    let opens = acts[0]
    let likes = acts[1] && !page.isLiked[impression.index]
    let comments = acts[2]
    let saves = acts[3] && !page.isSaved[impression.index]
    let votes =
      impression.isEntry
      && decidesToVote(impression, utility: utility, viewer: viewer, uniform: reading.x)
    let seconds = behaviours.dwell.decide(
      Dwell.Situation(isOpened: opens, utility: utility, uniform: reading.y))
    time += seconds
    let request = visits[place].request
    func action(_ kind: InteractionKind, _ moment: Double) -> PlannedAction {
      PlannedAction(time: start + moment * seconds, post: post, kind: kind, request: request)
    }
    if opens {
      planned.append(action(.view, Dwell.Moment.open))
      visits[place].opened += 1
      consume(item.category, by: viewer, at: start)
    }
    if votes { planned.append(action(.vote, Dwell.Moment.vote)) }
    if likes {
      planned.append(action(.like, Dwell.Moment.like))
      planRegret(.unlike, of: planned.last!, reading.z)
    }
    if saves {
      planned.append(action(.save, Dwell.Moment.save))
      planRegret(.unsave, of: planned.last!, reading.w)
    }
    if comments { planned.append(action(.comment, Dwell.Moment.comment)) }
    return opens || votes || likes || saves || comments
  }

  private mutating func decidesToVote(
    _ impression: Impression, utility: Double, viewer: MemberID, uniform: Double
  ) -> Bool {
    // A guardian's pet is one's own.
    guard !community.hasVoted(for: impression.post, viewer),
      !community.isOwn(impression.post, viewer)
    else { return false }
    let traits = latent.columns.members[viewer.index]
    let entry = Voting.Situation(
      utility: utility,
      herding: behaviours.herding.decide(.voting(votes: community.voteCount(of: impression.post))),
      isFriend: impression.isFriend,
      votesToday: traits.voteDay == day ? Int(traits.votesToday) : 0,
      reluctance: voteReluctance)
    pilot?.add(entry)
    return uniform < behaviours.voting.decide(entry)
  }

  /// Plans to take a like or save back, for the few that are; the uniform serves for both whether
  /// and when.
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
