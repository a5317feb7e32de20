internal import CGSL

/// A symmetric matrix without negative eigenvalues, such as one of covariances.
package struct SymmetricMatrix {
  private let elements: [Double]
  private let size: Int

  /// - Parameter elements: Row by row, all finite; the lower triangle is read.
  package init(_ elements: [Double], size: Int) {
    precondition(
      size > 0 && elements.count == size * size, "\(elements.count) elements of \(size)²")
    for element in elements { precondition(element.isFinite, "an element is \(element)") }
    self.elements = elements
    self.size = size
  }

  /// The symmetric matrix whose square this is, row by row: *V*√Λ*V*ᵀ of the eigenvectors *V* and
  /// eigenvalues Λ, those that rounding made negative being 0. It exists for singular matrices too, and
  /// no choice of eigenvectors changes it.
  package var squareRoot: [Double] { rootAndEigenvalues.root }

  /// `squareRoot`, and the eigenvalues in ascending order as rounding left them.
  package var rootAndEigenvalues: (root: [Double], eigenvalues: [Double]) {
    GSL.prepare()
    guard
      let matrix = unsafe gsl_matrix_alloc(size, size),
      let vectors = unsafe gsl_matrix_alloc(size, size),
      let values = unsafe gsl_vector_alloc(size),
      let workspace = unsafe gsl_eigen_symmv_alloc(size)
    else { preconditionFailure("no memory for the eigenvalues of \(size) rows") }
    defer {
      unsafe gsl_eigen_symmv_free(workspace)
      unsafe gsl_vector_free(values)
      unsafe gsl_matrix_free(vectors)
      unsafe gsl_matrix_free(matrix)
    }
    for (place, element) in elements.enumerated() {
      unsafe gsl_matrix_set(matrix, place / size, place % size, element)
    }
    let status = unsafe gsl_eigen_symmv(matrix, values, vectors, workspace)
    precondition(status == Int32(GSL_SUCCESS), "gsl_eigen_symmv failed with \(status)")
    let eigenvalues = (0..<size).map { unsafe gsl_vector_get(values, $0) }
    let roots = eigenvalues.map { max(0, $0).squareRoot() }
    let root = (0..<size * size).map { place in
      (0..<size).reduce(0) { sum, k in
        unsafe sum + roots[k] * gsl_matrix_get(vectors, place / size, k)
          * gsl_matrix_get(vectors, place % size, k)
      }
    }
    return (root, eigenvalues.sorted())
  }
}
