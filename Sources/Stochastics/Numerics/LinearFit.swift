internal import CGSL

/// A least-squares fit of a line, or plane, with an intercept.
struct LinearFit {
  private(set) var intercept: Double
  /// Of the intercept.
  private(set) var standardError: Double
  private(set) var slopes: [Double]

  /// - Parameters:
  ///   - values: More than there are columns, by two at least.
  ///   - columns: As many numbers in each.
  /// - Returns: `nil` when the columns depend on each other: when a singular value of the scaled design
  ///   is below 10⁻¹⁰ of the greatest.
  init?(_ values: [Double], _ columns: [[Double]]) {
    let (rows, parameters) = (values.count, columns.count + 1)
    precondition(rows > parameters, "\(rows) values for \(parameters) parameters")
    GSL.prepare()
    // Columns of unit length, so that their units do not decide what counts as dependent.
    let scales = columns.map { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }
    guard scales.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    guard
      let design = unsafe gsl_matrix_alloc(rows, parameters),
      let response = unsafe gsl_vector_alloc(rows),
      let solution = unsafe gsl_vector_alloc(parameters),
      let covariance = unsafe gsl_matrix_alloc(parameters, parameters),
      let workspace = unsafe gsl_multifit_linear_alloc(rows, parameters)
    else { preconditionFailure("no memory for a fit of \(rows) values") }
    defer {
      unsafe gsl_multifit_linear_free(workspace)
      unsafe gsl_matrix_free(covariance)
      unsafe gsl_vector_free(solution)
      unsafe gsl_vector_free(response)
      unsafe gsl_matrix_free(design)
    }
    for row in 0..<rows {
      unsafe gsl_vector_set(response, row, values[row])
      unsafe gsl_matrix_set(design, row, 0, 1)
      for (index, column) in columns.enumerated() {
        unsafe gsl_matrix_set(design, row, index + 1, column[row] / scales[index])
      }
    }
    var residual = 0.0
    let status = unsafe gsl_multifit_linear(
      design, response, solution, covariance, &residual, workspace)
    precondition(status == Int32(GSL_SUCCESS), "gsl_multifit_linear failed with \(status)")
    guard unsafe gsl_multifit_linear_rank(1e-10, workspace) == parameters else { return nil }
    intercept = unsafe gsl_vector_get(solution, 0)
    standardError = unsafe max(0, gsl_matrix_get(covariance, 0, 0)).squareRoot()
    slopes = scales.enumerated().map { index, scale in
      unsafe gsl_vector_get(solution, index + 1) / scale
    }
  }
}
