import SocialFeed
import TestSupport
import Testing

@Suite struct PetsTests {
  /// Pet 0 of member 0, with an approved guardian 1 and a pending one 2; member 3 is a stranger.
  private func community() throws -> Community {
    var community = Community(members: 4)
    try community.addPet(owner: member(0), name: "Mo", type: "cat", age: 3, gender: .female)
    for guardian in 1...2 {
      try community.inviteGuardian(member(guardian), of: PetID(0), by: member(0), now: 0)
    }
    try community.approveGuardianship(of: PetID(0), by: member(1), now: 0)
    return community
  }

  @Test func `a pet is what it was added as`() throws {
    let community = try community()
    let pet = try #require(community.pet(PetID(0)))
    #expect(pet.owner == member(0) && pet.name == "Mo" && pet.type == "cat")
    #expect(pet.age == 3 && pet.gender == .female)
    #expect(community.petCount == 1 && community.pet(PetID(1)) == nil)
    try expectEqual(
      (0..<4).map { try community.pets(of: member($0), for: member($0)) },
      [
        [PetID(0)], [PetID(0)], [], [],
      ])
  }

  @Test func `guardianship goes through its states`() throws {
    var community = try community()
    func state(_ number: Int) -> GuardianState? {
      community.guardianState(of: member(number), for: PetID(0))
    }
    expectEqual((0..<4).map(state), [nil, .approved, .pending, nil])
    try expectEqual(community.guardians(of: PetID(0), for: nil), [member(1)])
    try community.rejectGuardianship(of: PetID(0), by: member(2), now: 0)
    expectEqual(community.guardianState(of: member(2), for: PetID(0)), .rejected)
    #expect(throws: PetError.notInvited(PetID(0), member(2))) {
      try community.approveGuardianship(of: PetID(0), by: member(2), now: 0)
    }
    try community.inviteGuardian(member(2), of: PetID(0), by: member(0), now: 0)
    try community.approveGuardianship(of: PetID(0), by: member(2), now: 0)
    try expectEqual(community.guardians(of: PetID(0), for: nil), [member(1), member(2)])
    try community.removeGuardian(member(1), of: PetID(0), by: member(0))
    try community.removeGuardian(member(2), of: PetID(0), by: member(2))
    try expectEqual(community.guardians(of: PetID(0), for: nil), [])
    try expectEqual(community.pets(of: member(1), for: member(1)), [])
    expectEqual(community.guardianState(of: member(2), for: PetID(0)), nil)
  }

  @Test func `refused calls about pets`() throws {
    var community = try community()
    func refuses(_ error: PetError, _ call: (inout Community) throws -> Void) {
      #expect(throws: error) { try call(&community) }
    }
    let pet = PetID(0)
    refuses(.unknownMember(member(4))) { try $0.addPet(owner: member(4), name: "A", type: "dog") }
    refuses(.nameLength(characters: 0)) { try $0.addPet(owner: member(0), name: "", type: "dog") }
    refuses(.nameLength(characters: 41)) {
      try $0.addPet(owner: member(0), name: String(repeating: "é", count: 41), type: "dog")
    }
    refuses(.typeLength(characters: 31)) {
      try $0.addPet(owner: member(0), name: "A", type: String(repeating: "x", count: 31))
    }
    for age in [-1, 61] {
      refuses(.ageOutOfRange(age)) {
        try $0.addPet(owner: member(0), name: "A", type: "dog", age: age)
      }
    }
    refuses(.unknownPet(PetID(1))) {
      try $0.inviteGuardian(member(1), of: PetID(1), by: member(0), now: 0)
    }
    refuses(.notTheOwner(pet, member(1))) {
      try $0.inviteGuardian(member(3), of: pet, by: member(1), now: 0)
    }
    refuses(.isTheOwner(pet, member(0))) {
      try $0.inviteGuardian(member(0), of: pet, by: member(0), now: 0)
    }
    refuses(.alreadyGuardian(pet, member(1))) {
      try $0.inviteGuardian(member(1), of: pet, by: member(0), now: 0)
    }
    refuses(.alreadyInvited(pet, member(2))) {
      try $0.inviteGuardian(member(2), of: pet, by: member(0), now: 0)
    }
    refuses(.notInvited(pet, member(3))) {
      try $0.approveGuardianship(of: pet, by: member(3), now: 0)
    }
    refuses(.notInvited(pet, member(1))) {
      try $0.rejectGuardianship(of: pet, by: member(1), now: 0)
    }
    refuses(.notTheOwner(pet, member(3))) {
      try $0.removeGuardian(member(1), of: pet, by: member(3))
    }
    refuses(.notGuardian(pet, member(3))) {
      try $0.removeGuardian(member(3), of: pet, by: member(0))
    }
    expectEqual(community.petCount, 1)
    try expectEqual(community.guardians(of: pet, for: nil), [member(1)])
  }

  @Test(arguments: [
    (PetError.unknownMember(member(4)), "there is no member 4"),
    (.unknownPet(PetID(4)), "there is no pet 4"),
    (.nameLength(characters: 0), "a pet's name has 1 to 40 characters, not 0"),
    (.typeLength(characters: 31), "a pet's type has 1 to 30 characters, not 31"),
    (.ageOutOfRange(61), "a pet's age is 0 to 60 years, not 61"),
    (.notTheOwner(PetID(1), member(2)), "member 2 is not the owner of pet 1"),
    (.isTheOwner(PetID(1), member(2)), "member 2 is the owner of pet 1"),
    (
      .alreadyInvited(PetID(1), member(2)),
      "member 2 is already invited to be a guardian of pet 1"
    ),
    (.alreadyGuardian(PetID(1), member(2)), "member 2 is already a guardian of pet 1"),
    (.notInvited(PetID(1), member(2)), "member 2 is not invited to be a guardian of pet 1"),
    (
      .notGuardian(PetID(1), member(2)),
      "member 2 is neither guardian of pet 1 nor invited to be one"
    ),
  ])
  func `an error says what is wrong`(error: PetError, message: String) {
    expectEqual("\(error)", message)
  }

  @Test func `a post of a pet is its owner's and its approved guardians' own`() throws {
    var community = try community()
    // Posts 0 and 1: private and public, by guardian 1; post 2 by the owner.
    for (author, privacy) in [(1, Privacy.onlyMe), (1, .everyone), (0, .everyone)] {
      try community.publish(
        author: member(author), category: category(0), privacy: privacy, pet: PetID(0), now: 0)
    }
    expectEqual(community.post(PostID(0))?.pet, PetID(0))
    expectEqual((0..<4).map { community.isOwn(PostID(0), member($0)) }, [true, true, false, false])
    expectEqual(
      (0..<4).map { community.isVisible(PostID(0), to: member($0)) }, [true, true, false, false])
    func feed(_ viewer: Int, _ surface: Surface) -> [PostID] {
      community.walk(FeedRequest(member(viewer), surface, now: 1), by: RecencyRanker())
    }
    #expect(feed(0, .home) == [] && feed(1, .home) == [] && feed(2, .home) == posts(2, 1))
    #expect(feed(0, .friends) == posts(2, 1, 0) && feed(1, .friends) == posts(2, 1, 0))
    expectEqual(feed(2, .friends), [])
    // A friend's post comes by its author and by the pet, but once.
    try community.befriend(member(0), member(1), now: 0)
    for viewer in 0...1 {
      for size in 1...3 {
        let request = FeedRequest(member(viewer), .friends, now: 1, pageSize: size)
        expectEqual(community.walk(request, by: RecencyRanker()), posts(2, 1, 0))
        expectEqual(community.walk(request, by: PopularityRanker()), posts(2, 1, 0))
      }
    }
    // An invitation that becomes a guardianship, and one that ends.
    try community.approveGuardianship(of: PetID(0), by: member(2), now: 0)
    try community.removeGuardian(member(1), of: PetID(0), by: member(0))
    #expect(community.isVisible(PostID(0), to: member(2)))
    #expect(community.isOwn(PostID(0), member(1)) && !community.isOwn(PostID(2), member(1)))
  }

  @Test func `only owner and approved guardians may show a pet`() throws {
    var community = try community()
    for author in 2...3 {
      #expect(throws: PublicationError.petOfOthers(PetID(0), member(author))) {
        try community.publish(author: member(author), category: category(0), pet: PetID(0), now: 0)
      }
    }
    #expect(throws: PublicationError.unknownPet(PetID(1))) {
      try community.publish(author: member(0), category: category(0), pet: PetID(1), now: 0)
    }
    expectEqual(community.postCount, 0)
  }

  @Test func `entries of one's pets come first and get no vote of one's own`() throws {
    var community = try community()
    community.rotateContests(now: 0)
    // Entries by stranger, guardian for the pet, stranger, owner for the pet, owner without a pet.
    for (author, pet) in [(3, nil), (1, PetID(0)), (3, nil), (0, PetID(0)), (0, nil)] {
      let post = try community.publish(
        author: member(author), category: category(0), pet: pet, now: 0)
      try community.enter(post, by: member(author), now: 1)
    }
    func feed(_ viewer: Int, _ ranker: any Ranker) -> [PostID] {
      community.walk(FeedRequest(member(viewer), .contest, now: 2, pageSize: 2), by: ranker)
    }
    let byVotes = ContestScoreRanker(vote: 1, fresh: 0, decay: 0, noise: 0)
    for ranker: any Ranker in [RecencyRanker(), byVotes, PopularityRanker()] {
      expectEqual(feed(0, ranker), posts(4, 3, 1, 2, 0))
      expectEqual(feed(1, ranker), posts(3, 1, 4, 2, 0))
      expectEqual(feed(2, ranker), posts(4, 3, 2, 1, 0))
    }
    for (post, voter) in [(1, 0), (1, 1), (3, 0), (3, 1)] {
      #expect(throws: ContestError.ownEntry(PostID(post))) {
        try community.vote(for: PostID(post), by: member(voter), now: 2)
      }
    }
    try community.vote(for: PostID(4), by: member(1), now: 2)
    try community.vote(for: PostID(3), by: member(2), now: 2)
    // An owner's friend post is own too for friends' votes.
    try community.befriend(member(0), member(1), now: 0)
    #expect(throws: InteractionError.ownPost(PostID(1))) {
      try community.voteAsFriend(for: PostID(1), by: member(0), now: 0)
    }
    // Whoever becomes a guardian after voting keeps the vote.
    try community.approveGuardianship(of: PetID(0), by: member(2), now: 0)
    #expect(community.hasVoted(for: PostID(3), by: member(2)))
  }

  @Test func `a block ends guardianships both ways, and stands against new ones`() throws {
    var community = Community(members: 3)
    let pets = try [0, 1, 2].map {
      try community.addPet(owner: member($0), name: "Rex", type: "dog")
    }
    try community.inviteGuardian(member(1), of: pets[0], by: member(0), now: 0)
    try community.approveGuardianship(of: pets[0], by: member(1), now: 0)
    try community.inviteGuardian(member(0), of: pets[1], by: member(1), now: 0)
    try community.inviteGuardian(member(0), of: pets[2], by: member(2), now: 0)
    try community.block(member(1), member(0))
    expectEqual(community.guardianState(of: member(1), for: pets[0]), nil)
    expectEqual(community.guardianState(of: member(0), for: pets[1]), nil)
    expectEqual(community.guardianState(of: member(0), for: pets[2]), .pending)
    let error = PetError.blocked(member(0), member(1))
    #expect(throws: error) {
      try community.inviteGuardian(member(1), of: pets[0], by: member(0), now: 0)
    }
    expectEqual("\(error)", "a block stands between members 0 and 1")
  }
}
