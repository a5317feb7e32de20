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

  /// The symmetric matrix that is `squareRoot`'s inverse, row by row; 0 along the axes along which that has
  /// none, those whose eigenvalue is less than 10⁻³⁰ of the greatest.
  package var inverseSquareRoot: [Double] {
    let axes = axes
    let least = 1e-30 * (axes.map(\.eigenvalue).max() ?? 0)
    return sum(
      axes, scaledBy: axes.map { $0.eigenvalue > least ? 1 / $0.eigenvalue.squareRoot() : 0 })
  }

  /// `squareRoot`, and the eigenvalues in ascending order as rounding left them.
  package var rootAndEigenvalues: (root: [Double], eigenvalues: [Double]) {
    let axes = axes
    let root = sum(axes, scaledBy: axes.map { max(0, $0.eigenvalue).squareRoot() })
    return (root, axes.map(\.eigenvalue).sorted())
  }

  private typealias Axis = (eigenvalue: Double, vector: [Double])

  /// Σ of the axes' projections, each times a factor.
  private func sum(_ axes: [Axis], scaledBy factors: [Double]) -> [Double] {
    (0..<size * size).map { index in
      zip(axes, factors).reduce(0) { sum, axis in
        sum + axis.1 * axis.0.vector[index / size] * axis.0.vector[index % size]
      }
    }
  }

  private var axes: [Axis] {
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
    for (index, element) in elements.enumerated() {
      unsafe gsl_matrix_set(matrix, index / size, index % size, element)
    }
    let status = unsafe gsl_eigen_symmv(matrix, values, vectors, workspace)
    precondition(status == Int32(GSL_SUCCESS), "gsl_eigen_symmv failed with \(status)")
    return (0..<size).map { axis in
      (
        unsafe gsl_vector_get(values, axis),
        (0..<size).map { unsafe gsl_matrix_get(vectors, $0, axis) }
      )
    }
  }
}
