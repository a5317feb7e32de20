import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct PetChangesTests {
  private static func community() throws -> Community {
    var community = Community(members: 4)
    try community.addPet(
      owner: member(0), name: "Mo", type: "cat", age: 3, gender: .female, photo: "mo.jpg")
    return community
  }

  @Test func `a pet is changed by its owner, as a whole`() throws {
    var community = try Self.community()
    let pet = PetID(0)
    expectEqual(community.pet(pet)?.photo, "mo.jpg")
    try community.changePet(pet, by: member(0), name: "Moe", type: "dog", gender: .male)
    expectEqual(
      community.pet(pet), Pet(id: pet, owner: member(0), name: "Moe", gender: .male, type: "dog"))
    #expect(throws: PetError.notTheOwner(pet, member(1))) {
      try community.changePet(pet, by: member(1), name: "Moe", type: "dog")
    }
    #expect(throws: PetError.unknownPet(PetID(1))) {
      try community.changePet(PetID(1), by: member(0), name: "Moe", type: "dog")
    }
    #expect(throws: PetError.nameLength(characters: 0)) {
      try community.changePet(pet, by: member(0), name: "", type: "dog")
    }
    #expect(throws: PetError.photoKeyLength(bytes: 0)) {
      try community.changePet(pet, by: member(0), name: "Mo", type: "dog", photo: "")
    }
    expectEqual(
      "\(PetError.photoKeyLength(bytes: 0))", "the key of a pet's photo has 1 to 1024 bytes, not 0")
    expectEqual(community.pet(pet)?.name, "Moe")
  }

  @Test func `a deleted pet takes its posts, entries and guardians along`() throws {
    var community = try Self.community()
    let pet = PetID(0)
    try community.inviteGuardian(member(1), of: pet, by: member(0), now: 1)
    try community.approveGuardianship(of: pet, by: member(1), now: 2)
    try community.inviteGuardian(member(2), of: pet, by: member(0), now: 3)
    community.rotateContests(now: 3)
    let shown = try [0, 1].map {
      try community.publish(author: member($0), category: category(0), pet: pet, now: 4)
    }
    let other = try community.publish(author: member(1), category: category(0), now: 4)
    try community.enter(shown[0], by: member(0), now: 5)
    #expect(throws: PetError.notTheOwner(pet, member(1))) {
      try community.deletePet(pet, by: member(1))
    }
    try community.deletePet(pet, by: member(0))
    #expect(!community.contains(pet) && community.pet(pet) == nil)
    #expect(community.petCount == 1 && community.deletedPetCount == 1)
    #expect(shown.allSatisfy { community.post($0) == nil } && community.post(other) != nil)
    expectEqual(community.leaderboard(of: ContestID(0)), [])
    try expectEqual(community.pets(of: member(1), for: member(1)), [])
    expectEqual(community.guardianState(of: member(2), for: pet), nil)
    #expect(throws: PetError.unknownPet(pet)) { try community.deletePet(pet, by: member(0)) }
    #expect(throws: PetError.unknownPet(pet)) {
      try community.approveGuardianship(of: pet, by: member(2), now: 6)
    }
    #expect(throws: PublicationError.unknownPet(pet)) {
      try community.publish(author: member(0), category: category(0), pet: pet, now: 6)
    }
    try expectEqual(community.addPet(owner: member(0), name: "Rex", type: "dog"), PetID(1))
  }

  @Test func `guardians have the dates of invitation and answer, and both sides are notified`()
    throws
  {
    var community = try Self.community()
    let pet = PetID(0)
    try community.inviteGuardian(member(1), of: pet, by: member(0), now: 10)
    try community.inviteGuardian(member(2), of: pet, by: member(0), now: 11)
    try community.approveGuardianship(of: pet, by: member(1), now: 20)
    try community.rejectGuardianship(of: pet, by: member(2), now: 30)
    let expected = [
      Guardianship(
        pet: pet, guardian: member(1), state: .approved, invitedAt: 10, answeredAt: 20),
      Guardianship(
        pet: pet, guardian: member(2), state: .rejected, invitedAt: 11, answeredAt: 30),
    ]
    try expectEqual(community.guardianships(of: pet, by: member(0)), expected)
    expectEqual(community.guardianship(of: member(2), for: pet), expected[1])
    #expect(throws: PetError.notTheOwner(pet, member(1))) {
      try community.guardianships(of: pet, by: member(1))
    }
    try community.inviteGuardian(member(2), of: pet, by: member(0), now: 40)
    expectEqual(
      community.guardianship(of: member(2), for: pet),
      Guardianship(pet: pet, guardian: member(2), state: .pending, invitedAt: 40))
    let invited = try community.notifications(of: member(2)).notifications
    expectEqual(invited.map(\.kind), [.guardianInvitation, .guardianInvitation])
    #expect(invited.map(\.subject) == [.pet(pet), .pet(pet)] && invited.map(\.time) == [40, 11])
    let answered = try community.notifications(of: member(0)).notifications
    expectEqual(
      answered,
      [
        MemberNotification(
          number: 0, kind: .guardianAccepted, recipient: member(0), sender: member(1),
          subject: .pet(pet), time: 20)
      ])
  }

  @Test func `a vote's notification says for which post it was`() throws {
    var community = Community(members: 2)
    community.rotateContests(now: 0)
    let post = try community.publish(author: member(0), category: category(0), now: 1)
    try community.enter(post, by: member(0), now: 2)
    try community.vote(for: post, by: member(1), now: 3)
    try community.follow(member(1), member(0), now: 4)
    let got = try community.notifications(of: member(0)).notifications
    expectEqual(got.map(\.subject), [nil, .post(post)])
  }

  @Test func `names on the wire are those of the source`() throws {
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
    try expectEqual(
      json(NotificationKind.allCases),
      #"["friend_request","friend_accepted","contest_vote","new_follower","follow_request","#
        + #""guardian_invitation","guardian_accepted"]"#)
    try expectEqual(json(PetGender.allCases), #"["F","M"]"#)
    try expectEqual(json(GuardianState.allCases), #"["pending","approved","rejected"]"#)
    let pet = Pet(id: PetID(3), owner: member(1), name: "Mo", gender: .female, type: "cat")
    try expectEqual(JSONDecoder().decode(Pet.self, from: Data(try json(pet).utf8)), pet)
  }
}
