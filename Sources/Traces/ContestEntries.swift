internal import FeedMetrics
internal import SocialFeed

/// Entries of contests in the order in which they came, and the votes for them inside their contests.
struct ContestEntries {
  private struct Entry {
    let observation: EntryObservation
    /// The post's entry before this one, if it has several.
    let previous: Int?
    var votes = 0
  }

  private var contests: [ContestObservation] = []
  private var entries: [Entry] = []
  /// The index of each post's latest entry.
  private var latest: [PostID: Int] = [:]

  mutating func add(_ contest: ContestObservation) { contests.append(contest) }

  mutating func add(_ entry: EntryObservation) {
    let previous = latest.updateValue(entries.count, forKey: entry.post)
    entries.append(Entry(observation: entry, previous: previous))
  }

  /// Counts a vote for the post's entries in contests that run at its time.
  mutating func addVote(for post: PostID, at time: Double) {
    var next = latest[post]
    while let index = next {
      let contest = contests[entries[index].observation.contest.index]
      if time >= contest.startsAt, time < contest.endsAt { entries[index].votes += 1 }
      next = entries[index].previous
    }
  }

  /// The contest that a post entered first.
  func firstContest(of post: PostID) -> ContestID? {
    guard var index = latest[post] else { return nil }
    while let previous = entries[index].previous { index = previous }
    return entries[index].observation.contest
  }

  /// Each entry with its votes.
  var all: [(entry: EntryObservation, votes: Int)] {
    entries.map { ($0.observation, $0.votes) }
  }
}
