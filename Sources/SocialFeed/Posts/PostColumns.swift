/// What the community knows of its posts, a column each. Likes, saves and votes from friends are
/// counted by their sets; properties of few posts are in ``PostDetails``.
@usableFromInline struct PostColumns: Sendable {
  static let noEntry = UInt32.max

  @usableFromInline var author: [MemberID] = []
  /// The number of the category, or how many categories there are where the post has none: an index in
  /// lists that have one element more than there are categories.
  @usableFromInline var category: [UInt8] = []
  /// `nil` once the post is deleted.
  var privacy: [Privacy?] = []
  /// Whether a viewer without blocks may see the post without a check: the post is there and public, by a public
  /// account, and shows no pet, so that it is only its author's own.
  var isOpen = BitColumn()
  @usableFromInline var createdAt: [Double] = []
  var views: [UInt32] = []
  var comments: [UInt32] = []
  /// The post's index among all contest entries, or `noEntry`.
  var entry: [UInt32] = []
  var deletedCount = 0

  /// How many there ever were.
  @inlinable var count: Int { author.count }

  mutating func reserveCapacity(_ count: Int) {
    author.reserveCapacity(count)
    category.reserveCapacity(count)
    privacy.reserveCapacity(count)
    isOpen.reserveCapacity(count)
    createdAt.reserveCapacity(count)
    views.reserveCapacity(count)
    comments.reserveCapacity(count)
    entry.reserveCapacity(count)
  }
}

/// Captions, media and pets of the posts that have some: other posts take 0 bytes while no newer post has any, and 4
/// bytes otherwise.
struct PostDetails: Sendable {
  struct Row: Sendable {
    var caption = ""
    var media: [Media] = []
    var pet: PetID?

    var isEmpty: Bool { caption.isEmpty && media.isEmpty && pet == nil }
  }

  private static let none = UInt32.max

  /// Indexes in `rows`, or `none`, of the posts up to the last that has some.
  private var indexes: [UInt32] = []
  private var rows: [Row] = []
  private var free: [UInt32] = []

  /// What a post has beside its columns.
  subscript(post: PostID) -> Row {
    guard post.index < indexes.count, indexes[post.index] != Self.none else { return Row() }
    return rows[Int(indexes[post.index])]
  }

  /// The pet that a post shows.
  func pet(of post: PostID) -> PetID? {
    guard post.index < indexes.count, indexes[post.index] != Self.none else { return nil }
    return rows[Int(indexes[post.index])].pet
  }

  /// Gives a post another caption. `insert` is for a post newer than all that have details.
  mutating func setCaption(_ caption: String, of post: PostID) {
    if post.index < indexes.count, indexes[post.index] != Self.none {
      let index = Int(indexes[post.index])
      rows[index].caption = caption
      if rows[index].isEmpty { remove(post) }
    } else if !caption.isEmpty {
      let missing = post.index + 1 - indexes.count
      if missing > 0 { indexes.append(contentsOf: repeatElement(Self.none, count: missing)) }
      indexes[post.index] = store(Row(caption: caption))
    }
  }

  /// The posts that have some, in order.
  var posts: [PostID] {
    indexes.indices.filter { indexes[$0] != Self.none }.map { PostID($0) }
  }

  mutating func reserveCapacity(_ count: Int) {
    indexes.reserveCapacity(count)
    rows.reserveCapacity(count)
  }

  mutating func insert(_ row: Row, for post: PostID) {
    guard !row.isEmpty else { return }
    indexes.append(contentsOf: repeatElement(Self.none, count: post.index - indexes.count))
    indexes.append(store(row))
  }

  private mutating func store(_ row: Row) -> UInt32 {
    if let index = free.popLast() {
      rows[Int(index)] = row
      return index
    }
    rows.append(row)
    return UInt32(rows.count - 1)
  }

  mutating func remove(_ post: PostID) {
    guard post.index < indexes.count, indexes[post.index] != Self.none else { return }
    rows[Int(indexes[post.index])] = Row()
    free.append(indexes[post.index])
    indexes[post.index] = Self.none
  }
}
