internal import CGSL

/// Functions of likelihoods, as GSL gives them: for statistics after a run, never within one, since
/// their last bits depend on the C library.
package enum SpecialFunctions {
  /// ln Γ(`x`), for `x` above 0.
  package static func logGamma(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite, "the logarithm of Γ(\(x))")
    GSL.prepare()
    return gsl_sf_lngamma(x)
  }

  /// The trigamma function, the second derivative of ln Γ, for `x` above 0.
  package static func trigamma(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite, "the trigamma function at \(x)")
    GSL.prepare()
    return gsl_sf_psi_1(x)
  }

  /// Hurwitz's zeta function: Σ (`q` + *k*)⁻ˢ over *k* = 0, 1, 2, …
  ///
  /// - Parameters:
  ///   - s: Above 1.
  ///   - q: Above 0.
  /// - Returns: 0 when the sum is below the least number above 0.
  package static func hurwitzZeta(_ s: Double, _ q: Double) -> Double {
    precondition(s > 1 && s.isFinite && q > 0 && q.isFinite, "Hurwitz's zeta at \(s) and \(q)")
    GSL.prepare()
    let value = gsl_sf_hzeta(s, q)
    return value.isFinite ? value : 0
  }

  /// The upper incomplete gamma function: ∫ *t*ᵃ⁻¹ e⁻ᵗ d*t* from `x` to infinity.
  ///
  /// - Parameters:
  ///   - a: Finite, below 0 too.
  ///   - x: Above 0.
  package static func upperIncompleteGamma(_ a: Double, _ x: Double) -> Double {
    precondition(a.isFinite && x > 0 && x.isFinite, "an incomplete gamma at \(a) and \(x)")
    GSL.prepare()
    let value = gsl_sf_gamma_inc(a, x)
    return value.isFinite ? value : 0
  }
}

/// Cumulative distributions, as GSL gives them: for statistics after a run.
package enum Cumulative {
  /// P(*Z* ≤ `z`) of the standard normal distribution.
  package static func normal(_ z: Double) -> Double { gsl_cdf_ugaussian_P(z) }

  /// P(*Z* > `z`) of the standard normal distribution, accurate however small it is.
  package static func normalTail(_ z: Double) -> Double { gsl_cdf_ugaussian_Q(z) }

  /// P(*a* < *Z* ≤ *b*) of the standard normal distribution, from the side where digits are kept.
  package static func normal(from a: Double, to b: Double) -> Double {
    a > 0 ? normalTail(a) - normalTail(b) : normal(b) - normal(a)
  }

  /// P(*X* ≤ `x`) of the gamma distribution, for `x` not below 0.
  package static func gamma(_ x: Double, shape: Double, scale: Double) -> Double {
    precondition(shape > 0 && scale > 0, "a gamma distribution of \(shape) and \(scale)")
    GSL.prepare()
    return gsl_cdf_gamma_P(x, shape, scale)
  }

  /// P(*X* > `x`) of the χ² distribution.
  package static func chiSquareTail(_ x: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom > 0, "\(degreesOfFreedom) degrees of freedom")
    GSL.prepare()
    return x > 0 ? gsl_cdf_chisq_Q(x, degreesOfFreedom) : 1
  }
}
