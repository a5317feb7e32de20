/// Whether two numbers agree to nine digits.
func isNear(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  abs(a - b) <= tolerance * max(abs(a), abs(b))
}

/// Whether two numbers agree to nine digits; absent ones do not.
func isNear(_ a: Double?, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  a.map { isNear($0, b, within: tolerance) } ?? false
}
