/// Lists of numbers, one a node, side by side in the order of the nodes: as snapshots have lists
/// that are kept in blocks with room to grow.
struct FlatLists: Equatable {
  /// How long the list of each node is.
  var counts: [UInt32] = []
  var elements: [UInt32] = []

  mutating func append(_ list: some Collection<UInt32>) {
    counts.append(UInt32(list.count))
    elements.append(contentsOf: list)
  }

  /// Calls `body` with each node and the range of its elements.
  func visit<Failure: Error>(_ body: (Int, Range<Int>) throws(Failure) -> Void) throws(Failure) {
    var start = 0
    for (node, count) in counts.enumerated() {
      try body(node, start..<start + Int(count))
      start += Int(count)
    }
  }

  /// Whether `other` has node *i* in the list of node *j* exactly when this has *j* in the list of *i*,
  /// each once. The elements are nodes, and both have equally many of those.
  ///
  /// - Parameters:
  ///   - values: One for each element, to be the same in both; or none.
  /// - Complexity: O(nodes + elements).
  func isTransposed(
    _ other: FlatLists, values: [Double] = [], otherValues: [Double] = []
  ) -> Bool {
    guard elements.count == other.elements.count else { return false }
    var ends: [Int] = Array(repeating: 0, count: counts.count + 1)
    for element in elements { ends[Int(element) + 1] += 1 }
    for node in counts.indices {
      guard ends[node + 1] == Int(other.counts[node]) else { return false }
      ends[node + 1] += ends[node]
    }
    var turned: [UInt32] = Array(repeating: 0, count: elements.count)
    var turnedValues: [Double] = Array(repeating: 0, count: values.count)
    visit { node, range in
      for index in range {
        let element = Int(elements[index])
        turned[ends[element]] = UInt32(node)
        if !values.isEmpty { turnedValues[ends[element]] = values[index] }
        ends[element] += 1
      }
    }
    // The list of a node now ends where that of the next began, so both have the same ranges.
    var marks: [UInt32] = Array(repeating: .max, count: counts.count)
    var markedValues: [Double] = Array(repeating: 0, count: values.isEmpty ? 0 : counts.count)
    var isSame = true
    other.visit { node, range in
      for index in range {
        marks[Int(turned[index])] = UInt32(node)
        if !values.isEmpty { markedValues[Int(turned[index])] = turnedValues[index] }
      }
      for index in range {
        let element = Int(other.elements[index])
        if marks[element] != UInt32(node) { isSame = false }
        if !values.isEmpty && markedValues[element] != otherValues[index] { isSame = false }
        marks[element] = .max
      }
    }
    return isSame
  }
}
