/// Agreement of two orders of the same things beyond what a third order explains: Kendall's partial τ.
///
/// (τ(*x*, *y*) − τ(*x*, *z*) τ(*y*, *z*)) / √((1 − τ(*x*, *z*)²) (1 − τ(*y*, *z*)²)), each a τ-b: the
/// partial correlation of the signs of the differences in all pairs.
///
/// - Parameters:
///   - x: A finite number for each thing.
///   - y: As many.
///   - z: As many: what is held fixed.
/// - Returns: A value in `-1...1`; `nil` when one of the three τ is undefined, or when `z` settles the
///   order of `x` or of `y` (|τ| = 1).
///
/// Source: Kendall, *Biometrika* 32(3/4), 1942.
package func kendallPartialTau(_ x: [Double], _ y: [Double], given z: [Double]) -> Double? {
  guard let xy = kendallTauB(x, y), let xz = kendallTauB(x, z), let yz = kendallTauB(y, z) else {
    return nil
  }
  let unexplained = (1 - xz * xz) * (1 - yz * yz)
  guard unexplained > 0 else { return nil }
  return min(1, max(-1, (xy - xz * yz) / unexplained.squareRoot()))
}
