extension Array {
  /// Gives a column that is used again so many elements, each found by its index.
  ///
  /// As long as the count stays the same no element is appended, and a loop without checks of room or
  /// uniqueness is left.
  ///
  /// - Parameter filler: Fills new elements for a moment.
  @inlinable @inline(__always)
  package mutating func refill(
    _ count: Int, from filler: Element, _ element: (Int) -> Element
  ) {
    resize(to: count, filler)
    var column = mutableSpan
    for index in 0..<count { column[index] = element(index) }
  }

  /// Gives a column so many elements; new ones are the filler.
  @inlinable @inline(__always)
  package mutating func resize(to count: Int, _ filler: Element) {
    if self.count > count {
      removeLast(self.count - count)
    } else if self.count < count {
      append(contentsOf: repeatElement(filler, count: count - self.count))
    }
  }
}
