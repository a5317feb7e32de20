/// A contest and, when it is over, its final leaderboard.
public struct Contest: Hashable, Codable, Sendable {
  /// Contests are numbered in the order of opening.
  public let id: ContestID
  /// It runs in `startsAt..<endsAt`, seconds on the caller's clock.
  public let startsAt: Double
  /// Entries and votes are refused from here on, whether or not a check has closed it yet.
  public let endsAt: Double
  /// The theme of its entries.
  public let theme: ContestTheme
  /// The ten best entries when it closed, best first; `nil` while it runs. One whose post is
  /// deleted later leaves it, and no entry moves up onto the list.
  public let finalLeaderboard: [LeaderboardEntry]?

  /// Puts a contest together, as a fixture of an app's tests.
  public init(
    id: ContestID, startsAt: Double, endsAt: Double, theme: ContestTheme,
    finalLeaderboard: [LeaderboardEntry]? = nil
  ) {
    self.id = id
    self.startsAt = startsAt
    self.endsAt = endsAt
    self.theme = theme
    self.finalLeaderboard = finalLeaderboard
  }
}

/// An entry on a leaderboard.
public struct LeaderboardEntry: Hashable, Codable, Sendable {
  public let post: PostID
  /// Members who voted for it in the contest.
  public let votes: Int

  public init(post: PostID, votes: Int) {
    self.post = post
    self.votes = votes
  }
}

/// A contest entry as pages carry it.
public struct Entry: Hashable, Codable, Sendable {
  public let post: PostID
  public let contest: ContestID
  /// Seconds on the caller's clock.
  public let submittedAt: Double
  /// Members who voted for it in the contest.
  public let votes: Int

  /// Puts an entry together, as a fixture of an app's tests.
  public init(post: PostID, contest: ContestID, submittedAt: Double, votes: Int = 0) {
    self.post = post
    self.contest = contest
    self.submittedAt = submittedAt
    self.votes = votes
  }
}

struct ContestColumns: Sendable {
  var startsAt: [Double] = []
  var endsAt: [Double] = []
  /// Indexes in ``ContestTheme/pool``.
  var theme: [UInt8] = []
  var leaderboard: [[LeaderboardEntry]?] = []

  var count: Int { startsAt.count }
}

/// Entries of all contests, side by side for each contest and in order of submission; entries of deleted posts too,
/// without votes.
struct EntryColumns: Sendable {
  static let none = UInt32.max

  var post: [PostID] = []
  var contest: [ContestID] = []
  var submittedAt: [Double] = []
  var votes: [UInt32] = []
  /// The entry before it by the same author, and of the same pet, in any contest, or `none`.
  var previousByAuthor: [UInt32] = []
  var previousOfPet: [UInt32] = []
  /// The last entry, or `none`, of each member up to the last who ever entered.
  var lastByAuthor: [UInt32] = []

  var count: Int { post.count }

  /// A member's last entry in any contest, or `none`.
  func last(by author: MemberID) -> UInt32 {
    author.index < lastByAuthor.count ? lastByAuthor[author.index] : Self.none
  }

  /// Appends an entry without votes.
  mutating func append(
    _ post: PostID, by author: MemberID, to contest: ContestID, lastOfPet: UInt32, at time: Double
  ) {
    previousByAuthor.append(last(by: author))
    if author.index >= lastByAuthor.count {
      let missing = author.index + 1 - lastByAuthor.count
      lastByAuthor.append(contentsOf: repeatElement(Self.none, count: missing))
    }
    lastByAuthor[author.index] = UInt32(count)
    previousOfPet.append(lastOfPet)
    self.post.append(post)
    self.contest.append(contest)
    submittedAt.append(time)
    votes.append(0)
  }
}

extension Community {
  /// How many contests there were, the running one among them.
  public var contestCount: Int { contests.count }

  /// Whether there is such a contest, running or over.
  public func contains(_ contest: ContestID) -> Bool { contest.index < contests.count }

  /// A contest, running or over; `nil` without such a contest.
  public func contest(_ id: ContestID) -> Contest? {
    guard contains(id) else { return nil }
    return Contest(
      id: id, startsAt: contests.startsAt[id.index], endsAt: contests.endsAt[id.index],
      theme: ContestTheme.pool[Int(contests.theme[id.index])],
      finalLeaderboard: contests.leaderboard[id.index])
  }

  /// The contest that the last rotation check left running.
  public var runningContest: ContestID? { running?.contest }

  /// A post's entry, if there is such a post and it has entered a contest.
  public func entry(of post: PostID) -> Entry? {
    guard isPost(post) else { return nil }
    let index = posts.entry[post.index]
    guard index != PostColumns.noEntry else { return nil }
    let i = Int(index)
    return Entry(
      post: post, contest: entries.contest[i], submittedAt: entries.submittedAt[i],
      votes: Int(entries.votes[i]))
  }

  /// How many have voted for a post as a contest entry; 0 for a post that is none, `nil` for one that
  /// there never was. O(1).
  public func voteCount(of post: PostID) -> Int? {
    guard post.index < posts.count else { return nil }
    let entry = posts.entry[post.index]
    return entry == PostColumns.noEntry ? 0 : Int(entries.votes[Int(entry)])
  }

  /// Whether a member has voted for an entry. O(1).
  public func hasVoted(for post: PostID, by member: MemberID) -> Bool {
    guard post.index < posts.count else { return false }
    let entry = posts.entry[post.index]
    return entry != PostColumns.noEntry && votes.contains(member, in: Int(entry))
  }

  /// The rotation check, to be run every hour: closes the contest that is over, freezing its
  /// leaderboard, and opens the next one at `now`, so that exactly one contest runs after every
  /// check, however many could have run since the last.
  ///
  /// The next theme is one of the pool that none of the last ten contests had, drawn
  /// pseudo-randomly from the seed and the number of the contest.
  ///
  /// - Parameters:
  ///   - now: Seconds on the caller's clock.
  ///   - seed: Any number that stays the same. Default: ``run``.
  /// - Returns: The contest opened, if there is a new one.
  @discardableResult
  public mutating func rotateContests(now: Double, seed: UInt64? = nil) -> ContestID? {
    let seed = seed ?? run
    let number = UInt64(contests.count)
    return rotateContests(now: now) { count in
      // The seed is mixed before the number, so that the contests of neighbouring seeds differ.
      let word = KeyedNoise.mix(KeyedNoise.mix(seed) ^ number)
      return Int(word.multipliedFullWidth(by: UInt64(count)).high)
    }
  }

  /// The rotation check, for a host that chooses the themes.
  ///
  /// - Parameters:
  ///   - now: Seconds on the caller's clock.
  ///   - choose: Which of so many themes, at least 45, the next contest takes: any number, taken
  ///     modulo how many they are, so that −1 is the last of them. The choice is among themes of the pool that none of
  ///     the last ten contests had, in the order of the pool from behind the last contest's theme on.
  /// - Returns: The contest opened, if there is a new one.
  @discardableResult
  public mutating func rotateContests(
    now: Double, choosing choose: (_ count: Int) -> Int
  ) -> ContestID? {
    let now = instant(now)
    advanceClock(to: now)
    if let running {
      guard now >= contests.endsAt[running.contest.index] else {
        accepted(.rotateContests(opened: nil, theme: nil))
        return nil
      }
      contests.leaderboard[running.contest.index] = leaderboard(of: running.contest)
    }
    let contest = ContestID(contests.count)
    let themes = nextThemes
    let rest = choose(themes.count) % themes.count
    contests.theme.append(themes[rest < 0 ? rest + themes.count : rest])
    contests.startsAt.append(now)
    contests.endsAt.append(now + contestLength)
    contests.leaderboard.append(nil)
    running = RunningContest(contest: contest, firstEntry: entries.count)
    voteLog.beginContest()
    let theme = ContestTheme.pool[Int(contests.theme[contest.index])].name
    accepted(.rotateContests(opened: contest, theme: theme))
    return contest
  }

  /// Ends the running contest before its time: entries and votes are refused from `now` on, and the
  /// next rotation check closes it and opens another, so that the two calls together are a rotation
  /// by force.
  ///
  /// - Throws: ``ContestError/noContest(at:)`` when none runs.
  public mutating func endContest(now: Double) throws(ContestError) {
    let now = instant(now)
    guard let running, now < contests.endsAt[running.contest.index] else {
      throw .noContest(at: now)
    }
    advanceClock(to: now)
    contests.endsAt[running.contest.index] = now
    accepted(.endContest)
  }

  /// The themes that the next contest can have.
  var nextThemes: [UInt8] {
    let count = UInt8(ContestTheme.pool.count)
    let recent = contests.theme.suffix(10)
    let first = recent.last.map { $0 + 1 } ?? 0
    return (0..<count).map { (first + $0) % count }.filter { !recent.contains($0) }
  }

  /// Joins a post to the running contest, once: by its author, and only one that everybody may see.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func enter(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(ContestError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
    let now = instant(now)
    guard let running, now < contests.endsAt[running.contest.index] else {
      throw .noContest(at: now)
    }
    guard posts.author[post.index] == member else { throw .notTheAuthor(post, member) }
    guard isVisible(post, to: nil) else { throw .notPublic(post) }
    guard posts.entry[post.index] == PostColumns.noEntry else { throw .alreadyEntered(post) }
    advanceClock(to: now)
    posts.entry[post.index] = UInt32(entries.count)
    let pet = details.pet(of: post)
    let lastOfPet = pet.map { pets.lastEntry[$0.index] } ?? EntryColumns.none
    if let pet { pets.lastEntry[pet.index] = UInt32(entries.count) }
    self.running!.add(entries.count)
    entries.append(post, by: member, to: running.contest, lastOfPet: lastOfPet, at: now)
    accepted(.act(.enter, post: post, member: member))
  }

  /// Votes for somebody else's entry, whose author is notified: once, and only while the contest
  /// runs.
  public mutating func vote(
    for post: PostID, by member: MemberID, now: Double
  ) throws(ContestError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard posts.entry[post.index] != PostColumns.noEntry else { throw .notAnEntry(post) }
    let entry = Int(posts.entry[post.index])
    let contest = entries.contest[entry]
    let now = instant(now)
    guard running?.contest == contest, now < contests.endsAt[contest.index] else {
      throw .contestClosed(contest)
    }
    guard isVisible(post, to: member) else { throw .notVisible(post) }
    guard !isOwn(post, member) else { throw .ownEntry(post) }
    guard votes.insert(member, into: entry) else { throw .alreadyVoted(post) }
    advanceClock(to: now)
    running!.addVote(to: entry, votes: entries.votes[entry])
    entries.votes[entry] += 1
    voteLog.gain(entry)
    notify(.contestVote, about: .post(post), to: posts.author[post.index], from: member, now: now)
    accepted(.act(.vote, post: post, member: member))
  }

  /// The best ten entries of a contest: by votes, then earlier submission, then lower identifier.
  ///
  /// It is the same for everybody: only identifiers and votes, also of posts that a block or an
  /// account or post that went private hides from some. `nil` for a contest that does not exist.
  public func leaderboard(of contest: ContestID) -> [LeaderboardEntry]? {
    guard contains(contest) else { return nil }
    if let final = contests.leaderboard[contest.index] { return final }
    guard let running, running.contest == contest else { return [] }
    return running.best(10, of: entries)
  }

  /// Takes a post that is about to be deleted out of its contest.
  mutating func removeEntry(of post: PostID) {
    guard posts.entry[post.index] != PostColumns.noEntry else { return }
    let entry = Int(posts.entry[post.index])
    let contest = entries.contest[entry]
    if running?.contest == contest { running!.remove(entry, votes: entries.votes[entry]) }
    contests.leaderboard[contest.index]?.removeAll { $0.post == post }
    votes.removeAll(from: entry)
    entries.votes[entry] = 0
    posts.entry[post.index] = PostColumns.noEntry
  }
}
