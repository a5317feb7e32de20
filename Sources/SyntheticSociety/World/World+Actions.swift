internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

extension World {
  /// What people say.
  static var comment: String { "lovely" }

  var day: Int32 { Int32(now / 86_400) }

  /// Does what was planned, if it still can be done: another visit of the member may have been
  /// there first, a contest may have closed, a post may be gone or hidden by now.
  mutating func act(_ action: PlannedAction, in place: UInt32) {
    let (post, member) = (action.post, visits[place].member)
    acting = action.request
    do {
      switch action.kind {
      case .like: return tap(.like, true, post, of: place)
      case .unlike: return tap(.like, false, post, of: place)
      case .save: return tap(.save, true, post, of: place)
      case .unsave: return tap(.save, false, post, of: place)
      case .view:
        try community.view(post, by: member, now: now)
        openDetail(of: post, in: place)
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
          time: now, member: member, post: post, kind: kind, request: acting))
    }
    notify(of: kind, post, by: member)
    guard kind == .like else { return }
    attention.receiveLike(community.author(of: post), at: now)
    drift(of: member, afterLiking: post)
    considerFollowing(member, afterLiking: post)
  }

  /// Where the app refreshes home on return from a detail, it has to know of it.
  private mutating func openDetail(of post: PostID, in place: UInt32) {
    guard visits[place].surface == .home, visits[place].nextPage != nil,
      held.rules.homeRefreshes.contains(.onReturn)
    else { return }
    held[visits[place].device].openDetail(of: post, calls: &calls)
    _ = makeCalls(of: place)
  }

  /// Component 25: the author hears of it, and may come to look.
  private mutating func notify(of kind: InteractionKind, _ post: PostID, by member: MemberID) {
    guard [.like, .comment, .vote].contains(kind) else { return }
    let (author, item) = (community.author(of: post), latent.columns.posts[post.index])
    guard author != member else { return }
    let key = people[member.index].key.rawValue
    let occurrence = item.occasion << 8 | UInt32(kind.rawValue) << 4
    var sum = 0.0
    for number in 0..<16 as Range<UInt32> {
      sum += streams.notifications.exponential(key, item.authorKey, occurrence | number)
      guard let delay = behaviours.notificationReturns.decide(sum) else { return }
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
