public import SocialFeed

/// The kind of subject whose looks in a run are counted one by one.
public enum LookSubject: String, Sendable, Hashable, CaseIterable {
  /// The viewers.
  case members
  /// The authors of the posts looked at.
  case creators
  case posts
}

/// The looks of one member, at the posts of one creator or at one post, and what they led to.
public struct SubjectLooks: Sendable, Hashable {
  /// A first page of a refresh on which looks were.
  public struct Page: Sendable, Hashable {
    /// When it was served, in seconds from the start of the run.
    public let time: Double
    public let viewer: MemberID
    public let surface: Surface

    public init(time: Double, viewer: MemberID, surface: Surface) {
      self.time = time
      self.viewer = viewer
      self.surface = surface
    }
  }

  /// The sums, by ``LookSum``.
  public internal(set) var sums = [Double](repeating: 0, count: LookSum.allCases.count)
  /// The page with most of the looks, the first among equals; `nil` where none of the looks was on a first page of the
  /// surfaces that count.
  public internal(set) var page: Page?
  /// The looks on that page, and on the page that is being counted.
  var pageLooks = (most: 0, current: 0)
  var lastPage: Page?

  public init(_ sums: [LookSum: Double] = [:], page: Page? = nil) {
    for (sum, value) in sums { self.sums[sum.rawValue] = value }
    self.page = page
  }

  public subscript(sum: LookSum) -> Double { sums[sum.rawValue] }

  /// Whether there is a look.
  public var hasLooks: Bool { self[.looks] > 0 }

  /// Counts a look on a page that may be shown for the subject.
  mutating func see(on candidate: Page) {
    pageLooks.current = lastPage == candidate ? pageLooks.current + 1 : 1
    lastPage = candidate
    if pageLooks.current > pageLooks.most {
      (page, pageLooks.most) = (candidate, pageLooks.current)
    }
  }

  public static func == (one: SubjectLooks, other: SubjectLooks) -> Bool {
    one.sums == other.sums && one.page == other.page
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(sums)
    hasher.combine(page)
  }
}

/// The looks of a run, in total and for each member, creator or post.
public struct LooksOfEach: Sendable, Hashable {
  public let subject: LookSubject
  public let counts: LookCounts
  /// By the number of the member, creator or post; those after the last look are not there.
  public let looks: [SubjectLooks]
  /// What identifies each post; empty unless the subject is posts.
  public let identities: [PostIdentity]

  public init(
    subject: LookSubject, counts: LookCounts, looks: [SubjectLooks], identities: [PostIdentity] = []
  ) {
    self.subject = subject
    self.counts = counts
    self.looks = looks
    self.identities = identities
  }
}

/// What identifies a post under every arm of a world, where the same post can have different numbers.
public struct PostIdentity: Sendable, Hashable {
  public let author: MemberID
  public let createdAt: Double
  /// Posts of one author and second differ in it.
  public let quality: Double

  public init(author: MemberID, createdAt: Double, quality: Double) {
    self.author = author
    self.createdAt = createdAt
    self.quality = quality
  }
}
