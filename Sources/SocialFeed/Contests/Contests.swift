/// A contest and, when it is over, its final leaderboard.
public struct Contest: Hashable, Sendable {
  /// Contests are numbered in the order of opening.
  public let id: ContestID
  /// It runs in `startsAt..<endsAt`, seconds on the caller's clock.
  public let startsAt: Double
  /// Entries and votes are refused from here on, whether or not a check has closed it yet.
  public let endsAt: Double
  /// The ten best entries when it closed, best first; `nil` while it runs.
  public let finalLeaderboard: [PostID]?
}

/// A contest entry as pages carry it.
public struct Entry: Hashable, Sendable {
  public let post: PostID
  public let contest: ContestID
  /// Seconds on the caller's clock.
  public let submittedAt: Double
  /// Members who voted for it in the contest.
  public let votes: Int
}

struct ContestColumns: Sendable {
  var startsAt: [Double] = []
  var endsAt: [Double] = []
  var leaderboard: [[PostID]?] = []

  var count: Int { startsAt.count }
}

/// Entries of all contests, those of a contest side by side and in order of submission.
struct EntryColumns: Sendable {
  var post: [PostID] = []
  var contest: [ContestID] = []
  var submittedAt: [Double] = []
  var votes: [UInt32] = []

  var count: Int { post.count }
}

/// Why an entry or a vote was refused.
public enum ContestError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPost(PostID)
  case noContest(at: Double)
  case notTheAuthor(PostID, MemberID)
  /// A post that others cannot see cannot take part.
  case notPublic(PostID)
  case alreadyEntered(PostID)
  case notAnEntry(PostID)
  case contestClosed(ContestID)
  case ownEntry(PostID)
  case alreadyVoted(PostID)
}

extension ContestError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPost(let post): "there is no post \(post)"
    case .noContest(let time): "no contest runs at \(time)"
    case .notTheAuthor(let post, let member): "post \(post) is not by member \(member)"
    case .notPublic(let post): "post \(post) is not public"
    case .alreadyEntered(let post): "post \(post) has already entered a contest"
    case .notAnEntry(let post): "post \(post) is not a contest entry"
    case .contestClosed(let contest): "contest \(contest) is over"
    case .ownEntry(let post): "entry \(post) is one's own"
    case .alreadyVoted(let post): "entry \(post) already has the member's vote"
    }
  }
}

extension Community {
  /// How many contests there were, the running one among them.
  public var contestCount: Int { contests.count }

  /// A contest, running or over.
  public func contest(_ id: ContestID) -> Contest {
    Contest(
      id: id, startsAt: contests.startsAt[id.index], endsAt: contests.endsAt[id.index],
      finalLeaderboard: contests.leaderboard[id.index])
  }

  /// The contest that the last rotation check left running.
  public var runningContest: ContestID? { running?.contest }

  /// A post's entry, if it has entered a contest.
  public func entry(of post: PostID) -> Entry? {
    let place = posts.entry[post.index]
    guard place != PostColumns.noEntry else { return nil }
    let i = Int(place)
    return Entry(
      post: post, contest: entries.contest[i], submittedAt: entries.submittedAt[i],
      votes: Int(entries.votes[i]))
  }

  /// Whether a member has voted for an entry.
  public func hasVoted(for post: PostID, _ member: MemberID) -> Bool {
    votes.contains(member, post)
  }

  /// The rotation check, to be run every hour: closes the contest that is over, freezing its
  /// leaderboard, and opens the next one at `now`, so that one contest runs after every check.
  ///
  /// - Returns: The contest opened, if there is a new one.
  @discardableResult
  public mutating func rotateContests(now: Double) -> ContestID? {
    if let running {
      guard now >= contests.endsAt[running.contest.index] else { return nil }
      contests.leaderboard[running.contest.index] = leaderboard(of: running.contest)
    }
    let contest = ContestID(contests.count)
    contests.startsAt.append(now)
    contests.endsAt.append(now + contestLength)
    contests.leaderboard.append(nil)
    running = RunningContest(contest: contest, firstEntry: entries.count)
    checkInvariants()
    return contest
  }

  /// Joins a public post of one's own to the running contest.
  ///
  /// - Parameter now: Seconds on the caller's clock, not before the last entry.
  public mutating func enter(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(ContestError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard let running, now < contests.endsAt[running.contest.index] else {
      throw .noContest(at: now)
    }
    guard posts.author[post.index] == member else { throw .notTheAuthor(post, member) }
    guard posts.privacy[post.index] == .everyone else { throw .notPublic(post) }
    guard posts.entry[post.index] == PostColumns.noEntry else { throw .alreadyEntered(post) }
    precondition(
      now >= entries.submittedAt.last ?? now,
      "entered at \(now), before \(entries.submittedAt.last!)")
    posts.entry[post.index] = UInt32(entries.count)
    entries.post.append(post)
    entries.contest.append(running.contest)
    entries.submittedAt.append(now)
    entries.votes.append(0)
    self.running!.addEntry()
    checkInvariants()
  }

  /// Votes for somebody else's entry: once, and only while the contest runs.
  public mutating func vote(
    for post: PostID, by member: MemberID, now: Double
  ) throws(ContestError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard posts.entry[post.index] != PostColumns.noEntry else { throw .notAnEntry(post) }
    let entry = Int(posts.entry[post.index])
    let contest = entries.contest[entry]
    guard running?.contest == contest, now < contests.endsAt[contest.index] else {
      throw .contestClosed(contest)
    }
    guard posts.author[post.index] != member else { throw .ownEntry(post) }
    guard !votes.contains(member, post) else { throw .alreadyVoted(post) }
    votes.insert(member, post, time: now)
    running!.addVote(to: entry, votes: &entries.votes)
    checkInvariants()
  }

  /// The best ten entries of a contest: by votes, then earlier submission, then lower identifier.
  public func leaderboard(of contest: ContestID) -> [PostID] {
    if let final = contests.leaderboard[contest.index] { return final }
    guard let running, running.contest == contest else { return [] }
    return running.best(10, of: entries)
  }
}
