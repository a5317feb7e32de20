public import SocialFeed

/// What is known of a run before its first event.
public struct RunObservation: Sendable {
  /// Seconds from the start of the run to its end.
  public var duration: Double
  /// Where the statistics begin: seconds of warm-up.
  public var windowStart: Double
  /// How many categories posts have.
  public var categoryCount: Int
  /// Names of the members' groups, in order of their number.
  public var groupNames: [String]
  /// Names of the rankers that serve pages, in order of their number.
  public var rankerNames: [String]

  public init(
    duration: Double, windowStart: Double, categoryCount: Int, groupNames: [String],
    rankerNames: [String]
  ) {
    self.duration = duration
    self.windowStart = windowStart
    self.categoryCount = categoryCount
    self.groupNames = groupNames
    self.rankerNames = rankerNames
  }
}

/// A member joined. Members are observed in order of identifier, without gaps.
public struct MemberObservation: Sendable {
  public var member: MemberID
  /// An index in the run's group names.
  public var group: Int
  /// Seconds from the start of the run; negative for initial members.
  public var joinedAt: Double
  /// Latent interest in each category at the start: none negative, with sum 1.
  public var taste: [Float]
  /// Sessions that the member is expected to have a day, before anything seen moves them; `nil` where it is not
  /// known, as in a trace.
  public var sessionsPerDay: Double?

  public init(
    member: MemberID, group: Int, joinedAt: Double, taste: [Float], sessionsPerDay: Double? = nil
  ) {
    self.member = member
    self.group = group
    self.joinedAt = joinedAt
    self.taste = taste
    self.sessionsPerDay = sessionsPerDay
  }
}

/// A post was published. Posts are observed in order of identifier, without gaps.
public struct PostObservation: Sendable {
  public var post: PostID
  public var author: MemberID
  public var category: CategoryID
  /// Seconds from the start of the run, a whole number; negative for the initial posts.
  public var createdAt: Double
  /// Latent quality on the scale of a chance, so that sums and ratios of it mean something: in `0...1`
  /// for a simulated post, 1 / (1 + e^−q) with q of unit variance; of a real one any number that is not
  /// negative.
  public var quality: Double
  /// Who may see it. In a trace it is the privacy of the post, whatever the account's; in a log without a privacy, everyone.
  public var visibility: PostVisibility
  /// The pet that it shows.
  public var pet: PetID?

  public init(
    post: PostID, author: MemberID, category: CategoryID, createdAt: Double, quality: Double,
    visibility: PostVisibility = .everyone, pet: PetID? = nil
  ) {
    self.post = post
    self.author = author
    self.category = category
    self.createdAt = createdAt
    self.quality = quality
    self.visibility = visibility
    self.pet = pet
  }

  /// The privacy that the author gave it.
  package var privacy: Privacy {
    switch visibility {
    case .everyone, .followers: .everyone
    case .friends: .friendsOnly
    case .author: .onlyMe
    }
  }
}

/// The author took a post away.
public struct DeletionObservation: Sendable {
  /// Seconds from the start of the run.
  public var time: Double
  public var post: PostID

  public init(time: Double, post: PostID) {
    self.time = time
    self.post = post
  }
}

/// An account became private, or public again.
public struct AccountObservation: Sendable, Hashable {
  /// Seconds from the start of the run; 0 for the initial accounts.
  public var time: Double
  public var member: MemberID
  public var isPrivate: Bool

  public init(time: Double, member: MemberID, isPrivate: Bool) {
    self.time = time
    self.member = member
    self.isPrivate = isPrivate
  }
}

/// A member has a pet. Pets are observed in order of identifier, without gaps.
public struct PetObservation: Sendable, Hashable {
  public var pet: PetID
  public var owner: MemberID

  public init(pet: PetID, owner: MemberID) {
    self.pet = pet
    self.owner = owner
  }
}

/// The wish behind a request.
public enum RequestKind: UInt8, CaseIterable, Hashable, Sendable {
  /// To follow a private account.
  case follow
  case friend
  /// To be a guardian of the sender's pet.
  case guardian
}

/// What became of a request.
public enum RequestStep: UInt8, CaseIterable, Hashable, Sendable {
  case sent, accepted, declined
  /// By its sender, or because of a block.
  case withdrawn
  /// Of a guardianship that was accepted. The ends of follows and friendships are ties.
  case ended
}

/// A request was sent, answered or withdrawn. A tie that it brings is observed after it.
public struct RequestObservation: Sendable, Hashable {
  /// Seconds from the start of the run; negative for the initial guardians.
  public var time: Double
  public var kind: RequestKind
  public var step: RequestStep
  /// Who sent it.
  public var from: MemberID
  public var to: MemberID
  /// Of a guardianship.
  public var pet: PetID?

  public init(
    time: Double, kind: RequestKind, step: RequestStep, from: MemberID, to: MemberID,
    pet: PetID? = nil
  ) {
    self.time = time
    self.kind = kind
    self.step = step
    self.from = from
    self.to = to
    self.pet = pet
  }
}

/// A feed of a viewer: its pages belong to one slate after the other.
package struct ViewerFeed: Hashable, Sendable {
  package let viewer: MemberID
  package let surface: Surface
  package let ranker: Int
}

extension PageObservation {
  package var feed: ViewerFeed { ViewerFeed(viewer: viewer, surface: surface, ranker: ranker) }
}

/// A page of a slate was served and looked at; a page without posts was served, too. The slate of a request is the posts of its pages, in
/// order; a refresh of the feed starts a new request. All pages of a request are observed before the
/// viewer's next request on the same surface from the same ranker.
///
/// The columns have one element an impression. A page is observed when it is served. Its examined posts are known then;
/// interactions with them are observed later, at their time.
public struct PageObservation: Sendable {
  /// Seconds from the start of the run, a whole number; none of the posts was created later.
  public var time: Double
  /// Number of the request in this run, from 0, in order of its first page.
  public var request: UInt32
  public var viewer: MemberID
  public var surface: Surface
  /// An index in the run's ranker names.
  public var ranker: Int
  /// Impressions of the request on its earlier pages; the first position of this page is one more.
  public var offset: Int
  public var posts: [PostID]
  /// Whether the viewer looks at the post.
  public var examined: [Bool]
  /// Latent relevance of the post for the viewer, in `0...1`.
  public var relevance: [Double]
  /// The sampled candidate pool, on the first page of a sampled request; otherwise `nil`. Of a large pool only the
  /// posts that decide the best slates are needed: see ``CandidateObservation``.
  public var pool: [CandidateObservation]?
  /// Posts that the service sent with this page although the slate had them already, and that the app
  /// left out.
  public var duplicates: Int
  /// Posts that a ranker that serves its own pages put onto this page and that were left out.
  public var breaches: ServeBreaches
  /// Whether the page has fewer posts than the app asked for, because the feed has no more.
  public var isShort: Bool
  /// Whether the ranker left the page short or empty: it has fewer posts than the app asked for, although the feed has
  /// another candidate. In a trace it is not known.
  public var isUnderfilled: Bool
  /// The number of the refresh among the viewer's, which the ranker received; 0 where it is not known, as in a trace. A
  /// screen that a later session continues keeps its refresh in a new request.
  public var refresh: UInt32

  public init(
    time: Double, request: UInt32, viewer: MemberID, surface: Surface, ranker: Int, offset: Int,
    posts: [PostID], examined: [Bool], relevance: [Double],
    pool: [CandidateObservation]? = nil, duplicates: Int = 0,
    breaches: ServeBreaches = ServeBreaches(), isShort: Bool = false,
    isUnderfilled: Bool = false, refresh: UInt32 = 0
  ) {
    precondition(posts.count == examined.count && posts.count == relevance.count)
    self.time = time
    self.request = request
    self.viewer = viewer
    self.surface = surface
    self.ranker = ranker
    self.offset = offset
    self.posts = posts
    self.examined = examined
    self.relevance = relevance
    self.pool = pool
    self.duplicates = duplicates
    self.breaches = breaches
    self.isShort = isShort
    self.isUnderfilled = isUnderfilled
    self.refresh = refresh
  }
}

/// A post by somebody else that could have stood on a slate.
///
/// The metrics compare a slate's first ten positions with the best ten for three purposes. So of a pool it
/// is enough to know its ten most relevant posts, its ten newest, ten that the most varied order of
/// relevant posts begins with (α-DCG), and the posts on the slate's first ten positions: the metrics are the same
/// as if all candidates were known.
public struct CandidateObservation: Sendable, Hashable {
  public var post: PostID
  /// Latent relevance of the post for the viewer, in `0...1`.
  public var relevance: Double

  public init(post: PostID, relevance: Double) {
    self.post = post
    self.relevance = relevance
  }
}

/// A member did something with a post. Interactions follow their impression within a day.
public struct InteractionObservation: Sendable {
  /// Seconds from the start of the run.
  public var time: Double
  public var member: MemberID
  public var post: PostID
  public var kind: InteractionKind
  /// The request whose impression led to it; `nil` when none did.
  public var request: UInt32?

  public init(
    time: Double, member: MemberID, post: PostID, kind: InteractionKind, request: UInt32?
  ) {
    self.time = time
    self.member = member
    self.post = post
    self.kind = kind
    self.request = request
  }
}

/// A contest opened. It runs in `startsAt..<endsAt`, seconds from the start of the run, and is observed
/// before any page of its first second.
public struct ContestObservation: Sendable {
  public var contest: ContestID
  public var startsAt: Double
  public var endsAt: Double

  public init(contest: ContestID, startsAt: Double, endsAt: Double) {
    self.contest = contest
    self.startsAt = startsAt
    self.endsAt = endsAt
  }
}

/// A post entered a contest.
public struct EntryObservation: Sendable {
  public var contest: ContestID
  public var post: PostID
  /// Seconds from the start of the run.
  public var submittedAt: Double

  public init(contest: ContestID, post: PostID, submittedAt: Double) {
    self.contest = contest
    self.post = post
    self.submittedAt = submittedAt
  }
}

/// A tie between two members came into being, or ended. A block that ends other ties is observed after
/// them.
public struct TieObservation: Sendable {
  /// Seconds from the start of the run; negative for the initial graph.
  public var time: Double
  public var kind: TieOutcome
  public var from: MemberID
  public var to: MemberID
  /// Of a follow or its end: whether `to` follows `from` at that moment.
  public var isReturned: Bool

  public init(
    time: Double, kind: TieOutcome, from: MemberID, to: MemberID, isReturned: Bool = false
  ) {
    self.time = time
    self.kind = kind
    self.from = from
    self.to = to
    self.isReturned = isReturned
  }
}

/// A member looked at like and save buttons on one of the member's devices.
public struct ButtonsObservation: Sendable {
  /// Seconds from the start of the run.
  public var time: Double
  public var member: MemberID
  /// Of the member's devices, from 0.
  public var device: Int
  /// Two a post looked at.
  public var buttons: Int
  /// Buttons that showed another state than the service had, without a call to the service under way.
  public var stale: Int

  public init(time: Double, member: MemberID, device: Int, buttons: Int, stale: Int) {
    self.time = time
    self.member = member
    self.device = device
    self.buttons = buttons
    self.stale = stale
  }
}

/// An episode of a stale button: for a time a button on a device showed another state than the service
/// had. Observed when the episode ends, or at the end of the run.
public struct StaleButtonObservation: Sendable {
  public var member: MemberID
  /// Of the member's devices, from 0.
  public var device: Int
  public var post: PostID
  /// Whether it is the save button; otherwise the like button.
  public var isSaveButton: Bool
  /// Seconds from the start of the run; the button was stale in `from..<until`.
  public var from: Double
  public var until: Double

  public init(
    member: MemberID, device: Int, post: PostID, isSaveButton: Bool, from: Double, until: Double
  ) {
    self.member = member
    self.device = device
    self.post = post
    self.isSaveButton = isSaveButton
    self.from = from
    self.until = until
  }
}

/// A member has left the community for good.
public struct DepartureObservation: Sendable, Hashable {
  /// Seconds from the start of the run.
  public var time: Double
  public var member: MemberID

  public init(time: Double, member: MemberID) {
    self.time = time
    self.member = member
  }
}
