/// Lists of numbers, one a node, that grow at their end, in one ``ListPool``: a hundred thousand
/// short lists cost their elements and 8 bytes each.
///
/// Appending is O(1) on average, removing O(newer elements). A list keeps the order of appending.
package struct AdjacencyLists: Sendable {
  private var heads: [ListHead] = []
  private var pool = ListPool<UInt32>()

  /// Makes lists without nodes.
  package init() {}

  /// Makes lists of the nodes that `lists` has.
  init(_ lists: FlatLists) {
    heads = Array(repeating: ListHead(), count: lists.counts.count)
    pool = ListPool(lists: lists.counts, of: lists.elements, heads: &heads)
  }

  /// How many nodes there are.
  package var nodeCount: Int { heads.count }

  /// How many elements there is room for, in lists and in free blocks together.
  package var capacity: Int { pool.capacity }

  /// Makes room for so many nodes at once.
  package mutating func reserveCapacity(nodes count: Int) { heads.reserveCapacity(count) }

  /// Adds a node with an empty list.
  package mutating func addNode() { heads.append(ListHead()) }

  /// How long a node's list is.
  package func count(of node: Int) -> Int { heads[node].count }

  /// The indexes of a node's elements for ``element(at:)``, oldest first.
  package func range(of node: Int) -> Range<Int> { heads[node].range }

  /// The elements below `bound`, in a list that ascends. O(log length).
  package func range(of node: Int, below bound: UInt32) -> Range<Int> {
    let range = range(of: node)
    return range.lowerBound..<range.partition { pool[$0] < bound }
  }

  /// The element at an index of ``range(of:)``, which the next change may move.
  package func element(at index: Int) -> UInt32 { pool[index] }

  /// Whether a list has an element. O(length).
  package func contains(_ element: UInt32, in node: Int) -> Bool {
    pool.contains(element, in: heads[node])
  }

  /// Adds an element at the end of a list.
  package mutating func append(_ element: UInt32, to node: Int) {
    if pool.isFull(for: heads[node]) { replacePool(toGrow: heads[node]) }
    pool.append(element, to: &heads[node])
  }

  /// Removes an element that is in the list. O(newer elements).
  package mutating func remove(_ element: UInt32, from node: Int) {
    pool.remove(element, from: &heads[node])
  }

  private mutating func replacePool(toGrow head: ListHead) {
    var larger = ListPool(replacing: pool, toGrow: head)
    for node in heads.indices { larger.adopt(&heads[node], from: pool) }
    pool = larger
  }
}
