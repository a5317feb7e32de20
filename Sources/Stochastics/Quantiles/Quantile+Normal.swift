public import PortableMath

extension Quantile {
  /// The quantile of the standard normal distribution; `p` in the open interval from 0 to 1.
  ///
  /// Source: Wichura, algorithm AS 241 (PPND16), *Applied Statistics* 37(3), 1988.
  @inlinable public static func normal(_ p: Double) -> Double {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    let q = p - 0.5
    if q.magnitude <= 0.425 { return q * centralRatio(0.180625 - q * q) }
    let r = (-Portable.log(q < 0 ? p : 1 - p)).squareRoot()
    let x = r <= 5 ? shoulderRatio(r - 1.6) : tailRatio(r - 5)
    return q < 0 ? -x : x
  }

  /// The quantiles of a column of probabilities, each with the bits of the scalar function; what lies far
  /// out, which is about one in seven, is put right in a second pass.
  public static func normal(_ p: Span<Double>, into results: inout MutableSpan<Double>) {
    precondition(p.count == results.count, "\(results.count) results of \(p.count) arguments")
    for index in 0..<p.count {
      let q = p[index] - 0.5
      results[index] = q * centralRatio(0.180625 - q * q)
    }
    for index in 0..<p.count where !((p[index] - 0.5).magnitude <= 0.425) {
      results[index] = normal(p[index])
    }
  }

  @inlinable static func polynomial(
    _ x: Double, _ c0: Double, _ c1: Double, _ c2: Double, _ c3: Double, _ c4: Double, _ c5: Double,
    _ c6: Double, _ c7: Double
  ) -> Double {
    let x2 = x * x
    let x4 = x2 * x2
    return ((c0 + c1 * x) + (c2 + c3 * x) * x2) + ((c4 + c5 * x) + (c6 + c7 * x) * x2) * x4
  }

  @inlinable static func centralRatio(_ r: Double) -> Double {
    polynomial(
      r, 3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
      1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
      3.3430575583588128105e+4, 2.5090809287301226727e+3)
      / polynomial(
        r, 1, 4.2313330701600911252e+1, 6.8718700749205790830e+2, 5.3941960214247511077e+3,
        2.1213794301586595867e+4, 3.9307895800092710610e+4, 2.8729085735721942674e+4,
        5.2264952788528545610e+3)
  }

  @inlinable static func shoulderRatio(_ r: Double) -> Double {
    polynomial(
      r, 1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
      3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
      2.27238449892691845833e-2, 7.74545014278341407640e-4)
      / polynomial(
        r, 1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
        1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
        1.05075007164441684324e-9)
  }

  @inlinable static func tailRatio(_ r: Double) -> Double {
    polynomial(
      r, 6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
      2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
      2.71155556874348757815e-5, 2.01033439929228813265e-7)
      / polynomial(
        r, 1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
        7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
        2.04426310338993978564e-15)
  }
}
