import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Keeps the observed ties in plain sets, and checks each observation against them.
private final class TieWatcher: ObservationSink {
  struct Pair: Hashable {
    let one: MemberID
    let other: MemberID
  }

  private(set) var follows: Set<Pair> = []
  private(set) var friendships: Set<Pair> = []
  private(set) var blocks: Set<Pair> = []
  private(set) var counts: [TieOutcome: Int] = [:]
  private(set) var faults: [String] = []
  private(set) var pages = 0
  private var authors: [MemberID] = []
  /// Whether each page is to show nothing but what followers and friends of the author may see.
  var isPrivate = false
  /// Counts from here on.
  var from = -Double.infinity

  private func undirected(_ one: MemberID, _ other: MemberID) -> Pair {
    Pair(one: min(one, other), other: max(one, other))
  }

  private func expect(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
    if !isTrue && faults.count < 5 { faults.append(fault()) }
  }

  func observe(_ post: PostObservation) { authors.append(post.author) }

  func observe(_ tie: TieObservation) {
    let (pair, back) = (Pair(one: tie.from, other: tie.to), Pair(one: tie.to, other: tie.from))
    if tie.time >= from { counts[tie.kind, default: 0] += 1 }
    expect(tie.from != tie.to, "a tie of \(tie.from) to oneself")
    switch tie.kind {
    case .follow:
      expect(follows.insert(pair).inserted, "a second follow \(pair)")
      expect(tie.isReturned == follows.contains(back), "\(tie)")
      expect(!blocks.contains(undirected(tie.from, tie.to)), "a follow across a block")
    case .unfollow:
      expect(follows.remove(pair) != nil, "the end of no follow \(pair)")
      expect(tie.isReturned == follows.contains(back), "\(tie)")
    case .friend:
      expect(friendships.insert(undirected(tie.from, tie.to)).inserted, "friends twice")
      expect(!blocks.contains(undirected(tie.from, tie.to)), "friends across a block")
    case .unfriend:
      expect(friendships.remove(undirected(tie.from, tie.to)) != nil, "the end of no friendship")
    case .block:
      blocks.insert(undirected(tie.from, tie.to))
      let isFree = !follows.contains(pair) && !follows.contains(back)
      expect(isFree && !friendships.contains(undirected(tie.from, tie.to)), "a tie and a block")
    }
  }

  func observe(_ page: borrowing PageObservation) {
    pages += 1
    for post in page.posts {
      let author = authors[post.index]
      expect(!blocks.contains(undirected(page.viewer, author)), "a post across a block")
      guard isPrivate, author != page.viewer else { continue }
      let isAllowed =
        follows.contains(Pair(one: page.viewer, other: author))
        || friendships.contains(undirected(page.viewer, author))
      expect(isAllowed, "\(page.viewer) sees a post of the private account \(author)")
    }
  }
}

/// Keeps the requests that wait for an answer, and checks each observation against them.
private final class RequestWatcher: ObservationSink {
  private struct Key: Hashable {
    let kind: RequestKind
    let from: MemberID
    let to: MemberID
  }

  private(set) var faults: [String] = []
  private(set) var counts: [RequestKind: [RequestStep: Int]] = [:]
  private(set) var pets = 0
  private(set) var petsOnPosts: Set<PetID> = []
  private var waiting: Set<Key> = []
  private var accepted: Set<Key> = []
  private var isPrivate: Set<MemberID> = []

  private func expect(_ isTrue: Bool, _ fault: String) {
    if !isTrue && faults.count < 5 { faults.append(fault) }
  }

  func observe(_ account: AccountObservation) {
    expect(isPrivate.insert(account.member).inserted && account.isPrivate, "\(account)")
  }

  func observe(_ pet: PetObservation) {
    expect(pet.pet.index == pets, "\(pet)")
    pets += 1
  }

  func observe(_ post: PostObservation) { if let pet = post.pet { petsOnPosts.insert(pet) } }

  func observe(_ request: RequestObservation) {
    let key = Key(kind: request.kind, from: request.from, to: request.to)
    counts[request.kind, default: [:]][request.step, default: 0] += 1
    expect((request.kind == .guardian) == (request.pet != nil), "\(request)")
    switch request.step {
    case .sent:
      expect(waiting.insert(key).inserted, "sent twice: \(request)")
      expect(request.kind != .follow || isPrivate.contains(request.to), "\(request)")
    case .accepted:
      expect(waiting.remove(key) != nil, "not sent: \(request)")
      accepted.insert(key)
    case .declined, .withdrawn: expect(waiting.remove(key) != nil, "not sent: \(request)")
    case .ended: expect(accepted.remove(key) != nil, "not accepted: \(request)")
    }
  }

  func observe(_ tie: TieObservation) {
    func key(_ kind: RequestKind, _ one: MemberID, _ other: MemberID) -> Key {
      Key(kind: kind, from: one, to: other)
    }
    guard tie.time >= 0 else { return }
    switch tie.kind {
    case .follow:
      expect(
        !isPrivate.contains(tie.to) || accepted.remove(key(.follow, tie.from, tie.to)) != nil,
        "a follow of a private account without a request: \(tie)")
    case .friend:
      let isAccepted = [(tie.from, tie.to), (tie.to, tie.from)].contains {
        accepted.remove(key(.friend, $0, $1)) != nil
      }
      expect(isAccepted, "a friendship without a request: \(tie)")
    case .block:
      for kind in RequestKind.allCases {
        for key in [key(kind, tie.from, tie.to), key(kind, tie.to, tie.from)] {
          expect(!waiting.contains(key), "a \(kind) request across a block")
          expect(kind != .guardian || !accepted.contains(key), "a guardian across a block")
        }
      }
    case .unfollow, .unfriend: break
    }
  }
}

@Suite struct TieRunTests {
  private func watch(
    _ watcher: some ObservationSink, _ change: (inout SocietyParameters) -> Void
  ) throws -> WorldSummary {
    var parameters = SocietyParameters.small(members: 120, days: 6)
    #if InternalChecks
      parameters = .small(members: 30, days: 2)
    #endif
    change(&parameters)
    var run = WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "recency"), seed: 5, world: 1)
    run.intercepts = .usual
    return try #require(run.simulate(sinks: [watcher]))
  }

  @Test func `the observed ties are those of the community`() throws {
    let watcher = TieWatcher()
    watcher.from = 0
    let summary = try watch(watcher) {
      $0.following.attempts = 1
      $0.following.afterLike = 0.5
      $0.following.friendRequests = 0.5
      $0.unfollowing.hazard = 0.05
      $0.blocking.hazard = 0.05
    }
    expectEqual(watcher.faults, [])
    expectEqual(watcher.follows.count, summary.follows)
    expectEqual(watcher.friendships.count, summary.friendships)
    #if !InternalChecks
      for kind in [TieOutcome.follow, .unfollow, .friend, .unfriend, .block] {
        #expect(watcher.counts[kind, default: 0] > 0, "\(kind)")
      }
    #endif
  }

  @Test func `each behaviour can be switched off`() throws {
    let watcher = TieWatcher()
    watcher.from = 0
    _ = try watch(watcher) {
      $0.following.attempts = 0
      $0.following.atJoining = 0
      $0.following.afterLike = 0
      $0.following.friendRequests = 0
      $0.unfollowing.hazard = 0
    }
    #expect(watcher.faults == [] && watcher.counts == [:] && watcher.pages > 0)
  }

  /// Everybody who is met is followed: of 12 met some are met again, one in ten or so of 150.
  @Test func `new members follow some when they join, and nobody else does`() {
    var parameters = SocietyParameters.small(members: 150, days: 4)
    (parameters.following.attempts, parameters.following.afterLike) = (0, 0)
    (parameters.following.atJoining, parameters.following.spread) = (12, 0)
    parameters.graph.homophilyOffset = 40
    (parameters.graph.closure, parameters.graph.reciprocity, parameters.graph.silentAppeal) =
      (0, 0, 1)
    parameters.joining.share = 0.05
    let (sink, _) = simulate(parameters, .ordering(.home, by: "recency"))
    let joined = sink.members.filter { $0.joinedAt >= 0 }
    #expect(joined.count > 10)
    let follows = sink.ties.filter { $0.kind == .follow && $0.time > 0 }
    for member in joined {
      let own = follows.filter { $0.from == member.member }
      #expect((6...12).contains(own.count), "\(own.count) follows")
      #expect(own.allSatisfy { $0.time == member.joinedAt })
    }
    #expect(follows.allSatisfy { $0.from.index >= 150 })
  }

  /// Who joins follows some, ends one of these follows at each session, and would be followed back two days later.
  @Test func `a follow that has ended is not returned`() {
    struct AtOnce: Behaviour {
      func decide(_ tie: Unfollowing.Situation) -> Bool {
        if case .followee = tie { true } else { false }
      }
    }
    struct Later: Behaviour {
      func decide(_ follow: Reciprocity.Situation) -> Double? { 2 * 86_400 }
    }
    var parameters = SocietyParameters.small(members: 150, days: 6)
    (parameters.following.attempts, parameters.following.afterLike) = (0, 0)
    (parameters.following.atJoining, parameters.following.spread) = (3, 0)
    parameters.graph.homophilyOffset = 40
    (parameters.graph.closure, parameters.graph.follows, parameters.graph.friends) = (0, 0, 0)
    parameters.posting.share = 1
    parameters.joining.share = 0.2
    var run = WorldRun(
      parameters: parameters, arm: .ordering(.home, by: "recency"), seed: 5, world: 0)
    run.intercepts = .usual
    run.adjustBehaviours = {
      $0.unfollowing = AtOnce()
      $0.reciprocity = Later()
    }
    let sink = RecordingSink()
    #expect(run.simulate(sinks: [sink]) != nil)
    let returns = sink.ties.filter {
      $0.kind == .follow && $0.time != sink.members[$0.from.index].joinedAt
    }
    #expect(returns.count > 10 && returns.allSatisfy(\.isReturned))
    #expect(sink.ties.count { $0.kind == .unfollow } > 50)
  }

  /// Ties do not end, so that those of the time of a request are there when it is answered.
  @Test func `friends are friends of friends or followees`() {
    var parameters = SocietyParameters.small(members: 150, days: 4)
    (parameters.graph.follows, parameters.graph.friends) = (4, 2)
    (parameters.following.attempts, parameters.following.afterLike) = (0, 0)
    (parameters.following.atJoining, parameters.following.friendRequests) = (0, 1)
    (parameters.unfollowing.hazard, parameters.blocking.hazard) = (0, 0)
    let (sink, _) = simulate(parameters, .ordering(.home, by: "recency"))
    var followees: [MemberID: Set<MemberID>] = [:]
    var friends: [MemberID: Set<MemberID>] = [:]
    /// Whether one member may have come across the other.
    func knows(_ one: MemberID, _ other: MemberID) -> Bool {
      let (followed, ofOne) = (followees[one, default: []], friends[one, default: []])
      return followed.isEmpty || followed.contains(other)
        || !ofOne.isDisjoint(with: friends[other, default: []])
    }
    var requests = 0
    for tie in sink.ties {
      if tie.kind == .follow { followees[tie.from, default: []].insert(tie.to) }
      guard tie.kind == .friend else { continue }
      if tie.time >= 0 {
        requests += 1
        #expect(knows(tie.from, tie.to) || knows(tie.to, tie.from), "\(tie)")
      }
      friends[tie.from, default: []].insert(tie.to)
      friends[tie.to, default: []].insert(tie.from)
    }
    #expect(requests > 50)
  }

  @Test func `private accounts show nobody else what they post, and let some in`() throws {
    let watcher = TieWatcher()
    watcher.isPrivate = true
    watcher.from = 0
    _ = try watch(watcher) {
      $0.accounts.privateShare = 1
      $0.following.attempts = 1
      $0.deleting.share = 0.3
      $0.deleting.meanHours = 6
      $0.surfaces.contest = 0
    }
    #expect(watcher.faults == [] && watcher.pages > 0)
    #if !InternalChecks
      #expect(watcher.counts[.follow, default: 0] > 0)
    #endif
  }

  @Test func `requests, private accounts and pets are observed as they are`() throws {
    let watcher = RequestWatcher()
    _ = try watch(watcher) {
      $0.accounts.privateShare = 0.5
      $0.pets.share = 1
      $0.pets.guardians = 1
      $0.following.attempts = 1
      $0.following.afterLike = 0.5
      $0.following.friendRequests = 0.5
      $0.blocking.hazard = 0.05
    }
    expectEqual(watcher.faults, [])
    #expect(watcher.pets > 0 && !watcher.petsOnPosts.isEmpty)
    #if !InternalChecks
      for kind in [RequestKind.follow, .friend] {
        for step in [RequestStep.sent, .accepted, .declined] {
          #expect(watcher.counts[kind]?[step] ?? 0 > 0, "\(kind) \(step)")
        }
      }
      #expect(watcher.counts[.guardian]?[.accepted] ?? 0 > 0)
    #endif
  }

  @Test func `pets with guardians change who may vote, and nothing breaks`() throws {
    let summary = try watch(TieWatcher()) {
      $0.pets.share = 1
      $0.pets.guardians = 1
      $0.entering.entriesPerMember = 0.3
      $0.openOnly(.contest)
      $0.actions.vote = 0.5
    }
    #expect(summary.interactions > 0)
  }
}
