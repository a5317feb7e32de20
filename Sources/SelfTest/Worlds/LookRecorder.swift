internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import SyntheticSociety

/// A look of a member at a post, and what came of it: all of it read off the observations of a run.
struct ObservedLook {
  let viewer: Int
  let post: Int
  let request: UInt32
  let surface: Surface
  /// When its page was served.
  let time: Double
  /// The utility of the post to the viewer, before repeats, satiation and herding: the log odds of
  /// relevance less the offset.
  let utility: Double
  let isFriend: Bool
  /// Looks of the viewer at the post before this one, and when the page of the last was served.
  let before: Int
  let last: Double
  /// Whether the viewer had opened the post, or voted for it, when the page was served.
  let wasOpened: Bool
  let hasVoted: Bool
  /// Votes that the viewer had cast on the day of the page.
  let votesToday: Int
  /// Likes and votes that the post had when the page was served.
  let likes: Int
  let votes: Int
  /// How many had looked at the post before, and how often it was looked at in a contest by somebody who
  /// had not voted for it.
  let viewers: UInt32
  let voters: UInt32
  /// When the viewer opened, liked, … the post because of this look; not a number for never.
  fileprivate var actions = SIMD8<Double>(repeating: .nan)

  func time(of kind: InteractionKind) -> Double? {
    let time = actions[Int(kind.rawValue)]
    return time.isNaN ? nil : time
  }

  func led(to kind: InteractionKind) -> Bool { time(of: kind) != nil }
}

/// Records the looks of a run in the order in which they were decided.
final class LookRecorder: ObservationSink {
  private(set) var looks: [ObservedLook] = []
  private(set) var members: [MemberObservation] = []
  private(set) var posts: [PostObservation] = []
  private(set) var interactions = 0

  private struct History {
    var count = 0
    var last = 0.0
    var isOpened = false
    var hasVoted = false
  }

  private let offset: Double
  private var lookOfImpression: [UInt64: Int] = [:]
  private var history: [UInt64: History] = [:]
  private var friends: Set<UInt64> = []
  private var likes: [Int] = []
  private var votes: [Int] = []
  private var viewers: [UInt32] = []
  private var voters: [UInt32] = []
  private var votesOfDay: [UInt64: Int] = [:]

  /// - Parameter parameters: The run's parameters.
  init(_ parameters: SocietyParameters) { offset = parameters.utility.offset }

  private static func key(_ one: UInt32, _ other: UInt32) -> UInt64 {
    UInt64(one) << 32 | UInt64(other)
  }

  private static func day(of time: Double) -> UInt32 { UInt32(max(0, time) / 86_400) }

  func observe(_ member: MemberObservation) { members.append(member) }

  func observe(_ post: PostObservation) {
    posts.append(post)
    likes.append(0)
    votes.append(0)
    viewers.append(0)
    voters.append(0)
  }

  func observe(_ tie: TieObservation) {
    let (one, other) = (tie.from.rawValue, tie.to.rawValue)
    let pair = Self.key(min(one, other), max(one, other))
    if tie.kind == .friend { friends.insert(pair) }
    if tie.kind == .unfriend { friends.remove(pair) }
  }

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices where page.examined[index] {
      let relevance = page.relevance[index]
      record(
        page.posts[index], by: page.viewer, at: page.time, request: page.request,
        on: page.surface,
        utility: Portable.log(relevance / (1 - relevance)) - offset)
    }
  }

  private func record(
    _ post: PostID, by viewer: MemberID, at time: Double, request: UInt32,
    on surface: Surface, utility: Double
  ) {
    let (member, author) = (viewer.rawValue, posts[post.index].author.rawValue)
    let pair = Self.key(member, post.rawValue)
    var known = history[pair] ?? History()
    lookOfImpression[Self.key(request, post.rawValue)] = looks.count
    looks.append(
      ObservedLook(
        viewer: viewer.index, post: post.index, request: request, surface: surface,
        time: time, utility: utility,
        isFriend: friends.contains(Self.key(min(member, author), max(member, author))),
        before: known.count, last: known.last, wasOpened: known.isOpened, hasVoted: known.hasVoted,
        votesToday: votesOfDay[Self.key(member, Self.day(of: time))] ?? 0,
        likes: likes[post.index], votes: votes[post.index], viewers: viewers[post.index],
        voters: voters[post.index]))
    if known.count == 0 { viewers[post.index] += 1 }
    if surface == .contest && !known.hasVoted { voters[post.index] += 1 }
    known.count += 1
    known.last = time
    history[pair] = known
  }

  func observe(_ interaction: InteractionObservation) {
    interactions += 1
    let (post, member) = (interaction.post, interaction.member.rawValue)
    let pair = Self.key(member, post.rawValue)
    switch interaction.kind {
    case .like: likes[post.index] += 1
    case .unlike: likes[post.index] -= 1
    case .vote:
      votes[post.index] += 1
      votesOfDay[Self.key(member, Self.day(of: interaction.time)), default: 0] += 1
      history[pair, default: History()].hasVoted = true
    case .view: history[pair, default: History()].isOpened = true
    default: break
    }
    guard let request = interaction.request,
      let look = lookOfImpression[Self.key(request, post.rawValue)]
    else { return }
    looks[look].actions[Int(interaction.kind.rawValue)] = interaction.time
  }
}

extension LookRecorder {
  /// A run's looks, and the actions that followed.
  static func record(_ run: WorldRun, with others: [any ObservationSink] = []) -> LookRecorder {
    let recorder = LookRecorder(run.parameters)
    run.observed(by: [recorder] + others)
    return recorder
  }

  /// The looks whose actions fall before the horizon for sure: looks at pages served 6 h before it.
  func settledLooks(of run: WorldRun) -> ArraySlice<ObservedLook> {
    let end = run.parameters.world.days * 86_400 - 6 * 3600
    return looks.prefix { $0.time < end }
  }

  /// A member's interest in the category of a post at the start.
  func match(of look: ObservedLook) -> Double {
    Double(members[look.viewer].taste[posts[look.post].category.index])
  }

  /// A post's quality, of unit variance.
  func quality(of look: ObservedLook) -> Double { logit(posts[look.post].quality) }
}
