internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

extension World {
  /// The text of comments.
  static var comment: String { "lovely" }

  var day: Int32 { Int32(now / 86_400) }

  /// Does what was planned, if it still can be done: another visit of the member may have been
  /// there first, a contest may have closed, a post may be gone or hidden by now.
  mutating func act(_ action: PlannedAction, in slot: UInt32) {
    let (post, member) = (action.post, visits[slot].member)
    acting = action.request
    do {
      switch action.kind {
      case .like: return tap(.like, true, post, of: slot)
      case .unlike: return tap(.like, false, post, of: slot)
      case .save: return tap(.save, true, post, of: slot)
      case .unsave: return tap(.save, false, post, of: slot)
      case .view:
        try community.view(post, by: member, now: now)
        latent.looks.open(post, by: member)
        openDetail(of: post, in: slot)
      case .comment: try community.comment(Self.comment, on: post, by: member, now: now)
      case .vote:
        guard !hasVoted(for: post, by: member) else { return }
        if visits[slot].surface == .contest || community.entry(of: post) != nil {
          try community.vote(for: post, by: member, now: now)
        } else {
          try community.voteAsFriend(for: post, by: member, now: now)
        }
        countVote(of: member)
      }
    } catch let error as InteractionError where error.comesTooLate {
      return
    } catch let error as ContestError where error.comesTooLate {
      return
    } catch {
      preconditionFailure("a \(action.kind) of member \(member) was refused: \(error)")
    }
    record(action.kind, post, of: slot)
  }

  /// Whether a member has voted for a post, as an entry or outside of any contest.
  func hasVoted(for post: PostID, by member: MemberID) -> Bool {
    community.hasVoted(for: post, by: member) || community.hasVotedAsFriend(for: post, by: member)
  }

  /// An interaction has been done: others may react, and it is observed.
  mutating func record(_ kind: InteractionKind, _ post: PostID, of slot: UInt32) {
    let member = visits[slot].member
    summary.interactions += 1
    for sink in sinks {
      sink.observe(
        InteractionObservation(
          time: now, member: member, post: post, kind: kind, request: acting))
    }
    notify(of: kind, post, by: member)
    if kind == .unlike {
      pilot?.likes -= 1
      attention.takeLikeBack(community.author(of: post)!, at: now)
    }
    guard kind == .like else { return }
    pilot?.likes += 1
    attention.receiveLike(community.author(of: post)!, at: now)
    drift(of: member, afterLiking: post)
    considerFollowing(member, afterLiking: post)
  }

  /// The app must know of an open detail where it refreshes home because of it.
  private mutating func openDetail(of post: PostID, in slot: UInt32) {
    guard visits[slot].surface == .home, visits[slot].nextPage != nil,
      !held.rules.homeRefreshes.isDisjoint(with: [.onReturn, .afterDetail])
    else { return }
    held[visits[slot].device].openDetail(of: post, calls: &calls)
    _ = makeCalls(of: slot)
  }

  /// Notifies the author, who may come to look.
  private mutating func notify(of kind: InteractionKind, _ post: PostID, by member: MemberID) {
    guard [.like, .comment, .vote].contains(kind) else { return }
    let (author, item) = (community.author(of: post)!, latent.columns.posts[post.index])
    guard author != member else { return }
    let key = people[member.index].key.rawValue
    let occurrence = item.opportunity << 8 | UInt32(kind.rawValue) << 4
    var sum = 0.0
    for number in 0..<16 as Range<UInt32> {
      sum += streams.notifications.exponential(key, item.authorKey, occurrence | number)
      guard let delay = behaviours.notifications.decide(sum) else { return }
      schedule(.broughtSession(author), at: (now + delay).rounded(.up))
    }
  }

  private mutating func countVote(of member: MemberID) {
    if people[member.index].voteDay != day {
      people[member.index].voteDay = day
      people[member.index].votesToday = 0
    }
    people[member.index].votesToday += 1
  }
}

extension InteractionError {
  /// Whether a post was deleted or hidden, or a friendship ended, since the page was served.
  fileprivate var comesTooLate: Bool {
    switch self {
    case .unknownPost, .notVisible, .notAFriend: true
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
