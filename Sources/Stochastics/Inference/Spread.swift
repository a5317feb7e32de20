/// Whether values from `least` to `most` differ by more than rounding: 10⁻¹² of the larger magnitude.
func isSpread(from least: Double, to most: Double) -> Bool {
  most - least > 1e-12 * max(most.magnitude, least.magnitude)
}

/// Whether the values differ by more than rounding; `false` for none.
func isSpread(_ values: [Double]) -> Bool {
  guard let least = values.min(), let most = values.max() else { return false }
  return isSpread(from: least, to: most)
}
