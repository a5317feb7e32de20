extension Community {
  /// Gathers the newest posts of a feed of all posts, in no promised order: of those before `bound`
  /// and not before `floor`, at most `limit`.
  ///
  /// - Returns: The posts, and where the search ended: the oldest of `limit` posts, or else `floor`.
  /// - Complexity: O(posts between the two indexes), a few instructions for each that is open to all or not of the pool's
  ///   audience.
  func newestPosts(
    of scope: FeedScope, for viewer: MemberID, before bound: Int, from floor: Int,
    atMost limit: Int
  ) -> (posts: [PostID], end: Int) {
    var pool = NewestPool(
      of: scope, for: viewer, room: max(0, min(limit, bound - floor)), before: bound, in: self)
    var end = bound
    while end > floor && !pool.isFull {
      let first = max(floor, (end - 1) / BitColumn.wordLength * BitColumn.wordLength)
      end = pool.take(first..<end, from: self)
    }
    return (pool.posts, end)
  }
}

/// The newest posts that belong in a feed, gathered by the words of the column of posts that are
/// open to all: those are taken unchecked, and only the others are checked.
private struct NewestPool {
  private let scope: FeedScope
  /// Whether a post that is open to all is a candidate without a further check, unless the pool leaves it out.
  private let takesOpen: Bool
  private let friends: MemberFilter
  /// The viewer's first post.
  private let firstOwn: Int
  /// The viewer's posts that the search has not come to end before this index.
  private var ownEnd: Int
  private var column: [PostID]
  private var count = 0

  init(
    of scope: FeedScope, for viewer: MemberID, room: Int, before bound: Int,
    in community: borrowing Community
  ) {
    self.scope = scope
    takesOpen = scope.isOfEveryone && scope.seesOpen
    friends = MemberFilter(of: viewer, in: community)
    firstOwn = community.postsByAuthor.range(of: viewer.index).lowerBound
    column = Array(repeating: PostID(0), count: room)
    ownEnd = community.postsByAuthor.range(of: viewer.index).upperBound
  }

  var isFull: Bool { count == column.count }

  /// Those that were gathered.
  var posts: [PostID] {
    consuming get {
      column.removeLast(column.count - count)
      return column
    }
  }

  /// Takes what belongs of some posts of one word.
  ///
  /// - Returns: The oldest that was looked at: the first, or where the pool was full.
  mutating func take(_ range: Range<Int>, from community: borrowing Community) -> Int {
    let base = range.lowerBound / BitColumn.wordLength * BitColumn.wordLength
    let word = community.posts.isOpen.words[base / BitColumn.wordLength]
    let all = (UInt64.max >> UInt64(64 - range.count)) << UInt64(range.lowerBound - base)
    var open = takesOpen ? word & all : 0
    let others = scope.ofAudience(all & ~open, from: base, in: community)
    if scope.surface == .home && !scope.includesOwn {
      open &= ~own(in: range, base: base, community)
    }
    open &= ~scope.leftOut(of: open, from: base)
    guard count + BitColumn.wordLength <= column.count else {
      return takeOneByOne(open, others: others, base: base, from: community) ?? range.lowerBound
    }
    count = Self.append(open, base: base, to: &column, count)
    forEach(others, base: base) { post in
      guard mayBelong(post, community), community.belongs(post, in: scope) else { return true }
      column[count] = post
      count += 1
      return true
    }
    return range.lowerBound
  }

  /// Appends posts by their bits, newest first, without a branch that a processor could guess wrong.
  ///
  /// - Returns: How many there are then.
  private static func append(
    _ bits: UInt64, base: Int, to column: inout [PostID], _ count: Int
  ) -> Int {
    var column = column.mutableSpan
    var (count, bits, index) = (count, bits, UInt32(base + 63))
    for _ in 0..<64 {
      column[count] = PostID(rawValue: index)
      count &+= Int(bits >> 63)
      bits <<= 1
      index &-= 1
    }
    return count
  }

  /// Where the pool may become full.
  ///
  /// - Returns: The post that filled it, if one did.
  private mutating func takeOneByOne(
    _ open: UInt64, others: UInt64, base: Int, from community: borrowing Community
  ) -> Int? {
    var last: Int?
    forEach(open | others, base: base) { post in
      let isOpen = open >> UInt64(post.index - base) & 1 == 1
      guard isOpen || community.belongs(post, in: scope) else { return true }
      column[count] = post
      count += 1
      guard count == column.count else { return true }
      last = post.index
      return false
    }
    return last
  }
}

extension NewestPool {
  /// The bits of the viewer's own posts in a range behind which all are looked at already.
  private mutating func own(
    in range: Range<Int>, base: Int, _ community: borrowing Community
  ) -> UInt64 {
    var bits: UInt64 = 0
    while ownEnd > firstOwn {
      let post = Int(community.postsByAuthor.element(at: ownEnd - 1))
      guard post >= range.lowerBound else { break }
      if post < range.upperBound { bits |= 1 << UInt64(post - base) }
      ownEnd -= 1
    }
    return bits
  }

  /// Whether a post that is not open to all may belong: most are for friends only, and of people who
  /// are none.
  private func mayBelong(_ post: PostID, _ community: borrowing Community) -> Bool {
    community.posts.privacy[post.index] == .everyone
      || friends.mayContain(community.posts.author[post.index])
  }

  /// Calls `body` with the posts whose bits are set, newest first, until it returns `false`.
  @inline(__always)
  private func forEach(_ bits: UInt64, base: Int, _ body: (PostID) -> Bool) {
    var bits = bits
    while bits != 0 {
      let index = 63 - bits.leadingZeroBitCount
      guard body(PostID(base + index)) else { return }
      bits &= ~(1 << UInt64(index))
    }
  }
}

extension MemberFilter {
  private static let mostFriends = 128

  /// A member and its friends. Members who have a pet, or very many friends, have all bits, since others'
  /// posts may be their own and a page must not cost more for every friend.
  fileprivate init(of member: MemberID, in community: borrowing Community) {
    self.init()
    guard (community.friendCount(of: member) ?? 0) <= Self.mostFriends,
      community.pets.kept(by: member).isEmpty
    else {
      self = .all
      return
    }
    insert(member)
    insertFriends(of: member, in: community)
  }
}
