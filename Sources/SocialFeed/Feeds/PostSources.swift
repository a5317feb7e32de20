/// A list of posts, oldest first, that a feed of some authors gathers from.
enum PostSource: Hashable {
  case author(MemberID)
  /// A pet that the viewer owns or is an approved guardian of.
  case pet(PetID)
}

extension Community {
  /// Calls `body` with each list that a feed of some authors gathers from: one's own and one's
  /// pets' come last. Other feeds have none.
  ///
  /// A post can be in two of them: by its author, and as one of a pet.
  func forEachSource(
    of surface: Surface, for viewer: MemberID, _ body: (PostSource) -> Void
  ) {
    switch surface {
    case .friends:
      for index in 0..<(friendCount(of: viewer) ?? 0) {
        body(.author(friend(of: viewer, at: index)!))
      }
      body(.author(viewer))
      for pet in pets.kept(by: viewer) { body(.pet(pet)) }
    case .following:
      for index in 0..<(followingCount(of: viewer) ?? 0) {
        body(.author(followee(of: viewer, at: index)!))
      }
    case .home, .latest, .global, .contest: return
    }
  }

  /// Calls `body` with each post of a feed of some authors once, in no promised order.
  func forEachSourced(
    of surface: Surface, for viewer: MemberID, _ body: (PostID) -> Void
  ) {
    forEachSource(of: surface, for: viewer) { source in
      switch source {
      case .author(let author):
        for index in postsByAuthor.range(of: author.index) {
          body(PostID(rawValue: postsByAuthor.element(at: index)))
        }
      case .pet(let pet):
        for index in pets.posts.range(of: pet.index) {
          let post = PostID(rawValue: pets.posts.element(at: index))
          let author = posts.author[post.index]
          if author != viewer && !isFriend(viewer, author) { body(post) }
        }
      }
    }
  }
}

/// The posts of a feed of some authors, newest first and each once: a heap of the newest post not
/// yet taken of each list.
struct NewestFirstMerge {
  /// A list's indexes from `first` on, of which the one before `end` holds `post`.
  private struct Head {
    var post: UInt32
    var end: UInt32
    let first: UInt32
    let isPet: Bool
  }

  private var heap: [Head] = []

  /// - Complexity: O(lists × log posts of a list); the logarithm is of those that are not before `start`.
  init(
    _ surface: Surface, for viewer: MemberID, before start: Int, in community: borrowing Community
  ) {
    var heap: [Head] = []
    heap.reserveCapacity(
      surface == .friends
        ? (community.friendCount(of: viewer) ?? 0) + 1 : community.followingCount(of: viewer) ?? 0)
    let (byAuthor, byPet) = (community.postsByAuthor, community.pets.posts)
    community.forEachSource(of: surface, for: viewer) { source in
      switch source {
      case .author(let author):
        if let head = Self.head(of: author.index, in: byAuthor, before: start, isPet: false) {
          heap.append(head)
        }
      case .pet(let pet):
        if let head = Self.head(of: pet.index, in: byPet, before: start, isPet: true) {
          heap.append(head)
        }
      }
    }
    self.heap = heap
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sift(index) }
  }

  /// The posts of some authors, none of them twice.
  ///
  /// - Complexity: O(authors × log posts of an author).
  init(_ authors: [MemberID], before start: Int, in community: borrowing Community) {
    heap = authors.compactMap { [byAuthor = community.postsByAuthor] author in
      Self.head(of: author.index, in: byAuthor, before: start, isPet: false)
    }
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sift(index) }
  }

  private static func head(
    of node: Int, in lists: AdjacencyLists, before start: Int, isPet: Bool
  ) -> Head? {
    let range = lists.range(of: node)
    var (low, high, step) = (range.upperBound, range.upperBound, 1)
    while low > range.lowerBound && Int(lists.element(at: low - 1)) >= start {
      high = low - 1
      low = max(range.lowerBound, low - step)
      step *= 2
    }
    low = (low..<high).partition { Int(lists.element(at: $0)) < start }
    guard low > range.lowerBound else { return nil }
    return Head(
      post: lists.element(at: low - 1), end: UInt32(low), first: UInt32(range.lowerBound),
      isPet: isPet)
  }

  mutating func next(in community: borrowing Community) -> PostID? {
    guard let newest = heap.first?.post else { return nil }
    // A post that is there by its author and by a pet leaves both lists.
    while let head = heap.first, head.post == newest { advance(head, in: community) }
    return PostID(rawValue: newest)
  }

  private mutating func advance(_ head: Head, in community: borrowing Community) {
    if head.end - 1 > head.first {
      let index = Int(head.end) - 2
      heap[0].end -= 1
      heap[0].post =
        head.isPet
        ? community.pets.posts.element(at: index) : community.postsByAuthor.element(at: index)
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    if !heap.isEmpty { sift(0) }
  }

  private mutating func sift(_ start: Int) {
    let head = heap[start]
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count && heap[child + 1].post > heap[child].post { child += 1 }
      guard heap[child].post > head.post else { break }
      heap[index] = heap[child]
      index = child
    }
    heap[index] = head
  }
}
