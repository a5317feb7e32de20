internal import SocialFeed

/// The known state of a loaded post: the last answer of the service, with what it accepted since.
struct Cell: Equatable, Sendable {
  private var likeCount: UInt32
  private var saveCount: UInt32
  /// The call by whose answer this is known.
  var asOf: CallID
  private var isLiked: Bool
  private var isSaved: Bool

  init(_ state: InteractionState, asOf call: CallID) {
    likeCount = UInt32(clamping: state.likeCount)
    saveCount = UInt32(clamping: state.saveCount)
    asOf = call
    isLiked = state.isLiked
    isSaved = state.isSaved
  }

  var like: ButtonState {
    get { ButtonState(isOn: isLiked, count: likeCount) }
    set { (isLiked, likeCount) = (newValue.isOn, newValue.count) }
  }

  var save: ButtonState {
    get { ButtonState(isOn: isSaved, count: saveCount) }
    set { (isSaved, saveCount) = (newValue.isOn, newValue.count) }
  }

  /// Whether the buttons are known to be the same, by whatever call.
  func looks(like other: Cell) -> Bool { like == other.like && save == other.save }
}

/// The posts that are loaded, in order, a column of posts and one of what is known of them.
struct Screen: Sendable {
  private(set) var posts: [PostID] = []
  private var cells: [Cell] = []
  /// Posts that left the screen since the refresh.
  private var gone: [PostID] = []
  /// Bits of the posts shown since the refresh: where a post's is not set, it was not.
  private var filter = InlineArray<4, UInt64>(repeating: 0)
  /// The position that came into view last.
  private(set) var lastInView: Int?

  /// Whether the last post, or the lack of any, is in view.
  var endIsInView: Bool { (lastInView ?? -1) + 1 >= posts.count }

  /// The position of a post. O(posts), unless it is where it is looked for first.
  func position(of post: PostID, from start: Int = 0) -> Int? {
    start < posts.count && posts[start] == post ? start : posts.firstIndex(of: post)
  }

  subscript(position: Int) -> Cell {
    get { cells[position] }
    set { cells[position] = newValue }
  }

  /// Whether a post is or was on the screen since the refresh.
  func hasShown(_ post: PostID) -> Bool { posts.contains(post) || gone.contains(post) }

  /// By multiplicative hashing with 2³² ÷ the golden ratio; the high bits are well mixed.
  private static func bit(of post: PostID) -> (word: Int, mask: UInt64) {
    let hash = (post.rawValue &* 0x9E37_79B1) >> 24
    return (Int(hash >> 6), 1 << UInt64(hash & 63))
  }

  mutating func scroll(to position: Int) { lastInView = position }

  /// Appends what was not shown yet, each with its cell.
  ///
  /// - Returns: How many have been shown before.
  mutating func append(_ states: [InteractionState], _ cell: (InteractionState) -> Cell) -> Int {
    guard areNew(states) else { return appendOneByOne(states, cell) }
    let first = posts.count
    posts.resize(to: first + states.count, PostID(0))
    var column = posts.mutableSpan
    for (index, state) in states.enumerated() { column[first + index] = state.post }
    guard let last = states.last else { return 0 }
    cells.resize(to: first + states.count, cell(last))
    var filled = cells.mutableSpan
    for (index, state) in states.enumerated() { filled[first + index] = cell(state) }
    return 0
  }

  /// Whether none was shown before and none comes twice, as is usual; notes their bits.
  private mutating func areNew(_ states: [InteractionState]) -> Bool {
    var areNew = true
    for (index, state) in states.enumerated() {
      let bit = Self.bit(of: state.post)
      let isKnown = filter[bit.word] & bit.mask != 0
      filter[bit.word] |= bit.mask
      guard isKnown, areNew else { continue }
      areNew = !hasShown(state.post) && !states[..<index].contains { $0.post == state.post }
    }
    return areNew
  }

  private mutating func appendOneByOne(
    _ states: [InteractionState], _ cell: (InteractionState) -> Cell
  ) -> Int {
    var duplicates = 0
    for state in states {
      if hasShown(state.post) {
        duplicates += 1
      } else {
        posts.append(state.post)
        cells.append(cell(state))
      }
    }
    return duplicates
  }

  /// Takes a post off the screen; the next one moves up.
  mutating func remove(at position: Int) {
    gone.append(posts.remove(at: position))
    cells.remove(at: position)
    guard let last = lastInView else { return }
    let moved = last > position ? last - 1 : min(last, posts.count - 1)
    lastInView = moved < 0 ? nil : moved
  }

  /// Makes room for the first page, so that a screen of one takes no more than it needs.
  mutating func reserveCapacity(_ count: Int) {
    posts.reserveCapacity(count)
    cells.reserveCapacity(count)
  }

  mutating func clear() {
    posts.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    gone.removeAll(keepingCapacity: true)
    filter = InlineArray(repeating: 0)
    lastInView = nil
  }
}
