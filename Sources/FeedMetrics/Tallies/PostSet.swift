/// A set of posts, of one to two bytes a post and four for each of those that came last.
///
/// New posts are kept as they come. When there are enough of them they are sorted and merged with the
/// others, which are kept in ascending order as differences of neighbours, with seven bits of a
/// difference in a byte (LEB128). An insertion so touches one or two cache lines, where a hash table
/// touches one for each post and is three times as large.
///
/// - Complexity: O(*n*) for each 60 or *n*/8 posts inserted, whichever is more, where *n* is the number
///   of posts in the set.
package struct PostSet: Sendable {
  /// The differences of the settled posts, the first one from 0.
  private var differences: [UInt8] = []
  /// Settled posts.
  package private(set) var count = 0
  /// What has come since.
  private var recent: [UInt32] = []

  private static let fewestRecent = 60

  package init() {}

  /// The posts in ascending order, after `settle`.
  package var elements: [UInt32] {
    precondition(recent.isEmpty, "a set of posts is read before it is settled")
    let source = differences.span
    var elements: [UInt32] = []
    elements.reserveCapacity(count)
    var (index, post): (Int, UInt32) = (0, 0)
    while index < source.count {
      post += Self.readDifference(source, at: &index)
      elements.append(post)
    }
    return elements
  }

  package mutating func insert(_ posts: ArraySlice<UInt32>, room: inout Room) {
    recent.append(contentsOf: posts)
    if recent.count > max(Self.fewestRecent, count / 8) { settle(room: &room) }
  }

  /// Forgets all posts and keeps the memory.
  package mutating func removeAll() {
    differences.removeAll(keepingCapacity: true)
    recent.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Merges what has come with the settled posts.
  package mutating func settle(room: inout Room) {
    guard !recent.isEmpty else { return }
    room.sort.sort(recent)
    recent.removeAll(keepingCapacity: true)
    let length = differences.count + Self.longestDifference * room.sort.sorted.count
    while room.differences.count < length { room.differences.append(0) }
    let (bytes, added) = Self.merge(differences, room.sort.sorted, into: &room.differences)
    count += added
    differences.removeAll(keepingCapacity: true)
    if differences.capacity < bytes { differences.reserveCapacity(bytes + bytes / 4) }
    differences.append(contentsOf: room.differences[..<bytes])
  }
}

extension PostSet {
  /// Room to sort and merge in, for one set after the other.
  package struct Room: Sendable {
    fileprivate var sort = ByteSort()
    fileprivate var differences: [UInt8] = []

    package init() {}
  }

  /// Bytes of the difference of 2³² − 1.
  private static let longestDifference = 5

  /// Merges ascending posts, repeated or not, into differences.
  ///
  /// - Returns: The bytes written to `target`, and how many posts are new.
  private static func merge(
    _ differences: [UInt8], _ posts: [UInt32], into target: inout [UInt8]
  ) -> (bytes: Int, added: Int) {
    let (source, posts) = (differences.span, posts.span)
    var target = target.mutableSpan
    var (read, written, added) = (0, 0, 0)
    var (old, last): (UInt32, UInt32) = (0, 0)
    var hasOld = false
    if read < source.count {
      old = readDifference(source, at: &read)
      hasOld = true
    }
    for index in posts.indices where index == 0 || posts[index] != posts[index - 1] {
      let post = posts[index]
      while hasOld && old < post {
        writeDifference(old - last, to: &target, at: &written)
        last = old
        hasOld = read < source.count
        if hasOld { old += readDifference(source, at: &read) }
      }
      if hasOld && old == post { continue }
      writeDifference(post - last, to: &target, at: &written)
      last = post
      added += 1
    }
    if hasOld { writeDifference(old - last, to: &target, at: &written) }
    for index in read..<source.count {
      target[written] = source[index]
      written += 1
    }
    return (written, added)
  }

  @inline(__always)
  private static func readDifference(_ source: Span<UInt8>, at index: inout Int) -> UInt32 {
    var byte = source[index]
    index += 1
    var difference = UInt32(byte & 127)
    var shift: UInt32 = 7
    while byte >= 128 {
      byte = source[index]
      index += 1
      difference |= UInt32(byte & 127) &<< shift
      shift += 7
    }
    return difference
  }

  @inline(__always)
  private static func writeDifference(
    _ difference: UInt32, to target: inout MutableSpan<UInt8>, at index: inout Int
  ) {
    var rest = difference
    while rest >= 128 {
      target[index] = UInt8(truncatingIfNeeded: rest) | 128
      index += 1
      rest &>>= 7
    }
    target[index] = UInt8(truncatingIfNeeded: rest)
    index += 1
  }
}
