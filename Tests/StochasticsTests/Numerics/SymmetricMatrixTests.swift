import Stochastics
import TestSupport
import Testing

@Suite struct SymmetricMatrixTests {
  @Test func `a root and eigenvalues worked by hand`() {
    // Of [2 1; 1 2] along (1, 1) and (1, −1): 3 and 1. The root is half of [√3 + 1, √3 − 1; …].
    let (root, eigenvalues) = SymmetricMatrix([2, 1, 1, 2], size: 2).rootAndEigenvalues
    let (on, off) = ((3.0.squareRoot() + 1) / 2, (3.0.squareRoot() - 1) / 2)
    #expect(zip(root, [on, off, off, on]).allSatisfy { abs($0 - $1) < 1e-14 })
    #expect(zip(eigenvalues, [1, 3]).allSatisfy { abs($0 - $1) < 1e-14 })
  }

  @Test func `a singular matrix has a root`() {
    // Of ones: 2 along (1, 1), 0 along (1, −1); the root is √½ everywhere.
    let root = SymmetricMatrix([1, 1, 1, 1], size: 2).squareRoot
    #expect(root.allSatisfy { abs($0 - 0.5.squareRoot()) < 1e-14 })
  }

  @Test func `inverses of roots worked by hand`() {
    // Of [5 4; 4 5] along (1, 1) and (1, −1): 9 and 1. The root is [2 1; 1 2], its inverse a third of
    // [2 −1; −1 2].
    let inverse = SymmetricMatrix([5, 4, 4, 5], size: 2).inverseSquareRoot
    #expect(zip(inverse, [2, -1, -1, 2]).allSatisfy { abs($0 - $1 / 3) < 1e-14 })
    // Of ones: 1/√2 along (1, 1), nothing along (1, −1): half of 1/√2 everywhere.
    let singular = SymmetricMatrix([1, 1, 1, 1], size: 2).inverseSquareRoot
    #expect(singular.allSatisfy { abs($0 - 0.125.squareRoot()) < 1e-14 })
    expectEqual(SymmetricMatrix([0, 0, 0, 0], size: 2).inverseSquareRoot, [0, 0, 0, 0])
  }

  @Test func `the square of the root is the matrix`() {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      // A Aᵀ of a random A.
      let a = (0..<16).map { _ in generator.unit() - 0.5 }
      let matrix = product(a, transposed(a))
      let root = SymmetricMatrix(matrix, size: 4).squareRoot
      for (one, other) in zip(root, transposed(root)) {
        #expect(abs(one - other) < 1e-15, "seed \(seed)")
      }
      for (square, element) in zip(product(root, root), matrix) {
        #expect(abs(square - element) < 1e-14, "seed \(seed)")
      }
    }
  }

  private func transposed(_ a: [Double]) -> [Double] {
    (0..<16).map { a[$0 % 4 * 4 + $0 / 4] }
  }

  private func product(_ a: [Double], _ b: [Double]) -> [Double] {
    (0..<16).map { place in
      var sum = 0.0
      for k in 0..<4 { sum += a[place / 4 * 4 + k] * b[k * 4 + place % 4] }
      return sum
    }
  }
}
