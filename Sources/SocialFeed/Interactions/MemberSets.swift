/// Sets of members, one a node (a post or an entry), each with the second of its insertion where that is kept.
///
/// All sets are in blocks of one array. A small block is scanned; from 64 slots on a block is a
/// hash table with linear probing, at most ¾ full, in which a removal shifts the rest of the run
/// back, so that no tombstones remain. Asking, inserting and removing are O(1) on average; listing a
/// set is O(its size). A member takes 4 bytes, and 4 more with its second (8, once a second was not
/// in `0..<2³²`), ÷ the block's load; a node that never had a member takes 0 bytes behind the last that had one, and 8
/// bytes before it.
///
/// A set moves to the next block size when its block is full, and to the one that holds twice its
/// members when less than a quarter is used. Blocks left are used again unchanged; when the array
/// is full, all sets move to one with half as much room again as they use, which leaves the free
/// blocks behind.
package struct MemberSets: Sendable {
  private static let empty = UInt32.max

  private var nodes: [Node] = []
  private var keys: [UInt32] = []
  /// Beside the keys; empty where seconds are not kept.
  private var seconds: SecondColumn
  /// First slots of free blocks, by the number of their size.
  private var free: [[UInt32]] = Array(repeating: [], count: BlockSize.count)
  /// How many slots the blocks of sets have.
  private var used = 0
  /// How many slots there are before the free blocks are left behind.
  private var limit = 1024
  /// How many members all sets have together.
  package private(set) var total = 0

  /// Makes sets that are all empty.
  ///
  /// - Parameter keepsSeconds: Whether ``remove(_:from:)`` has to know them.
  package init(keepsSeconds: Bool) { seconds = SecondColumn(isKept: keepsSeconds) }

  /// How many members a node's set has.
  package func count(of node: Int) -> Int { node < nodes.count ? nodes[node].count : 0 }

  /// Fills a column with how many members the sets of posts have.
  func fill(_ counts: inout [Int], of posts: [PostID]) {
    let nodes = nodes
    counts.refill(posts.count, from: 0) {
      posts[$0].index < nodes.count ? nodes[posts[$0].index].count : 0
    }
  }

  /// Fills a column of features with the same; it has one number for each post.
  func fill(_ counts: inout [Double], of posts: [PostID]) {
    let (nodes, posts) = (nodes.span, posts.span)
    var counts = counts.mutableSpan
    for slot in posts.indices {
      let node = posts[slot].index
      counts[slot] = node < nodes.count ? Double(nodes[node].count) : 0
    }
  }

  /// Whether a member is in a node's set.
  package func contains(_ member: MemberID, in node: Int) -> Bool {
    guard node < nodes.count, nodes[node].count > 0 else { return false }
    return keys[slot(of: member.rawValue, in: nodes[node])] == member.rawValue
  }

  /// Puts a member into a node's set.
  ///
  /// - Parameter second: A whole number; one beyond ±2⁶² is taken as that.
  /// - Returns: Whether it was not there before; otherwise the set stays unchanged.
  package mutating func insert(
    _ member: MemberID, at second: Double = 0, into node: Int
  ) -> Bool {
    require(member.rawValue != Self.empty, "the number \(member) marks empty slots and no member")
    if node >= nodes.count {
      nodes.append(contentsOf: repeatElement(Node(), count: node + 1 - nodes.count))
    }
    if nodes[node].count > 0 {
      let slot = slot(of: member.rawValue, in: nodes[node])
      if keys[slot] == member.rawValue { return false }
    }
    let size = nodes[node].size
    if nodes[node].count == size.limit { move(node, to: size.next) }
    let slot = put(member.rawValue, into: nodes[node])
    seconds[slot] = second
    nodes[node].count += 1
    total += 1
    return true
  }

  /// Takes a member out of a node's set.
  ///
  /// - Returns: The second in which it came in, 0 where seconds are not kept; `nil` when it was not there, and the set
  ///   stays unchanged.
  package mutating func remove(_ member: MemberID, from node: Int) -> Double? {
    guard node < nodes.count, nodes[node].count > 0 else { return nil }
    let slot = slot(of: member.rawValue, in: nodes[node])
    guard keys[slot] == member.rawValue else { return nil }
    let second = seconds[slot]
    if nodes[node].size.isHashed {
      closeGap(at: slot, of: nodes[node])
    } else {
      let last = nodes[node].start + nodes[node].count - 1
      keys[slot] = keys[last]
      seconds.copy(from: last, to: slot)
    }
    nodes[node].count -= 1
    total -= 1
    let (count, size) = (nodes[node].count, nodes[node].size)
    if count == 0 {
      giveBlockBack(of: node)
    } else if 4 * count < size.limit {
      move(node, to: BlockSize(holding: 2 * count))
    }
    return second
  }

  /// Empties a node's set. O(1): its block stays.
  package mutating func removeAll(from node: Int) {
    guard node < nodes.count else { return }
    total -= nodes[node].count
    giveBlockBack(of: node)
  }

  /// Calls `body` with each member of a node's set, in no promised order.
  package func forEach(in node: Int, _ body: (MemberID) -> Void) {
    guard node < nodes.count, nodes[node].count > 0 else { return }
    forEachSlot(of: nodes[node]) { body(MemberID(rawValue: keys[$0])) }
  }
}

// MARK: Snapshots

extension MemberSets {
  /// How many members a set can have.
  static let mostMembers = BlockSize(number: BlockSize.count - 1).limit

  /// Makes sets of different members, with their seconds where those are kept.
  init(_ lists: FlatLists, seconds: [Double], keepsSeconds: Bool) {
    self.init(keepsSeconds: keepsSeconds)
    nodes = Array(repeating: Node(), count: lists.counts.count)
    total = lists.elements.count
    for (index, count) in lists.counts.enumerated() where count > 0 {
      let size = BlockSize(holding: Int(count))
      nodes[index].start = used
      nodes[index].size = size
      nodes[index].count = Int(count)
      used += size.slots
    }
    limit = max(1024, used + used / 2)
    keys = Array(repeating: Self.empty, count: used)
    self.seconds.append(used)
    lists.visit { node, range in
      for index in range {
        let key = lists.elements[index]
        let node = nodes[node]
        let slot =
          node.size.isHashed ? slot(of: key, in: node) : node.start + index - range.lowerBound
        keys[slot] = key
        if keepsSeconds { self.seconds[slot] = seconds[index] }
      }
    }
  }

  /// The sets of so many nodes, their members in ascending order, and beside them the seconds, 0
  /// where those are not kept.
  func sorted(nodes count: Int) -> (lists: FlatLists, seconds: [Double]) {
    var (lists, found) = (FlatLists(), [Double]())
    lists.counts.reserveCapacity(count)
    lists.elements.reserveCapacity(total)
    found.reserveCapacity(total)
    var members: [UInt64] = []
    for node in 0..<count {
      lists.counts.append(UInt32(self.count(of: node)))
      guard self.count(of: node) > 0 else { continue }
      members.removeAll(keepingCapacity: true)
      forEachSlot(of: nodes[node]) { members.append(UInt64(keys[$0]) << 32 | UInt64($0)) }
      members.sort()
      for member in members {
        lists.elements.append(UInt32(member >> 32))
        found.append(seconds[Int(member & 0xFFFF_FFFF)])
      }
    }
    return (lists, found)
  }
}

// MARK: Within a block

extension MemberSets {
  /// The slot of a key; where it is not there, a slot that holds another key or none.
  private func slot(of key: UInt32, in node: Node) -> Int {
    if node.size.isHashed {
      let (start, mask) = (node.start, node.size.slots - 1)
      var offset = Self.home(of: key, mask: mask)
      while keys[start + offset] != key && keys[start + offset] != Self.empty {
        offset = (offset + 1) & mask
      }
      return start + offset
    }
    var slot = node.start
    let last = slot + node.count - 1
    while slot < last && keys[slot] != key { slot += 1 }
    return slot
  }

  /// Writes a key that is not there into a block that has room, and returns its slot.
  @inline(__always)
  private mutating func put(_ key: UInt32, into node: Node) -> Int {
    let slot = node.size.isHashed ? slot(of: key, in: node) : node.start + node.count
    keys[slot] = key
    return slot
  }

  /// Moves the rest of a run back over a slot that becomes free.
  private mutating func closeGap(at slot: Int, of node: Node) {
    let (start, mask) = (node.start, node.size.slots - 1)
    var hole = slot - start
    var next = (hole + 1) & mask
    while keys[start + next] != Self.empty {
      // A key may move back to the hole unless its home lies after the hole.
      let home = Self.home(of: keys[start + next], mask: mask)
      if (next &- home) & mask >= (next &- hole) & mask {
        keys[start + hole] = keys[start + next]
        seconds.copy(from: start + next, to: start + hole)
        hole = next
      }
      next = (next + 1) & mask
    }
    keys[start + hole] = Self.empty
  }

  private func forEachSlot(of node: Node, _ body: (Int) -> Void) {
    guard node.size.isHashed else {
      for slot in node.start..<node.start + node.count { body(slot) }
      return
    }
    for slot in node.start..<node.start + node.size.slots where keys[slot] != Self.empty {
      body(slot)
    }
  }

  private static func home(of key: UInt32, mask: Int) -> Int {
    // Multiplicative hashing by 2³² ÷ the golden ratio; the high bits are the well-mixed ones.
    let mixed = key &* 0x9E37_79B9
    return Int(mixed >> 6 ^ mixed >> 20) & mask
  }
}

// MARK: Blocks

extension MemberSets {
  private struct Node {
    private var first: UInt32 = 0
    /// The count, and in the lowest 5 bits the number of the block's size.
    private var packed: UInt32 = 0

    var start: Int {
      get { Int(first) }
      set { first = UInt32(newValue) }
    }
    var count: Int {
      get { Int(packed >> 5) }
      set { packed = UInt32(newValue) << 5 | packed & 31 }
    }
    var size: BlockSize {
      get { BlockSize(number: Int(packed & 31)) }
      set { packed = packed & ~31 | UInt32(newValue.number) }
    }
  }

  /// The sizes of blocks: none, 2, 4, … 32 slots, which are scanned, and further powers of two,
  /// which are hashed.
  private struct BlockSize {
    private static let lastScanned = 5
    /// The largest has 2²⁶ slots.
    static let count = 27

    let number: Int

    init(number: Int) { self.number = number }

    /// The smallest that holds so many.
    init(holding count: Int) {
      var size = BlockSize(number: 0)
      while size.limit < count { size = size.next }
      self = size
    }

    var isHashed: Bool { number > Self.lastScanned }
    /// How many slots it takes.
    var slots: Int { number == 0 ? 0 : 1 << number }
    /// How many members it may hold.
    var limit: Int { isHashed ? slots / 4 * 3 : slots }
    var next: BlockSize { BlockSize(number: number + 1) }
  }

  private mutating func move(_ node: Int, to size: BlockSize) {
    let count = nodes[node].count
    require(size.number < BlockSize.count, "a set of \(count) members has no room for another")
    var new = Node()
    new.start = takeBlock(of: size)
    new.size = size
    let old = nodes[node]
    if size.isHashed {
      for slot in new.start..<new.start + size.slots { keys[slot] = Self.empty }
    }
    let used = old.size.isHashed ? old.size.slots : old.count
    for slot in old.start..<old.start + used where keys[slot] != Self.empty {
      let target = put(keys[slot], into: new)
      seconds.copy(from: slot, to: target)
      new.count += 1
    }
    giveBlockBack(of: node)
    nodes[node] = new
  }

  private mutating func giveBlockBack(of node: Int) {
    let old = nodes[node]
    if old.size.number > 0 { free[old.size.number].append(UInt32(old.start)) }
    used -= old.size.slots
    nodes[node] = Node()
  }

  private mutating func takeBlock(of size: BlockSize) -> Int {
    used += size.slots
    if let block = free[size.number].popLast() { return Int(block) }
    if keys.count + size.slots > limit { leaveFreeBlocksBehind() }
    let start = keys.count
    keys.append(contentsOf: repeatElement(0, count: size.slots))
    seconds.append(size.slots)
    return start
  }

  /// Moves all sets to an array with half as much room again as is used, without free blocks.
  private mutating func leaveFreeBlocksBehind() {
    limit = max(1024, used + used / 2)
    var (newKeys, newSeconds) = ([UInt32](), seconds.emptied)
    newKeys.reserveCapacity(limit)
    newSeconds.reserveCapacity(limit)
    for node in nodes.indices where nodes[node].count > 0 {
      let block = nodes[node].start..<nodes[node].start + nodes[node].size.slots
      nodes[node].start = newKeys.count
      newKeys.append(contentsOf: keys[block])
      newSeconds.append(block, of: seconds)
    }
    for size in free.indices { free[size].removeAll(keepingCapacity: true) }
    (keys, seconds) = (newKeys, newSeconds)
  }
}
