internal import CGSL

/// A search for a function's minimum by the simplex of Nelder and Mead, a step at a time.
///
/// Only corners are compared: a value that is not finite counts as one above all others, also
/// in the first simplex, where GSL would give up.
///
/// Source: Nelder & Mead, *The Computer Journal* 7(4), 1965; GSL's `nmsimplex` and `nmsimplex2`.
@safe package final class SimplexSearch {
  package enum Variant {
    /// Works out the simplex' size anew in each step: O(*d*²).
    case plain
    /// Keeps the size up to date: O(*d*).
    case fast
  }

  private let function: ([Double]) -> Double
  private let search: UnsafeMutablePointer<gsl_multimin_fminimizer>
  private let objective: UnsafeMutablePointer<gsl_multimin_function>

  /// Evaluates the corners of the first simplex: `start` and one more for each coordinate, which is
  /// `steps` away along it.
  ///
  /// - Parameters:
  ///   - start: At least one coordinate.
  ///   - steps: As many, none 0.
  ///   - function: Is called as long as the search exists.
  package init(
    from start: [Double], steps: [Double], variant: Variant,
    of function: @escaping ([Double]) -> Double
  ) {
    precondition(
      !start.isEmpty && steps.count == start.count, "\(steps.count) steps of \(start.count)")
    GSL.prepare()
    let kind =
      switch variant {
      case .plain: unsafe feedlab_simplex_search()
      case .fast: unsafe feedlab_fast_simplex_search()
      }
    guard
      let corner = unsafe gsl_vector_alloc(start.count),
      let sizes = unsafe gsl_vector_alloc(start.count),
      let search = unsafe gsl_multimin_fminimizer_alloc(kind, start.count)
    else { preconditionFailure("no memory for a search of \(start.count) arguments") }
    defer {
      unsafe gsl_vector_free(sizes)
      unsafe gsl_vector_free(corner)
    }
    self.function = function
    unsafe self.search = search
    // GSL keeps the address.
    unsafe objective = UnsafeMutablePointer<gsl_multimin_function>.allocate(capacity: 1)
    unsafe objective.initialize(
      to: gsl_multimin_function(
        f: { arguments, search in
          let search = unsafe Unmanaged<SimplexSearch>.fromOpaque(search!).takeUnretainedValue()
          let value = unsafe search.function(numbers(of: arguments!))
          return value.isFinite ? value : Double.greatestFiniteMagnitude.squareRoot()
        }, n: start.count, params: Unmanaged.passUnretained(self).toOpaque()))
    for index in start.indices {
      unsafe gsl_vector_set(corner, index, start[index])
      unsafe gsl_vector_set(sizes, index, steps[index])
    }
    unsafe gsl_multimin_fminimizer_set(search, objective, corner, sizes)
  }

  deinit {
    unsafe gsl_multimin_fminimizer_free(search)
    unsafe objective.deallocate()
  }

  /// Moves one corner, or all of them towards the best.
  ///
  /// - Returns: Whether the search can go on.
  package func step() -> Bool {
    unsafe gsl_multimin_fminimizer_iterate(search) == Int32(GSL_SUCCESS)
  }

  /// The mean distance of the corners from their centre.
  package var size: Double { unsafe gsl_multimin_fminimizer_size(search) }

  /// The value at the lowest corner.
  package var leastValue: Double { unsafe gsl_multimin_fminimizer_minimum(search) }

  /// The lowest corner.
  package var leastArguments: [Double] { unsafe numbers(of: gsl_multimin_fminimizer_x(search)) }
}

private func numbers(of vector: UnsafePointer<gsl_vector>) -> [Double] {
  unsafe (0..<vector.pointee.size).map { unsafe gsl_vector_get(vector, $0) }
}
