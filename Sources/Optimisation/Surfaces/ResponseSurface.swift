internal import PortableMath

/// A smooth surface through noisy values at points of the unit cube: the posterior mean of a Gaussian process
/// with a linear trend, whose noise is known.
///
/// Values are standardised. The covariance of two values is 4(1 + (*x* − ½)·(*y* − ½)) + *τ*² exp(−|*x* − *y*|²/2*ℓ*²)
/// and on the diagonal the noise; *τ* and *ℓ* come from a small grid, by the likelihood of the values.
///
/// Source: Rasmussen & Williams, *Gaussian Processes for Machine Learning*, 2006, sections 2.2, 2.7 and 5.4.
public struct ResponseSurface: Sendable {
  private let points: [[Double]]
  private let kernel: Kernel
  /// *K*⁻¹ of the standardised values.
  private let weights: [Double]
  private let centre: Double
  private let scale: Double

  /// - Parameters:
  ///   - points: At least one, of equal dimensions.
  ///   - values: One for each point; finite.
  ///   - variances: Of the noise of each value, not below 0.
  /// - Complexity: O(*n*³).
  public init(points: [[Double]], values: [Double], variances: [Double]) {
    precondition(
      !points.isEmpty && values.count == points.count && variances.count == points.count,
      "\(values.count) values and \(variances.count) variances of \(points.count) points")
    let count = Double(values.count)
    let centre = values.reduce(0, +) / count
    let spread = (values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) } / count).squareRoot()
    let scale = spread > 0 ? spread : 1
    let standardised = values.map { ($0 - centre) / scale }
    let noise = variances.map { max($0 / (scale * scale), 1e-6) }
    var best: (kernel: Kernel, weights: [Double], likelihood: Double)?
    for kernel in Kernel.grid(dimensions: points[0].count) {
      guard let fit = Self.fit(points, standardised, noise, kernel) else { continue }
      if fit.likelihood > best?.likelihood ?? -.infinity {
        best = (kernel, fit.weights, fit.likelihood)
      }
    }
    self.points = points
    self.centre = centre
    self.scale = scale
    kernel = best?.kernel ?? Kernel(variance: 0, length: 1)
    weights = best?.weights ?? points.map { _ in 0 }
  }

  /// The height of the surface at a point.
  public func value(at point: [Double]) -> Double {
    var sum = 0.0
    for (other, weight) in zip(points, weights) { sum += weight * kernel(point, other) }
    return centre + scale * sum
  }

  private struct Kernel {
    let variance: Double
    let length: Double

    static func grid(dimensions: Int) -> [Kernel] {
      let root = Double(dimensions).squareRoot()
      return [0.1, 1, 4].flatMap { variance in
        [0.2, 0.4, 0.8].map { Kernel(variance: variance, length: $0 * root) }
      }
    }

    func callAsFunction(_ a: [Double], _ b: [Double]) -> Double {
      var (product, square) = (0.0, 0.0)
      for index in a.indices {
        product += (a[index] - 0.5) * (b[index] - 0.5)
        square += (a[index] - b[index]) * (a[index] - b[index])
      }
      return 4 * (1 + product) + variance * Portable.exp(-square / (2 * length * length))
    }
  }

  /// By Cholesky's decomposition; `nil` where the matrix is not positive definite to working precision.
  ///
  /// - Returns: The logarithm of the likelihood up to a constant.
  private static func fit(
    _ points: [[Double]], _ values: [Double], _ noise: [Double], _ kernel: Kernel
  ) -> (weights: [Double], likelihood: Double)? {
    let size = points.count
    var factor = [Double](repeating: 0, count: size * size)
    var logarithm = 0.0
    for row in 0..<size {
      for column in 0...row {
        var sum = kernel(points[row], points[column]) + (row == column ? noise[row] : 0)
        for index in 0..<column {
          sum -= factor[row * size + index] * factor[column * size + index]
        }
        if row == column {
          guard sum > 0 else { return nil }
          factor[row * size + row] = sum.squareRoot()
          logarithm += Portable.log(sum) / 2
        } else {
          factor[row * size + column] = sum / factor[column * size + column]
        }
      }
    }
    var solution = values
    var misfit = 0.0
    for row in 0..<size {
      for index in 0..<row { solution[row] -= factor[row * size + index] * solution[index] }
      solution[row] /= factor[row * size + row]
      misfit += solution[row] * solution[row]
    }
    for row in (0..<size).reversed() {
      for index in (row + 1)..<max(size, row + 1) {
        solution[row] -= factor[index * size + row] * solution[index]
      }
      solution[row] /= factor[row * size + row]
    }
    return (solution, -misfit / 2 - logarithm)
  }
}
