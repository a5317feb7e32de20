/// Where a function is least, as far as a search went.
package struct Minimum: Sendable, Hashable {
  package let arguments: [Double]
  package let value: Double

  /// Searches a function's minimum without derivatives, by the simplex of Nelder and Mead.
  ///
  /// The search is repeated from where it ended, until it gains no more, since a simplex may flatten
  /// before it is there. It is deterministic.
  ///
  /// - Parameters:
  ///   - start: Where to begin; one number for each argument, at least one.
  ///   - step: How far the first simplex reaches along each argument, above 0.
  ///   - tolerance: The mean distance of the simplex's corners from their centre at which it ends;
  ///     sooner when 50 steps find no lower value.
  ///   - function: May be infinite outside of its domain, but not at `start`; never NaN.
  /// - Returns: `nil` when the function does not settle within 20 searches of 1,000 steps, as when it
  ///   falls without end.
  ///
  /// Source: Nelder & Mead, *The Computer Journal* 7(4), 1965; GSL's `nmsimplex`.
  package init?(
    from start: [Double], step: Double, tolerance: Double = 1e-9,
    of function: ([Double]) -> Double
  ) {
    precondition(!start.isEmpty && step > 0, "a search of \(start.count) arguments by \(step)")
    var best = start
    var least = function(start)
    precondition(least.isFinite, "a search begins where the function is \(least)")
    for _ in 0..<20 {
      guard let found = searched(from: best, step: step, tolerance: tolerance, of: function) else {
        return nil
      }
      let gain = least - found.value
      if found.value <= least { (best, least) = (found.arguments, found.value) }
      guard gain > 1e-13 * (1 + least.magnitude) else {
        (arguments, value) = (best, least)
        return
      }
    }
    return nil
  }
}

/// One search; `nil` when it does not end.
private func searched(
  from start: [Double], step: Double, tolerance: Double, of function: ([Double]) -> Double
) -> (arguments: [Double], value: Double)? {
  withoutActuallyEscaping(function) { function in
    let search = SimplexSearch(
      from: start, steps: Array(repeating: step, count: start.count), variant: .plain, of: function)
    var least = Double.infinity
    var idle = 0
    for _ in 0..<1_000 {
      guard search.step() else { break }
      let value = search.leastValue
      idle = value < least ? 0 : idle + 1
      least = min(least, value)
      // Where rounding makes the function flat, the simplex turns about without getting smaller.
      if idle == 50 || search.size < tolerance { return (search.leastArguments, value) }
    }
    return nil
  }
}
