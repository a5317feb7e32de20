internal import CGSL

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
  ///     sooner when 50 steps find nothing lower.
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

/// One search of GSL's; `nil` when it does not end.
private func searched(
  from start: [Double], step: Double, tolerance: Double, of function: ([Double]) -> Double
) -> (arguments: [Double], value: Double)? {
  withoutActuallyEscaping(function) { function in
    var objective = Objective(function: function)
    return unsafe withUnsafeMutablePointer(to: &objective) { objective in
      var wrapped = unsafe gsl_multimin_function(
        f: { arguments, objective in
          let objective = unsafe objective!.assumingMemoryBound(to: Objective.self)
          let value = unsafe objective.pointee.function(numbers(of: arguments!))
          // GSL gives up at an infinite value; a large one sends the simplex back as well.
          return value.isFinite ? value : Double.greatestFiniteMagnitude.squareRoot()
        }, n: start.count, params: objective)
      return unsafe settled(&wrapped, from: start, step: step, tolerance: tolerance)
    }
  }
}

private struct Objective {
  var function: ([Double]) -> Double
}

private func settled(
  _ function: UnsafeMutablePointer<gsl_multimin_function>, from start: [Double], step: Double,
  tolerance: Double
) -> (arguments: [Double], value: Double)? {
  GSL.prepare()
  guard
    let corner = unsafe gsl_vector_alloc(start.count),
    let steps = unsafe gsl_vector_alloc(start.count),
    let search = unsafe gsl_multimin_fminimizer_alloc(feedlab_simplex_search(), start.count)
  else { preconditionFailure("no memory for a search of \(start.count) arguments") }
  defer {
    unsafe gsl_multimin_fminimizer_free(search)
    unsafe gsl_vector_free(steps)
    unsafe gsl_vector_free(corner)
  }
  for (place, number) in start.enumerated() { unsafe gsl_vector_set(corner, place, number) }
  unsafe gsl_vector_set_all(steps, step)
  unsafe gsl_multimin_fminimizer_set(search, function, corner, steps)
  var least = Double.infinity
  var idle = 0
  for _ in 0..<1_000 {
    guard unsafe gsl_multimin_fminimizer_iterate(search) == Int32(GSL_SUCCESS) else { break }
    let value = unsafe gsl_multimin_fminimizer_minimum(search)
    idle = value < least ? 0 : idle + 1
    least = min(least, value)
    // Where rounding makes the function flat, the simplex turns about without getting smaller.
    if unsafe idle == 50 || gsl_multimin_fminimizer_size(search) < tolerance {
      return unsafe (numbers(of: gsl_multimin_fminimizer_x(search)), value)
    }
  }
  return nil
}

private func numbers(of vector: UnsafePointer<gsl_vector>) -> [Double] {
  unsafe (0..<vector.pointee.size).map { unsafe gsl_vector_get(vector, $0) }
}
