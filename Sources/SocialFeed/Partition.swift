extension Range<Int> {
  /// The first number behind the first part, which has all the numbers that satisfy a condition; the upper
  /// bound where all do.
  ///
  /// - Complexity: O(log length).
  @inline(__always)
  func partition(isInFirstPart: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isInFirstPart(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
