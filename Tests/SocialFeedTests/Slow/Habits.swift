import SocialFeed
import TestSupport

/// How a random sequence of calls behaves.
struct Habits {
  /// Kinds of calls.
  enum Deed: CaseIterable {
    case join, leave, name, tie, request, block, notification, pet, publish, delete, interact,
      comment
    case vote, enter, rotate
  }

  /// How often each kind of call comes, relative to the others.
  var weights: [Deed: Double] = [
    .join: 1, .leave: 0.03, .name: 0.6, .tie: 4, .request: 2, .block: 0.5, .notification: 0.5,
    .pet: 6,
    .publish: 4, .delete: 0.4, .interact: 10, .comment: 1, .vote: 3, .enter: 3, .rotate: 0.5,
  ]
  /// The chance that an identifier of a call is any number up to just beyond what there is.
  var stray = 0.0
  /// The chance that a call is one that the state allows, as far as a look at it shows.
  var aim = 0.5
  /// What the clock may do before a call, in seconds, each as likely as the others.
  var steps: [Double] = [0, 0, 0, 1, 60, 3600]
  /// The chance that the clock leaps by decades before a call, which is where seconds meet
  /// milliseconds.
  var leaps = 0.0
  /// The chance that an identifier or a number of a call is one that nobody sensible hands in, and
  /// that its caller's clock is wrong.
  var hostility = 0.0
  var mostMembers = 12
  /// The chance that a tie is with one of the first two members, who get long lists by it.
  var hubs = 0.0
  /// The chance that a wish to end a follow or friendship is not given up for a new one.
  var partings = 1.0
  /// Chances of the three privacies.
  var privacies: [Privacy] = [.everyone, .everyone, .everyone, .friendsOnly, .onlyMe]

  /// Nobody's account is deleted, so that whoever has joined can be a viewer.
  static var staying: Habits {
    var habits = Habits()
    habits.weights[.leave] = 0
    return habits
  }

  /// What a caller's clock shows at an instant: it may have stepped back, or show no instant at all.
  func clock(at now: Double, using generator: inout SeededGenerator) -> Double {
    guard hostility > 0, generator.unit() < hostility else { return now }
    return [
      now - 0.5, now - 60, now - 100_000, 0, -1e9, .nan, .infinity, -.infinity,
    ].randomElement(using: &generator)!
  }

  func deed(using generator: inout SeededGenerator) -> Deed {
    let total = Deed.allCases.reduce(0) { $0 + weights[$1, default: 0] }
    var rest = generator.unit() * total
    for deed in Deed.allCases {
      rest -= weights[deed, default: 0]
      if rest < 0 { return deed }
    }
    return .interact
  }
}

extension SlowCommunity {
  /// A random call.
  func randomCall(_ habits: Habits, using generator: inout SeededGenerator) -> Call {
    var choice = CallChoice(community: self, habits: habits, generator: generator)
    let call = choice.call()
    generator = choice.generator
    return call
  }
}

/// The choice of one call.
struct CallChoice {
  let community: SlowCommunity
  let habits: Habits
  var generator: SeededGenerator

  mutating func call() -> Call {
    switch habits.deed(using: &generator) {
    case .join where community.members.count < habits.mostMembers: return join()
    case .join, .tie: return tie()
    case .leave: return .deleteAccount(member())
    case .name: return name()
    case .request: return request()
    case .block: return block()
    case .notification: return notification()
    case .pet: return petCall()
    case .publish: return publication()
    case .delete: return deletion()
    case .interact: return interaction()
    case .comment: return comment()
    case .vote: return vote()
    case .enter: return entry()
    case .rotate:
      if isLucky(0.2) { return .endContest }
      return .rotateContests(
        theme: isHostile() ? any([Int.min, Int.max]) : number(below: 120) - 60)
    }
  }
}

// MARK: Chance

extension CallChoice {
  mutating func isLucky(_ chance: Double) -> Bool { generator.unit() < chance }

  mutating func isHostile() -> Bool { habits.hostility > 0 && isLucky(habits.hostility) }

  mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func any<Element>(_ elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// One of some, if there are any and the call is to be aimed.
  mutating func aimed<Element>(_ elements: (SlowCommunity) -> [Element]) -> Element? {
    isLucky(habits.aim) ? elements(community).randomElement(using: &generator) : nil
  }

  private mutating func index(of count: Int) -> Int {
    if isHostile() { return any([0, count, Int(UInt32.max) - 1, Int(UInt32.max)]) }
    return count == 0 || isLucky(habits.stray) ? number(below: count + 2) : number(below: count)
  }

  /// Seldom a deleted one, unless the call may be astray.
  mutating func member() -> MemberID {
    let member = MemberID(index(of: community.members.count))
    if community.knows(member) || isLucky(max(habits.stray, 0.1)) { return member }
    return community.allMembers.randomElement(using: &generator) ?? member
  }

  mutating func pet() -> PetID { PetID(index(of: community.pets.count)) }
  /// None for a part of the posts.
  mutating func category() -> CategoryID? {
    isLucky(0.2) ? nil : CategoryID(index(of: community.categoryCount))
  }

  /// Mostly one of the newest.
  mutating func post() -> PostID {
    let count = community.posts.count
    guard count > 40, isLucky(0.8), !isHostile() else { return PostID(index(of: count)) }
    return PostID(count - 1 - number(below: 40))
  }

  /// A post and a member, aimed at what satisfies a condition.
  mutating func pair(
    where isApt: (SlowCommunity, PostID, MemberID) -> Bool
  ) -> (post: PostID, member: MemberID) {
    let isAimed = isLucky(habits.aim)
    var pair = (post: post(), member: member())
    var tries = 0
    while isAimed && tries < 8
      && !(community.knows(pair.post) && community.knows(pair.member)
        && isApt(community, pair.post, pair.member))
    {
      pair = (post(), member())
      tries += 1
    }
    return pair
  }
}

// MARK: Members and ties

extension CallChoice {
  private mutating func join() -> Call {
    let group = UInt8(number(below: 4))
    if isLucky(0.5) { return .join(group: group) }
    return .joinAs(
      Profile(
        username: username(), displayName: any(SampleText.displayNames), group: group,
        isPrivate: isLucky(0.3)))
  }

  private mutating func name() -> Call {
    switch number(below: 8) {
    case 0, 1: .setPrivate(member(), isLucky(0.4))
    case 2: .rename(member(), username())
    case 3: .setBio(member(), any(SampleText.bios))
    case 4: .setPicture(member(), any(SampleText.pictures))
    case 5: .setAccountKind(member(), any(SampleText.accountKinds))
    case 6: .setPreferredSetting(member(), any(SampleText.preferredSettings))
    default: .setDisplayName(member(), any(SampleText.displayNames))
    }
  }

  /// Of a few letters, so that many are taken, or one of those that nobody can have.
  private mutating func username() -> String {
    if isLucky(0.2) { return any(SampleText.badUsernames) }
    return String((0...number(below: 3)).map { _ in any(SampleText.letters) })
  }

  private mutating func tie() -> Call {
    let pair = pair()
    let isFollow = isLucky(0.6)
    if isLucky(0.6) || !isLucky(habits.partings) {
      return isFollow ? .follow(pair.one, pair.other) : .befriend(pair.one, pair.other)
    }
    if isFollow {
      let tied = aimed { $0.follows.list } ?? pair
      return isLucky(0.7)
        ? .unfollow(tied.one, tied.other) : .removeFollower(tied.one, tied.other)
    }
    let tied = aimed { $0.friendships.list } ?? pair
    return isLucky(0.5) ? .unfriend(tied.one, tied.other) : .unfriend(tied.other, tied.one)
  }

  private mutating func request() -> Call {
    let pair = pair()
    let asked = aimed { $0.friendRequests.list } ?? pair
    let wished = aimed { $0.followRequests.list } ?? pair
    switch number(below: 12) {
    case 0...2: return .requestFriendship(pair.one, pair.other)
    case 3: return .requestFriendship(asked.one, asked.other)
    case 4: return .requestFriendship(asked.other, asked.one)
    case 5: return .approveFriendship(asked.one, asked.other)
    case 6: return .rejectFriendship(asked.one, asked.other)
    case 7: return .withdrawFriendship(asked.one, asked.other)
    case 8: return .follow(wished.one, wished.other)
    case 9: return .approveFollow(wished.one, wished.other)
    case 10: return .denyFollow(wished.one, wished.other)
    default: return .withdrawFollow(wished.one, wished.other)
    }
  }

  private mutating func block() -> Call {
    let pair = pair()
    if isLucky(0.2), let (guardian, pet) = guardianship() {
      // What one sees of the posts of a pet that both keep is the block's above all.
      return .block(guardian, community.pets[pet.index].draft.owner)
    }
    if isLucky(0.5) { return .block(pair.one, pair.other) }
    let blocked = aimed { $0.blocks.list } ?? pair
    return isLucky(0.9)
      ? .unblock(blocked.one, blocked.other) : .block(blocked.one, blocked.other)
  }

  private mutating func pair() -> Pairs.Pair {
    let (one, other) = (member(), member())
    guard isLucky(habits.hubs) else { return Pairs.Pair(one: one, other: other) }
    let hub = MemberID(number(below: 2))
    return isLucky(0.5) ? Pairs.Pair(one: hub, other: other) : Pairs.Pair(one: one, other: hub)
  }

  private mutating func notification() -> Call {
    let member = member()
    if isLucky(0.3) { return .markAllRead(member) }
    guard community.knows(member) else { return .markRead(0, member) }
    let number = aimed { $0.notifications(of: member).map(\.number) }
    let received = community.members[member.index].notifications.count
    if isHostile() { return .markRead(any([.min, -1, received, .max]), member) }
    return .markRead(number ?? self.number(below: received + 3) - 1, member)
  }
}

// MARK: Pets and posts

extension CallChoice {
  private mutating func petCall() -> Call {
    let other = member()
    let (guardian, pet) = guardianship() ?? (member(), pet())
    let owner = community.knows(pet) ? community.pets[pet.index].draft.owner : other
    switch number(below: 11) {
    case 0: return .addPet(petDraft(of: other))
    case 10 where isLucky(0.12): return .deletePet(pet, isLucky(habits.aim) ? owner : other)
    case 8, 10: return changePet(pet, isLucky(habits.aim) ? owner : other)
    case 1...3:
      let invited = isLucky(0.4) ? any([guardian, owner]) : member()
      return .inviteGuardian(invited, pet, isLucky(habits.aim) ? owner : other)
    case 4, 5: return .approveGuardianship(pet, guardian)
    case 6, 9: return .rejectGuardianship(pet, guardian)
    default: return .removeGuardian(guardian, pet, any([owner, guardian, other]))
    }
  }

  private mutating func changePet(_ pet: PetID, _ member: MemberID) -> Call {
    .changePet(pet, member, petDraft(of: member))
  }

  /// Mostly one that there is, in any state, if the call is to be aimed.
  private mutating func guardianship() -> (guardian: MemberID, pet: PetID)? {
    if isLucky(0.3) { return nil }
    return aimed { community in
      community.allPets.flatMap { pet in
        community.pets[pet.index].guardians.map { ($0.member, pet) }
      }
    }
  }

  private mutating func petDraft(of owner: MemberID) -> PetDraft {
    PetDraft(
      owner: owner, name: any(SampleText.petNames), type: any(SampleText.petTypes),
      age: isHostile() ? any([Int.min, Int.max]) : any([nil, 0, 7, 60, 61, -1]),
      gender: any([nil, .female, .male]),
      photo: any([nil, nil, nil, "mo.jpg", ""]))
  }

  private mutating func publication() -> Call {
    var draft = PostDraft(
      author: member(), category: category(), privacy: any(habits.privacies),
      caption: isLucky(0.3) ? any(SampleText.captions) : "",
      media: isLucky(0.3) ? any(SampleText.media) : [])
    if isLucky(0.3) {
      let author = draft.author
      draft.pet = aimed { $0.keepers.filter { $0.member == author }.map(\.pet) } ?? pet()
    }
    if !community.knows(draft.pet ?? PetID(0)) && !isLucky(habits.stray) { draft.pet = nil }
    return .publish(draft)
  }

  private mutating func deletion() -> Call {
    let (post, member) = pair { $0.isOwn($1, $2) }
    switch number(below: 4) {
    case 0: return .setCaption(any(SampleText.captions + [""]), post, member)
    case 1: return .setPrivacy(any(Privacy.allCases), post, member)
    case 2:
      let comment = CommentID(
        isHostile() ? Int(UInt32.max) : number(below: community.commentCount + 2))
      let author = community.comments.first { $0.id == comment }?.author ?? member
      return .deleteComment(comment, isLucky(habits.aim) ? author : member)
    default: return .delete(post, member)
    }
  }

  private mutating func interaction() -> Call {
    switch number(below: 7) {
    case 0:
      let (post, member) = pair { $0.isVisible($1, to: $2) }
      return .view(post, member)
    case 1, 2:
      let (post, member) = pair { $0.isVisible($1, to: $2) }
      return .like(post, member)
    case 3, 4:
      let (post, member) = pair { $0.isVisible($1, to: $2) }
      return .save(post, member)
    case 5:
      let (post, member) = pair { $0.posts[$1.index].likedBy.contains($2) }
      return .unlike(post, member)
    default:
      let (post, member) = pair { $0.posts[$1.index].savedBy.contains($2) }
      return .unsave(post, member)
    }
  }

  private mutating func comment() -> Call {
    let (post, member) = pair { $0.isVisible($1, to: $2) }
    return .comment(any(SampleText.comments), post, member)
  }
}

// MARK: Contests

extension CallChoice {
  private mutating func vote() -> Call {
    if isLucky(0.3) {
      let voted = isLucky(0.2) ? friendVote() : nil
      let (post, member) =
        voted ?? pair { $0.strangersMayVote || $0.isFriend($0.posts[$1.index].author, $2) }
      return .voteAsFriend(post, member)
    }
    let entry = community.entries.suffix(30).randomElement(using: &generator)
    return .vote(isLucky(habits.stray) ? post() : entry?.post ?? post(), member())
  }

  /// A vote from a friend that there is already.
  private mutating func friendVote() -> (post: PostID, member: MemberID)? {
    aimed { community in
      community.allPosts.suffix(40).flatMap { post in
        community.posts[post.index].friendVoters.sorted().map { (post, $0) }
      }
    }
  }

  private mutating func entry() -> Call {
    let (entered, _) = pair { community, post, _ in
      community.isVisible(post, to: nil) && community.entry(of: post) == nil
    }
    let isByAuthor = community.knows(entered) && !isLucky(max(habits.stray, 0.05))
    return .enter(entered, isByAuthor ? community.posts[entered.index].author : member())
  }
}
