package import DataFiles
public import FeedMetrics
internal import SocialFeed

/// Watches whether the invariants of a run hold.
///
/// Memory is that of posts, of the last slate of each feed of each member, of the examined impressions
/// of two days, of ties, and of pairs of a member and a post that it liked, saved or voted for.
public final class TraceInvariants: ObservationSink {
  /// An invariant that does not hold, and its location.
  public struct Violation: Hashable, Sendable {
    public let invariant: TraceInvariant
    /// What it is about, such as `request 12, post 5`.
    public let subject: String
    package let location: LocatedFault.Location?
    /// The viewer whom a page showed a post against the rule; `nil` for other rules, and in no file.
    package let shown: Shown?

    /// A viewer and a post, by their numbers in the files.
    package struct Shown: Hashable, Sendable {
      let user, post: Int
    }
  }

  /// The first violations, at most twenty.
  public private(set) var violations: [Violation] = []
  /// The number of all violations.
  public private(set) var count = 0
  /// The location of a row of the page or interaction that is observed now; `nil` when it is in no file.
  private var location: ((_ row: Int) -> LocatedFault.Location)?
  /// The numbers that the files have for a member and a post.
  private var identifiers: ((MemberID, PostID) -> Violation.Shown)?

  static let listed = 20

  private var posts: [PostObservation] = []
  private var access = PostAccess()
  private var slates: [ViewerFeed: Slate] = [:]
  private var latestRequest: UInt32?
  private var examined = RecentlyExamined()
  private var marks: [Mark: UInt8] = [:]
  private var entries = ContestEntries()

  public init() {}

  /// Gives violations their location in the files of a trace, which is then to be replayed.
  package func watch(_ replay: TraceReplay) {
    location = { [unowned replay] row in replay.location(ofRow: row) }
    identifiers = { [unowned replay] in replay.identifiers(of: $0, $1) }
    access.knowsTies = replay.hasTies
  }

  private struct Slate {
    var request: UInt32
    /// Impressions so far.
    var count = 0
    var posts: Set<PostID> = []
  }

  private struct Mark: Hashable {
    enum Kind: UInt8 {
      case liked = 1
      case saved = 2
      case votedFor = 4
    }

    let member: MemberID
    let post: PostID
  }

  private func add(
    _ invariant: TraceInvariant, row: Int = 0, shown: (MemberID, PostID)? = nil,
    _ subject: @autoclosure () -> String
  ) {
    count += 1
    guard violations.count < Self.listed else { return }
    violations.append(
      Violation(
        invariant: invariant, subject: subject(), location: location.map { $0(row) },
        shown: shown.flatMap { identifiers?($0, $1) }))
  }

  public func observe(_ post: PostObservation) {
    posts.append(post)
  }

  public func observe(_ tie: TieObservation) { access.observe(tie) }
  public func observe(_ account: AccountObservation) { access.observe(account) }
  public func observe(_ pet: PetObservation) { access.observe(pet) }
  public func observe(_ request: RequestObservation) { access.observe(request) }
  public func observe(_ deletion: DeletionObservation) { access.observe(deletion) }

  public func observe(_ contest: ContestObservation) { entries.add(contest) }

  public func observe(_ entry: EntryObservation) { entries.add(entry) }
}

extension TraceInvariants.Violation: CustomStringConvertible {
  /// The location, if it is in a file, otherwise the subject; what should hold, and who was shown a post against it.
  public var description: String {
    if let location {
      let viewer = shown.map { ", and user \($0.user) was shown post \($0.post)" } ?? ""
      return LocatedFault(location: location, reason: .contradiction("\(invariant)\(viewer)"))
        .description
    }
    return "\(subject): \(invariant)"
  }
}

// MARK: - Pages

extension TraceInvariants {
  public func observe(_ page: borrowing PageObservation) {
    guard !page.posts.isEmpty else { return }
    let feed = page.feed
    let request = page.request
    var slate = slates.removeValue(forKey: feed) ?? Slate(request: request)
    if slate.request != request || slate.count == 0 { begin(&slate, request) }
    if page.offset != slate.count {
      add(.positions, "request \(request), position \(page.offset + 1)")
    }
    let time = page.time
    for (row, post) in page.posts.enumerated() {
      if !slate.posts.insert(post).inserted {
        add(.slates, row: row, "request \(request), post \(post)")
      }
      let shown = posts[post.index]
      if shown.createdAt > time {
        add(.creation, row: row, "request \(request), post \(post)")
      }
      if feed.surface == .home, shown.author == feed.viewer {
        add(.ownPosts, row: row, "request \(request), post \(post)")
      }
      if let rule = access.rule(against: shown, for: feed.viewer, at: time) {
        add(
          rule, row: row, shown: (feed.viewer, post),
          "request \(request), member \(feed.viewer), post \(post)")
      }
      if page.examined[row] { examined.add(request, post, by: feed.viewer, at: time) }
    }
    slate.count = page.offset + page.posts.count
    slates[feed] = slate
  }

  private func begin(_ slate: inout Slate, _ request: UInt32) {
    if let latestRequest, request <= latestRequest { add(.requests, "request \(request)") }
    latestRequest = max(request, latestRequest ?? 0)
    slate.request = request
    slate.count = 0
    slate.posts.removeAll(keepingCapacity: true)
  }
}

// MARK: - Interactions

extension TraceInvariants {
  public func observe(_ interaction: InteractionObservation) {
    let (member, post) = (interaction.member, interaction.post)
    if let request = interaction.request,
      !examined.contains(request, post, by: member, at: interaction.time)
    {
      add(.interactions, "request \(request), member \(member), post \(post)")
    }
    var subject: String { "member \(member), post \(post)" }
    switch interaction.kind {
    case .like: if !put(.liked, member, post) { add(.likes, subject) }
    case .unlike: if !remove(.liked, member, post) { add(.likes, subject) }
    case .save: if !put(.saved, member, post) { add(.saves, subject) }
    case .unsave: if !remove(.saved, member, post) { add(.saves, subject) }
    case .vote:
      if posts[post.index].author == member { add(.ownVotes, subject) }
      if !put(.votedFor, member, post) { add(.votes, subject) }
      entries.addVote(for: post, at: interaction.time)
    case .view, .comment: break
    }
  }

  private func put(_ kind: Mark.Kind, _ member: MemberID, _ post: PostID) -> Bool {
    let mark = Mark(member: member, post: post)
    defer { marks[mark, default: 0] |= kind.rawValue }
    return marks[mark, default: 0] & kind.rawValue == 0
  }

  private func remove(_ kind: Mark.Kind, _ member: MemberID, _ post: PostID) -> Bool {
    let mark = Mark(member: member, post: post)
    defer { marks[mark]? &= ~kind.rawValue }
    return marks[mark, default: 0] & kind.rawValue != 0
  }
}

// MARK: - The end

extension TraceInvariants {
  /// Compares the votes counted with the final votes of a trace, in the order in which entries were observed.
  package func check(finalVotes: [(location: LocatedFault.Location, votes: Int)]) {
    for ((entry, counted), final) in zip(entries.all, finalVotes) where counted != final.votes {
      location = { _ in final.location }
      add(.finalVotes, "contest \(entry.contest), post \(entry.post): \(counted) counted")
    }
  }
}

/// Examined impressions of the last day, and of some of the day before.
private struct RecentlyExamined {
  private var members: [UInt64: MemberID] = [:]
  private var earlier: [UInt64: MemberID] = [:]
  private var nextTurn = -Double.infinity

  private static let day = 86_400.0

  mutating func add(_ request: UInt32, _ post: PostID, by member: MemberID, at time: Double) {
    turn(to: time)
    members[Self.key(request, post)] = member
  }

  mutating func contains(
    _ request: UInt32, _ post: PostID, by member: MemberID, at time: Double
  ) -> Bool {
    turn(to: time)
    let key = Self.key(request, post)
    return (members[key] ?? earlier[key]) == member
  }

  private mutating func turn(to time: Double) {
    guard time >= nextTurn else { return }
    if time >= nextTurn + Self.day { members.removeAll(keepingCapacity: true) }
    swap(&members, &earlier)
    members.removeAll(keepingCapacity: true)
    nextTurn = time + Self.day
  }

  private static func key(_ request: UInt32, _ post: PostID) -> UInt64 {
    UInt64(request) << 32 | UInt64(post.rawValue)
  }
}
