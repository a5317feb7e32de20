/// Lists of numbers, one a node, that grow at their end: all in one array, in blocks of a power of
/// two, so that a hundred thousand short lists cost their elements and 8 bytes each.
///
/// Appending is O(1) on average, removing O(length). A list keeps the order of appending.
package struct AdjacencyLists: Sendable {
  private struct Node {
    var start: UInt32 = 0
    var count: UInt32 = 0
  }

  private var nodes: [Node] = []
  private var storage: [UInt32] = []
  /// First elements of free blocks, by the logarithm of the block's size.
  private var free: [[UInt32]] = Array(repeating: [], count: 32)

  private static let smallestBlock = 4

  package init() {}

  package var nodeCount: Int { nodes.count }

  /// How many elements there is room for, in lists and in free blocks together.
  package var capacity: Int { storage.count }

  package mutating func reserveCapacity(nodes count: Int) { nodes.reserveCapacity(count) }

  package mutating func addNode() { nodes.append(Node()) }

  package func count(of node: Int) -> Int { Int(nodes[node].count) }

  /// Where a node's elements stand in ``element(at:)``, oldest first.
  package func range(of node: Int) -> Range<Int> {
    let start = Int(nodes[node].start)
    return start..<start + Int(nodes[node].count)
  }

  package func element(at place: Int) -> UInt32 { storage[place] }

  package func contains(_ element: UInt32, in node: Int) -> Bool {
    for place in range(of: node) where storage[place] == element { return true }
    return false
  }

  package mutating func append(_ element: UInt32, to node: Int) {
    let count = Int(nodes[node].count)
    if count == 0 {
      nodes[node].start = takeBlock(of: Self.smallestBlock)
    } else if count >= Self.smallestBlock && count & (count - 1) == 0 {
      grow(node, to: 2 * count)
    }
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
    shrink(node, from: range.count)
  }

  private mutating func grow(_ node: Int, to size: Int) {
    let old = range(of: node)
    let start = takeBlock(of: size)
    for place in old { storage[Int(start) + place - old.lowerBound] = storage[place] }
    free[(size / 2).trailingZeroBitCount].append(UInt32(old.lowerBound))
    nodes[node].start = start
  }

  /// Gives the second half of a block back when a list has just become as long as the first, since
  /// a block's size is known from the list's length alone.
  private mutating func shrink(_ node: Int, from count: Int) {
    let remaining = count - 1
    if remaining == 0 {
      free[Self.smallestBlock.trailingZeroBitCount].append(nodes[node].start)
    } else if remaining >= Self.smallestBlock && remaining & (remaining - 1) == 0 {
      free[remaining.trailingZeroBitCount].append(nodes[node].start + UInt32(remaining))
    }
  }

  private mutating func takeBlock(of size: Int) -> UInt32 {
    if let block = free[size.trailingZeroBitCount].popLast() { return block }
    let start = UInt32(storage.count)
    storage.append(contentsOf: repeatElement(0, count: size))
    return start
  }
}
