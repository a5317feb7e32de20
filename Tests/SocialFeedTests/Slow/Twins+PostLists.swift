import SocialFeed
import TestSupport

extension Twins {
  /// Walks a member's and a pet's posts and what a member saved, and who liked and voted.
  func comparePostLists(
    for viewer: MemberID?, using generator: inout SeededGenerator
  ) throws(Difference) {
    let limit = [1, 2, 20].randomElement(using: &generator)!
    let author = MemberID(Int.random(in: 0...slow.members.count, using: &generator))
    let pet = PetID(Int.random(in: 0...slow.pets.count, using: &generator))
    let post = randomPost(using: &generator)
    let name = "for \(String(describing: viewer)) by \(limit)"
    let isViewer = viewer.map { slow.knows($0) } ?? true
    try agree(
      Self.walk(limit) { try community.posts(by: author, for: viewer, before: $0, limit: limit) },
      isViewer && slow.knows(author)
        ? slow.allPosts.reversed().filter {
          slow.posts[$0.index].author == author && slow.isVisible($0, to: viewer)
        } : nil, "posts of \(author) \(name)")
    try agree(
      Self.walk(limit) { try community.posts(of: pet, for: viewer, before: $0, limit: limit) },
      isViewer && slow.knows(pet)
        ? slow.allPosts.reversed().filter {
          slow.posts[$0.index].draft.pet == pet && slow.isVisible($0, to: viewer)
        } : nil, "posts of pet \(pet) \(name)")
    try agree(
      Self.walk(limit) { try community.savedPosts(of: author, before: $0, limit: limit) },
      slow.knows(author)
        ? slow.allPosts.reversed().filter {
          slow.posts[$0.index].savedBy.contains(author) && slow.isVisible($0, to: author)
        } : nil, "what \(author) saved")
    let isThere = isViewer && slow.knows(post) && slow.isVisible(post, to: viewer)
    func listed(_ members: Set<MemberID>) -> [MemberID]? {
      guard isThere else { return nil }
      return members.sorted().filter { member in
        !(viewer.map { slow.isBlocked($0, member) } ?? false)
      }
    }
    let found = slow.posts.indices.contains(post.index) ? slow.posts[post.index] : nil
    try agree(
      Self.walk(limit) { try community.likers(of: post, for: viewer, after: $0, limit: limit) },
      listed(found?.likedBy ?? []), "who likes \(post) \(name)")
    try agree(
      Self.walk(limit) {
        try community.friendVoters(for: post, for: viewer, after: $0, limit: limit)
      },
      listed(found?.friendVoters ?? []), "who voted for \(post) as a friend \(name)")
    try agree(
      Self.walk(limit) { try community.voters(for: post, for: viewer, after: $0, limit: limit) },
      listed(slow.entry(of: post)?.voters ?? []), "who voted for \(post) \(name)")
  }

  /// All pages of a list, or `nil` when one is refused.
  private static func walk<Element>(
    _ limit: Int, _ page: (Element?) throws -> [Element]
  ) -> [Element]? {
    var (found, last) = ([Element](), Element?.none)
    repeat {
      guard let next = try? page(last) else { return nil }
      found += next
      last = next.count == limit ? next.last : nil
    } while last != nil
    return found
  }
}
