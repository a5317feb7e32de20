import SocialFeed

extension SlowCommunity {
  /// Everything that has to do with the member goes; what others have is otherwise as it was.
  mutating func deleteAccount(of member: MemberID) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    for pet in allPets where pets[pet.index].draft.owner == member { remove(pet) }
    for post in allPosts where knows(post) && posts[post.index].author == member { remove(post) }
    for pet in pets.indices { pets[pet].guardians.removeAll { $0.member == member } }
    keepers.removeAll { $0.member == member }
    comments.removeAll { $0.author == member }
    for post in posts.indices {
      posts[post].likedBy.remove(member)
      posts[post].savedBy.remove(member)
      posts[post].friendVoters.remove(member)
    }
    for entry in entries.indices { entries[entry].voters.remove(member) }
    follows.removeAll(of: member)
    friendships.removeAll(of: member)
    followRequests.removeAll(of: member)
    friendRequests.removeAll(of: member)
    rejections.removeAll(of: member)
    blocks.removeAll(of: member)
    members[member.index].isDeleted = true
    members[member.index].username = nil
    members[member.index].isPrivate = false
  }

  /// The pet's posts go with it.
  mutating func deletePet(_ pet: PetID, by owner: MemberID) throws(PetError) {
    if !knows(owner) { throw .unknownMember(owner) }
    if !knows(pet) { throw .unknownPet(pet) }
    if pets[pet.index].draft.owner != owner { throw .notTheOwner(pet, owner) }
    remove(pet)
  }

  private mutating func remove(_ pet: PetID) {
    for post in allPosts where knows(post) && posts[post.index].draft.pet == pet { remove(post) }
    pets[pet.index].isDeleted = true
    pets[pet.index].guardians = []
    keepers.removeAll { $0.pet == pet }
  }

  mutating func remove(_ post: PostID) {
    posts[post.index].isDeleted = true
    posts[post.index].likedBy = []
    posts[post.index].savedBy = []
    posts[post.index].friendVoters = []
  }
}
