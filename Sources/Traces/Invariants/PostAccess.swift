internal import FeedMetrics
internal import SocialFeed

/// Who may see which posts, by the rules of ``Community/isVisible(_:to:)`` and what was observed so far.
///
/// Of events at one time a trace does not have the order across its tables. What ends at the time of a page still holds
/// for the page, and what begins then holds already: a page is never wrong by such a doubt.
struct PostAccess {
  /// Whether ties are observed; without them followers and friends are unknown.
  var knowsTies = true
  /// Until when each follow holds or held, by follower and followee.
  private var follows: [UInt64: Double] = [:]
  /// Of pairs of friends, the lower number first.
  private var friends: [UInt64: Double] = [:]
  /// Since when a block stands between two members, the lower number first.
  private var blocks: [UInt64: Double] = [:]
  /// Since when accounts are private.
  private var privateSince: [MemberID: Double] = [:]
  private var deletedAt: [PostID: Double] = [:]
  /// By pet.
  private var owners: [MemberID] = []
  /// Until when each guardianship holds or held, by pet and guardian.
  private var guardians: [UInt64: Double] = [:]

  mutating func observe(_ tie: TieObservation) {
    let (follow, pair) = (Self.key(tie.from, tie.to), Self.pair(tie.from, tie.to))
    switch tie.kind {
    case .follow: follows[follow] = .infinity
    case .unfollow: follows[follow] = tie.time
    case .friend: friends[pair] = .infinity
    case .unfriend: friends[pair] = tie.time
    case .block: blocks[pair] = min(tie.time, blocks[pair] ?? .infinity)
    }
  }

  mutating func observe(_ account: AccountObservation) {
    if !account.isPrivate {
      privateSince[account.member] = nil
    } else if privateSince[account.member] == nil {
      privateSince[account.member] = account.time
    }
  }

  mutating func observe(_ pet: PetObservation) { owners.append(pet.owner) }

  mutating func observe(_ request: RequestObservation) {
    guard request.kind == .guardian, let pet = request.pet else { return }
    switch request.step {
    case .accepted: guardians[Self.key(pet, request.to)] = .infinity
    case .ended: guardians[Self.key(pet, request.to)] = request.time
    case .sent, .declined, .withdrawn: break
    }
  }

  mutating func observe(_ deletion: DeletionObservation) {
    deletedAt[deletion.post] = deletion.time
  }

  /// The rule by which a viewer may not see a post at a time; `nil` when the viewer may, as far as known.
  func rule(
    against post: PostObservation, for viewer: MemberID, at time: Double
  ) -> TraceInvariant? {
    if let deletion = deletedAt[post.post], time > deletion { return .deletions }
    if let block = blocks[Self.pair(post.author, viewer)], time > block { return .blocks }
    if isOwn(post, viewer, at: time) { return nil }
    let isFriend = time <= friends[Self.pair(post.author, viewer)] ?? -.infinity
    switch post.privacy {
    case .everyone:
      guard knowsTies, let start = privateSince[post.author], time > start else { return nil }
      let follows = time <= follows[Self.key(viewer, post.author)] ?? -.infinity
      return follows || isFriend ? nil : .privateAccounts
    case .friendsOnly: return !knowsTies || isFriend ? nil : .friendsOnly
    case .onlyMe: return .privatePosts
    }
  }

  private func isOwn(_ post: PostObservation, _ viewer: MemberID, at time: Double) -> Bool {
    guard post.author != viewer, let pet = post.pet else { return post.author == viewer }
    // An owner who has not joined yet has no pets.
    let isOwner = pet.index < owners.count && owners[pet.index] == viewer
    return isOwner || time <= guardians[Self.key(pet, viewer)] ?? -.infinity
  }

  private static func key(_ one: some DenseIdentifier, _ other: MemberID) -> UInt64 {
    UInt64(one.rawValue) << 32 | UInt64(other.rawValue)
  }

  private static func pair(_ one: MemberID, _ other: MemberID) -> UInt64 {
    key(min(one, other), max(one, other))
  }
}
