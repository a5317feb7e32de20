internal import SocialFeed

/// What a ``LookCountsSink`` has counted.
struct LookCounter: Sendable {
  private var run: RunObservation?
  /// The names of the levels, by dimension.
  private var levels: [[String]] = []
  /// The sums of each level of each dimension, and where each dimension's sums begin.
  private var sums: [Double] = []
  private var rows: [Int] = []
  private var members: [Member] = []
  private var posts: [Post] = []
  private var history = LookHistory()
  private var recent = RecentLooks()
  /// Bounds of the thirds, from the members at the start.
  private var thirds: (activity: Thirds, breadth: Thirds)?

  /// The kind of subject whose looks are counted one by one, and the surfaces whose pages are shown for it.
  private let subject: LookSubject?
  private let surfaces: [Surface]
  private var subjects: [SubjectLooks] = []
  private var identities: [PostIdentity] = []

  private struct Member {
    let joinedAt: Double
    let activity: Double
    let breadth: Double
    let group: Int
  }

  private struct Post {
    let author: MemberID
    let category: Int
  }

  private static let dayLength = 86_400.0
  private static let positions = [1, 2, 3, 6, 10, 20, 50]
  private static let tenures = [7.0, 28.0]

  init(ofEach subject: LookSubject?, surfaces: [Surface]) {
    self.subject = subject
    self.surfaces = surfaces
  }

  mutating func begin(_ run: RunObservation) {
    self.run = run
    (members, posts, thirds, subjects, identities) = ([], [], nil, [], [])
    (history, recent) = (LookHistory(), RecentLooks())
    levels = LookDimension.allCases.map { Self.levels(of: $0, run) }
    rows = []
    var count = 0
    for levels in levels {
      rows.append(count)
      count += levels.count * LookSum.allCases.count
    }
    sums = Array(repeating: 0, count: count)
  }

  private static func levels(of dimension: LookDimension, _ run: RunObservation) -> [String] {
    switch dimension {
    case .surface: Surface.allCases.map(\.description)
    case .look: LookHistory.levels
    case .surfaceAndLook:
      Surface.allCases.flatMap { surface in LookHistory.levels.map { "\(surface), \($0)" } }
    case .position:
      [
        "position 1", "position 2", "position 3", "positions 4 to 6", "positions 7 to 10",
        "positions 11 to 20", "positions 21 to 50", "position 51 or later",
      ]
    case .day:
      (firstDay(run)..<max(firstDay(run) + 1, Int((run.duration / dayLength).rounded(.up))))
        .map { "day \($0)" }
    case .activity: ["least active third", "middle third", "most active third"]
    case .tenure: ["first week", "second to fourth week", "fifth week or later"]
    case .breadth: ["narrowest third", "middle third", "broadest third"]
    case .creators: run.groupNames
    case .category: (0..<run.categoryCount).map { "category \($0)" }
    }
  }

  private static func firstDay(_ run: RunObservation) -> Int { Int(run.windowStart / dayLength) }

  mutating func observe(_ member: MemberObservation) {
    members.append(
      Member(
        joinedAt: member.joinedAt, activity: member.sessionsPerDay ?? .nan,
        breadth: entropy(ofShares: member.taste.map(Double.init)), group: member.group))
  }

  mutating func observe(_ post: PostObservation) {
    posts.append(Post(author: post.author, category: post.category.index))
    if subject == .posts {
      identities.append(
        PostIdentity(author: post.author, createdAt: post.createdAt, quality: post.quality))
    }
  }

  mutating func observe(_ page: borrowing PageObservation) {
    guard let run, page.time < run.duration else { return }
    let counts = page.time >= run.windowStart
    let viewer = page.viewer.rawValue
    let surface = Int(page.surface.rawValue)
    let levels = counts ? viewerLevels(of: page.viewer.index, at: page.time) : ViewerLevels()
    let day = Int(page.time / Self.dayLength) - Self.firstDay(run)
    if counts {
      recent.begin(
        request: page.request, surface: page.surface.rawValue, day: day, tenure: levels.tenure,
        at: page.time)
    }
    for index in page.posts.indices where page.examined[index] {
      let post = page.posts[index]
      guard posts[post.index].author != page.viewer else { continue }
      let look = history.add(viewer: viewer, post: post.rawValue)
      guard counts else { continue }
      let position = Self.level(of: page.offset + index + 1)
      recent.add(post: post.rawValue, look: look, position: position)
      let place = Place(
        surface: surface, look: look, position: position, day: day, viewer: levels,
        creators: members[posts[post.index].author.index].group,
        category: posts[post.index].category)
      addLook(at: place, relevance: page.relevance[index])
      countOne(post, on: page, relevance: page.relevance[index])
    }
  }

  /// Counts a look of the subject.
  private mutating func countOne(
    _ post: PostID, on page: borrowing PageObservation, relevance: Double
  ) {
    guard let number = number(viewer: page.viewer, post: post) else { return }
    while subjects.count <= number { subjects.append(SubjectLooks()) }
    subjects[number].sums[LookSum.looks.rawValue] += 1
    subjects[number].sums[LookSum.relevance.rawValue] += relevance
    guard page.offset == 0, surfaces.contains(page.surface) else { return }
    subjects[number].see(
      on: SubjectLooks.Page(time: page.time, viewer: page.viewer, surface: page.surface))
  }

  /// The number of the member, creator or post of a look; `nil` where looks are not counted one by one.
  private func number(viewer: MemberID, post: PostID) -> Int? {
    switch subject {
    case .members: viewer.index
    case .creators: posts[post.index].author.index
    case .posts: post.index
    case nil: nil
    }
  }

  mutating func observe(_ interaction: InteractionObservation) {
    guard let request = interaction.request, let sum = Self.sum(of: interaction.kind) else {
      return
    }
    let isEngagement = interaction.kind != .view && interaction.kind != .unlike
    guard
      let (look, page) = recent.find(
        request: request, post: interaction.post.rawValue, isEngagement: isEngagement)
    else { return }
    let post = posts[interaction.post.index]
    var viewer = viewerLevels(of: interaction.member.index, at: interaction.time)
    viewer.tenure = Int(page.tenure)
    let place = Place(
      surface: Int(page.surface), look: Int(look.look), position: Int(look.position),
      day: Int(page.day), viewer: viewer, creators: members[post.author.index].group,
      category: post.category)
    let number = number(viewer: interaction.member, post: interaction.post)
    add(sum, at: place, of: number)
    if isEngagement, !look.isEngaged { add(.engaged, at: place, of: number) }
  }

  private static func sum(of kind: InteractionKind) -> LookSum? {
    switch kind {
    case .view: .opens
    case .like: .likes
    case .unlike: .unlikes
    case .comment: .comments
    case .save: .saves
    case .vote: .votes
    case .unsave: nil
    }
  }

  /// The counts, after the end of the run.
  var counts: LookCounts {
    let run = run!
    let days = members.map { max(0, run.duration - max(run.windowStart, $0.joinedAt)) }
    let knowsActivity = !members.contains { $0.activity.isNaN }
    let width = LookSum.allCases.count
    let tables = LookDimension.allCases.indices.map { dimension in
      LookCounts.Table(
        dimension: LookDimension.allCases[dimension], levels: levels[dimension],
        sums: levels[dimension].indices.map { level in
          let start = rows[dimension] + level * width
          return Array(sums[start..<start + width])
        })
    }
    return LookCounts(
      tables: tables.filter { $0.dimension != .activity || knowsActivity },
      memberDays: CompensatedSum(days.map { $0 / Self.dayLength }).value)
  }
}

extension LookCounter {
  /// The counts, also for each member, creator or post, after the end of the run; `nil` where these were not counted.
  var looksOfEach: LooksOfEach? {
    subject.map {
      LooksOfEach(subject: $0, counts: counts, looks: subjects, identities: identities)
    }
  }
}

/// Levels.
extension LookCounter {
  /// The levels of the dimensions that depend on the viewer.
  private struct ViewerLevels {
    var activity = 0
    var tenure = 0
    var breadth = 0
  }

  /// The levels of a look.
  private struct Place {
    let surface: Int
    let look: Int
    let position: Int
    let day: Int
    let viewer: ViewerLevels
    let creators: Int
    let category: Int
  }

  /// The bounds of three groups of equal size.
  private struct Thirds {
    private let first: Double
    private let second: Double

    init(of values: [Double]) {
      let ordered = values.sorted()
      first = ordered[ordered.count / 3]
      second = ordered[ordered.count * 2 / 3]
    }

    func level(of value: Double) -> Int { value < first ? 0 : value < second ? 1 : 2 }
  }

  private mutating func viewerLevels(of viewer: Int, at time: Double) -> ViewerLevels {
    let member = members[viewer]
    let thirds = thirds ?? boundThirds()
    let days = (time - member.joinedAt) / Self.dayLength
    return ViewerLevels(
      activity: thirds.activity.level(of: member.activity),
      tenure: Self.tenures.firstIndex { days < $0 } ?? Self.tenures.count,
      breadth: thirds.breadth.level(of: member.breadth))
  }

  /// Bounds the thirds by the members who were there before the run, or by all so far where no member was.
  private mutating func boundThirds() -> (activity: Thirds, breadth: Thirds) {
    let initial = members.filter { $0.joinedAt <= 0 }
    let known = initial.isEmpty ? members : initial
    let thirds = (
      activity: Thirds(of: known.map(\.activity)), breadth: Thirds(of: known.map(\.breadth))
    )
    self.thirds = thirds
    return thirds
  }

  private static func level(of position: Int) -> Int {
    positions.firstIndex { position <= $0 } ?? positions.count
  }

  private mutating func addLook(at place: Place, relevance: Double) {
    for dimension in LookDimension.allCases.indices {
      let row = row(of: place, in: dimension)
      sums[row + LookSum.looks.rawValue] += 1
      sums[row + LookSum.relevance.rawValue] += relevance
    }
  }

  private mutating func add(_ sum: LookSum, at place: Place, of number: Int?) {
    if let number { subjects[number].sums[sum.rawValue] += 1 }
    for dimension in LookDimension.allCases.indices {
      sums[row(of: place, in: dimension) + sum.rawValue] += 1
    }
  }

  /// The index in `sums` at which the sums of the level begin.
  private func row(of place: Place, in dimension: Int) -> Int {
    let level =
      switch LookDimension.allCases[dimension] {
      case .surface: place.surface
      case .look: place.look
      case .surfaceAndLook: place.surface * LookHistory.levels.count + place.look
      case .position: place.position
      case .day: place.day
      case .activity: place.viewer.activity
      case .tenure: place.viewer.tenure
      case .breadth: place.viewer.breadth
      case .creators: place.creators
      case .category: place.category
      }
    return rows[dimension] + level * LookSum.allCases.count
  }
}
