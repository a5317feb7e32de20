import SocialFeed
import TestSupport
import Testing

@Suite struct AdjacencyListsTests {
  @Test func `long random sequences agree with arrays`() {
    forEachSeed(80) { seed, generator in
      var lists = AdjacencyLists()
      var arrays: [[UInt32]] = []
      // Lists that mostly grow, mostly shrink and hover around the size of a block.
      let growth = [0.4, 0.5, 0.6].randomElement(using: &generator)!
      for step in 0..<2000 {
        if arrays.isEmpty || step % 100 == 0 {
          lists.addNode()
          arrays.append([])
        }
        let node = Int.random(in: 0..<min(arrays.count, 6), using: &generator)
        if generator.unit() < growth {
          let element = UInt32(step)
          lists.append(element, to: node)
          arrays[node].append(element)
        } else if let element = arrays[node].randomElement(using: &generator) {
          lists.remove(element, from: node)
          arrays[node].removeAll { $0 == element }
        }
        try compare(lists, arrays, node)
        if step % 200 == 0 { for node in arrays.indices { try compare(lists, arrays, node) } }
      }
      for node in arrays.indices {
        try compare(lists, arrays, node)
        try compareBounds(lists, arrays, node)
      }
    }
  }

  /// A list ascends here, since an element is the number of the step that added it.
  private func compareBounds(
    _ lists: AdjacencyLists, _ arrays: [[UInt32]], _ node: Int
  ) throws(Difference) {
    for bound in [0, 1000, .max] + arrays[node] {
      try agree(
        lists.range(of: node, below: bound).map { lists.element(at: $0) },
        arrays[node].filter { $0 < bound }, "list \(node) below \(bound)")
    }
  }

  private func compare(
    _ lists: AdjacencyLists, _ arrays: [[UInt32]], _ node: Int
  ) throws(Difference) {
    try agree(lists.nodeCount, arrays.count, "nodes")
    try agree(lists.count(of: node), arrays[node].count, "count of \(node)")
    try agree(lists.range(of: node).map { lists.element(at: $0) }, arrays[node], "list \(node)")
    if let some = arrays[node].last { try agree(lists.contains(some, in: node), true, "\(some)") }
    try agree(lists.contains(.max, in: node), false, "what is not in \(node)")
  }

  @Test func `room given back is used again`() {
    var lists = AdjacencyLists()
    for _ in 0..<10 { lists.addNode() }
    func fillAndEmpty() {
      for node in 0..<10 {
        for element in 0..<UInt32(100) { lists.append(element, to: node) }
        for element in 0..<UInt32(100) { lists.remove(element, from: node) }
      }
    }
    fillAndEmpty()
    let capacity = lists.capacity
    // One list at a time: 4 + 8 + 16 + 32 + 64 + 128 on the way up.
    expectEqual(capacity, 252)
    for _ in 0..<20 { fillAndEmpty() }
    expectEqual(lists.capacity, capacity)
  }

  @Test func `adding and removing in turn takes no room, at any length`() {
    for length in 0..<130 {
      var lists = AdjacencyLists()
      lists.addNode()
      for element in 0..<UInt32(length) { lists.append(element, to: 0) }
      lists.append(1000, to: 0)
      let capacity = lists.capacity
      for _ in 0..<50 {
        lists.remove(1000, from: 0)
        lists.append(1000, to: 0)
      }
      expectEqual(lists.capacity, capacity, "length \(length)")
    }
  }

  @Test func `a node without elements has an empty list`() {
    var lists = AdjacencyLists()
    lists.addNode()
    #expect(lists.count(of: 0) == 0 && lists.range(of: 0).isEmpty && !lists.contains(0, in: 0))
    expectEqual(lists.capacity, 0)
  }

  @Test func `removing what is not there is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var lists = AdjacencyLists()
      lists.addNode()
      lists.append(1, to: 0)
      lists.remove(2, from: 0)
    }
  }
}
