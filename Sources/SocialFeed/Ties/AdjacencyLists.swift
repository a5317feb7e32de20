/// Lists of numbers, one a node, that grow at their end: all in one array, in blocks of a power of
/// two, so that a hundred thousand short lists cost their elements and 9 bytes each.
///
/// A list moves to a block of twice the size when its own is full, and to one of half the size when
/// only a quarter is used: adding and removing in turn moves nothing. Blocks left are used again as
/// they are, never cut or joined, so that room never exceeds what was once in use of each size.
///
/// Appending is O(1) on average, removing O(length). A list keeps the order of appending.
package struct AdjacencyLists: Sendable {
  private struct Node {
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  private var nodes: [Node] = []
  /// The logarithm of the size of each node's block; 0 for a node without one.
  private var blocks: [UInt8] = []
  private var storage: [UInt32] = []
  /// First elements of free blocks, by the logarithm of the block's size.
  private var free: [[UInt32]] = Array(repeating: [], count: 32)

  private static let smallestBlock = 4

  /// Makes lists without nodes.
  package init() {}

  /// How many nodes there are.
  package var nodeCount: Int { nodes.count }

  /// How many elements there is room for, in lists and in free blocks together.
  package var capacity: Int { storage.count }

  /// Makes room for so many nodes at once.
  package mutating func reserveCapacity(nodes count: Int) {
    nodes.reserveCapacity(count)
    blocks.reserveCapacity(count)
  }

  /// Adds a node with an empty list.
  package mutating func addNode() {
    nodes.append(Node())
    blocks.append(0)
  }

  /// How long a node's list is.
  package func count(of node: Int) -> Int { Int(nodes[node].count) }

  /// The places of a node's elements for ``element(at:)``, oldest first.
  package func range(of node: Int) -> Range<Int> {
    let start = Int(nodes[node].start)
    return start..<start + Int(nodes[node].count)
  }

  /// The element at a place of ``range(of:)``, which the next change may move.
  package func element(at place: Int) -> UInt32 { storage[place] }

  /// Whether a list has an element. O(length).
  package func contains(_ element: UInt32, in node: Int) -> Bool {
    for place in range(of: node) where storage[place] == element { return true }
    return false
  }

  /// Adds an element at the end of a list.
  package mutating func append(_ element: UInt32, to node: Int) {
    let count = count(of: node)
    if count == room(of: node) { move(node, toBlockOf: max(Self.smallestBlock, 2 * count)) }
    storage[Int(nodes[node].start) + count] = element
    nodes[node].count += 1
  }

  /// Removes an element that is in the list.
  package mutating func remove(_ element: UInt32, from node: Int) {
    let range = range(of: node)
    guard let place = range.first(where: { storage[$0] == element }) else {
      preconditionFailure("\(element) is not in list \(node)")
    }
    for next in place + 1..<range.upperBound { storage[next - 1] = storage[next] }
    nodes[node].count -= 1
    let (count, room) = (count(of: node), room(of: node))
    if count == 0 {
      giveBlockBack(of: node)
    } else if room > Self.smallestBlock && 4 * count <= room {
      move(node, toBlockOf: room / 2)
    }
  }

  /// How many elements a node's block has room for.
  private func room(of node: Int) -> Int { blocks[node] == 0 ? 0 : 1 << Int(blocks[node]) }

  private mutating func move(_ node: Int, toBlockOf size: Int) {
    let start = takeBlock(of: size)
    for (offset, place) in range(of: node).enumerated() {
      storage[Int(start) + offset] = storage[place]
    }
    giveBlockBack(of: node)
    nodes[node].start = start
    blocks[node] = UInt8(size.trailingZeroBitCount)
  }

  private mutating func giveBlockBack(of node: Int) {
    guard blocks[node] > 0 else { return }
    free[Int(blocks[node])].append(nodes[node].start)
    blocks[node] = 0
  }

  private mutating func takeBlock(of size: Int) -> UInt32 {
    if let block = free[size.trailingZeroBitCount].popLast() { return block }
    let start = UInt32(storage.count)
    storage.append(contentsOf: repeatElement(0, count: size))
    return start
  }
}
