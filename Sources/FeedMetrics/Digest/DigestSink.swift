import SocialFeed

/// A fingerprint of what is observed of a run: the same for the same run, on any machine.
///
/// It depends on every observation below, doubles by their bit patterns, and on their order. Privacy, deletions, requests
/// and pets are not among them: the pages depend on these.
/// Two runs with the same digest did the same; that holds for runs, and not against somebody who
/// looks for two with the same digest, since it is no cryptographic hash.
public final class DigestSink: ObservationSink {
  private var digest = RunningDigest()

  public init() {}

  /// The digest of what was observed so far, as 32 hexadecimal digits.
  public var hexDigest: String { digest.hexDigest }

  public func begin(_ run: RunObservation) { digest.add(run) }
  public func observe(_ member: MemberObservation) { digest.add(member) }
  public func observe(_ post: PostObservation) { digest.add(post) }
  public func observe(_ page: borrowing PageObservation) { digest.add(page) }
  public func observe(_ interaction: InteractionObservation) { digest.add(interaction) }
  public func observe(_ contest: ContestObservation) { digest.add(contest) }
  public func observe(_ entry: EntryObservation) { digest.add(entry) }
  public func observe(_ tie: TieObservation) { digest.add(tie) }
  public func observe(_ buttons: ButtonsObservation) { digest.add(buttons) }
  public func observe(_ episode: StaleButtonObservation) { digest.add(episode) }
  public func observe(_ departure: DepartureObservation) { digest.add(departure) }
}

/// Each kind of observation begins with a number of its own, and a list with its length.
extension RunningDigest {
  private enum Kind: Int {
    case run = 1
    case member, post, page, interaction, contest, entry, tie, buttons, staleButton
    case departure
  }

  private mutating func begin(_ kind: Kind, _ identifier: Int) { add(kind.rawValue, identifier) }

  fileprivate mutating func add(_ run: RunObservation) {
    begin(.run, run.categoryCount)
    add(run.duration, run.windowStart)
    add(run.groupNames.count, run.rankerNames.count)
    for name in run.groupNames { add(name) }
    for name in run.rankerNames { add(name) }
  }

  fileprivate mutating func add(_ member: MemberObservation) {
    begin(.member, member.member.index)
    add(UInt64(truncatingIfNeeded: member.group), member.joinedAt.bitPattern)
    add(member.taste.count, 0)
    for interest in member.taste { add(UInt64(interest.bitPattern), 0) }
  }

  fileprivate mutating func add(_ post: PostObservation) {
    begin(.post, post.post.index)
    add(post.author.index, post.category.index)
    add(post.createdAt, post.quality)
  }

  fileprivate mutating func add(_ page: borrowing PageObservation) {
    begin(.page, Int(page.request))
    add(UInt64(page.viewer.rawValue), page.time.bitPattern)
    add(Int(page.surface.rawValue), page.ranker)
    add(page.offset, page.posts.count)
    add(page.duplicates, page.breaches.total)
    if page.isShort { add(1, 0) }
    if page.isUnderfilled { add(1, 1) }
    if !page.breaches.isEmpty {
      for kind in ServeBreach.allCases { add(page.breaches[kind], 0) }
    }
    add(page.pool.map(\.count) ?? -1, 0)
    for candidate in page.pool ?? [] {
      add(UInt64(candidate.post.rawValue), candidate.relevance.bitPattern)
    }
    addImpressions(page)
  }

  /// Every other impression goes into a digest of its own, since two chains of multiplications take no
  /// longer than one.
  private mutating func addImpressions(_ page: borrowing PageObservation) {
    let (posts, examined, relevance) = (page.posts.span, page.examined.span, page.relevance.span)
    var (even, odd) = (RunningDigest(), RunningDigest())
    var index = 0
    while index + 1 < posts.count {
      even.addImpression(posts[index], examined[index], relevance[index])
      odd.addImpression(posts[index + 1], examined[index + 1], relevance[index + 1])
      index += 2
    }
    if index < posts.count { even.addImpression(posts[index], examined[index], relevance[index]) }
    add(even)
    add(odd)
  }

  @inline(__always)
  private mutating func addImpression(_ post: PostID, _ examined: Bool, _ relevance: Double) {
    add(UInt64(post.rawValue) | (examined ? 1 << 32 : 0), relevance.bitPattern)
  }

  fileprivate mutating func add(_ interaction: InteractionObservation) {
    begin(.interaction, Int(interaction.kind.rawValue))
    add(UInt64(interaction.member.rawValue), interaction.time.bitPattern)
    add(interaction.post.index, interaction.request.map { Int($0) } ?? -1)
  }

  fileprivate mutating func add(_ contest: ContestObservation) {
    begin(.contest, contest.contest.index)
    add(contest.startsAt, contest.endsAt)
  }

  fileprivate mutating func add(_ entry: EntryObservation) {
    begin(.entry, entry.contest.index)
    add(UInt64(entry.post.rawValue), entry.submittedAt.bitPattern)
  }

  fileprivate mutating func add(_ tie: TieObservation) {
    begin(.tie, Int(tie.kind.rawValue))
    add(UInt64(tie.time.bitPattern), tie.isReturned ? 1 : 0)
    add(tie.from.index, tie.to.index)
  }

  fileprivate mutating func add(_ buttons: ButtonsObservation) {
    begin(.buttons, buttons.member.index)
    add(UInt64(buttons.device), buttons.time.bitPattern)
    add(buttons.buttons, buttons.stale)
  }

  fileprivate mutating func add(_ episode: StaleButtonObservation) {
    begin(.staleButton, episode.member.index)
    add(episode.device, episode.isSaveButton ? 1 : 0)
    add(episode.post.index, 0)
    add(episode.from, episode.until)
  }

  fileprivate mutating func add(_ departure: DepartureObservation) {
    begin(.departure, departure.member.index)
    add(departure.time, 0)
  }
}
