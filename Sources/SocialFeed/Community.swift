/// A community and all that is in it: members, ties, posts, interactions and contests.
///
/// It is a value without a clock, randomness or input and output of its own: `now`, in seconds on
/// the caller's clock, and noise are handed in, so that a backend, a test and a simulation run the
/// same code. A refused call throws a typed error and has no effect.
///
/// Time does not run backwards, whatever the caller's clock does: what changes the community happens
/// at its `now`, or at ``lastInstant`` when `now` is before it or is not a finite number. Until the
/// first post or contest the community is being founded, and members and ties may bring their dates
/// along in any order. The unit is the one of the lengths that the community was made with, such as milliseconds.
///
/// State is in columns, identifiers are indexes in them, and every order that a feed needs is kept
/// by an index, so that a page costs what is on it whatever the size of the community.
///
/// The value itself is a kilobyte, the heads of its columns, which a call from another module may
/// copy, and so may a question that a mutating call asks by a function of its own: what is read of a
/// member, a tie or a post by the million, and what the most frequent calls check, is inlined, and
/// reads the one column that it needs; what is rarely read, such as pets, is not.
public struct Community: Sendable {
  /// How taste is learnt from interactions.
  public let affinityRule: AffinityRule
  /// How many categories a community can have.
  public static let categoryLimit = 64

  /// How many categories there are, in `1...64`; a post has one of them or none.
  public let categoryCount: Int
  /// The names of the first categories, as many as the host has given.
  public let categoryNames: CategoryNames
  /// How long a contest runs, in seconds.
  public let contestLength: Double
  /// How many notifications, the newest, each member keeps.
  public let notificationLimit: Int
  /// Whether members may vote for the ordinary posts of strangers too, as far as they see them.
  public let strangersMayVote: Bool
  /// What the host calls this community among those whose cursors it may be handed: a page of another is
  /// refused.
  public let run: UInt64
  /// Whether the dates of follows and friendships are kept.
  public let keepsTieDates: Bool
  /// When the last call happened that was not refused, in seconds on the caller's clock; 0 before
  /// any.
  public internal(set) var lastInstant = 0.0

  @usableFromInline var members = MemberColumns()
  var names = NameIndex()
  @usableFromInline var ties = TieTable()
  @usableFromInline var followRequests = Requests()
  @usableFromInline var friendRequests = Requests()
  /// Pairs whose last friend request was rejected, the older member first.
  var rejections = EdgeSet()
  var blocks = Blocks()
  var followDates: TieDates
  var friendshipDates: TieDates
  var notifications: NotificationBoxes
  @usableFromInline var posts = PostColumns()
  /// A list for each category, and behind them one of the posts that have none.
  var postsByCategory: [[PostID]]
  var postsByAuthor = AdjacencyLists()
  /// The sum over all posts that are there of ``renown(of:)`` their author.
  var renown = 0
  var details = PostDetails()
  var comments = CommentColumns()
  var likes = PostMarks()
  var saves = PostMarks()
  /// Outside any contest, from friends, or from all where ``strangersMayVote``.
  var friendVotes = MemberSets(keepsSeconds: false)
  /// In contests; a set an entry.
  var votes = MemberSets(keepsSeconds: false)
  var affinity: AffinityTable
  var contests = ContestColumns()
  var entries = EntryColumns()
  var running: RunningContest?
  var voteLog = VoteLog()
  var pets = PetColumns()
  var changes = ChangeLog()
  #if InternalChecks
    var changesSinceCheck = 0
  #endif

  /// Makes an empty community.
  ///
  /// - Parameters:
  ///   - categoryCount: In `1...64`.
  ///   - categoryNames: Of the first categories, no more than there are.
  ///   - affinityRule: How interactions add to category affinities.
  ///   - contestLength: Seconds, above 0.
  ///   - notificationLimit: How many notifications each member keeps, the newest, in `0...65_536`;
  ///     with 0 notifications do not exist and have no cost.
  ///   - strangersMayVote: Whether votes outside contests are for everybody who sees a post, and not only for friends
  ///     of its author.
  ///   - run: Any number, such as one drawn when the community is made.
  ///   - keepsTieDates: Whether ``followDate(_:_:)`` and ``friendshipDate(_:_:)`` have answers, for 8
  ///     bytes a follow, 16 a friendship and 16 a member, and half as much again for room to grow.
  public init(
    categoryCount: Int, categoryNames: CategoryNames = CategoryNames(),
    affinityRule: AffinityRule = AffinityRule(), contestLength: Double = 7 * 86_400,
    notificationLimit: Int = 100, run: UInt64 = 0, keepsTieDates: Bool = true,
    strangersMayVote: Bool = false
  ) {
    require(
      (1...Self.categoryLimit).contains(categoryCount),
      "a community has \(categoryCount) categories, not 1 to \(Self.categoryLimit)")
    require(
      categoryNames.count <= categoryCount,
      "a community of \(categoryCount) categories has \(categoryNames.count) names of them")
    require(contestLength > 0, "a contest lasts \(contestLength) s, not more than 0")
    require(
      (0...65_536).contains(notificationLimit),
      "a member keeps \(notificationLimit) notifications, not 0 to 65,536")
    self.affinityRule = affinityRule
    self.categoryCount = categoryCount
    self.categoryNames = categoryNames
    self.contestLength = contestLength
    self.notificationLimit = notificationLimit
    self.strangersMayVote = strangersMayVote
    self.run = run
    self.keepsTieDates = keepsTieDates
    followDates = TieDates(areKept: keepsTieDates)
    friendshipDates = TieDates(areKept: keepsTieDates)
    notifications = NotificationBoxes(limit: notificationLimit)
    postsByCategory = Array(repeating: [], count: categoryCount + 1)
    affinity = AffinityTable(categoryCount: categoryCount, halfLife: affinityRule.halfLife)
  }

  /// Makes room for so many members and posts at once, so that the columns do not have to be moved
  /// while they grow.
  public mutating func reserveCapacity(members: Int, posts: Int) {
    self.members.reserveCapacity(members)
    ties.reserveCapacity(members: members)
    notifications.reserveCapacity(members: members)
    postsByAuthor.reserveCapacity(nodes: members)
    affinity.reserveCapacity(members: members)
    self.posts.reserveCapacity(posts)
  }
}
