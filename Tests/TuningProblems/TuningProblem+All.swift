extension TuningProblem {
  /// Constrained noisy problems of one to six weights.
  package static let all = [
    line, disc, corner, noisyLevel, inactive, infeasibleStart, curved, six, atOptimum, onlyBeyond,
  ]

  /// relevance 0.4 + 0.2 *x*, gini 0.4 + 0.2 *x* ≤ 0.5: *x* = 0.5.
  package static let line = TuningProblem(
    name: "line", summary: "an absolute limit, linear", incumbent: [0.1],
    limits: ["creator_exposure_gini <= 0.5"], optimum: [0.5]
  ) { x in Means(relevance: 0.4 + 0.2 * x[0], gini: 0.4 + 0.2 * x[0]) }

  /// A hill with its top at (0.9, 0.9); gini 0.4 + 0.1|*x*|², at most 0.404 · 1.1 = 0.4444, which is a
  /// disc of radius 0.444^½ about 0: the optimum is on the diagonal, at 0.222^½.
  package static let disc = TuningProblem(
    name: "disc", summary: "a relative limit, a circle", incumbent: [0.2, 0],
    limits: ["creator_exposure_gini <= baseline + 10%"],
    optimum: [(0.222 as Double).squareRoot(), (0.222 as Double).squareRoot()]
  ) { x in
    Means(
      relevance: 0.5 - 0.2 * (square(x[0] - 0.9) + square(x[1] - 0.9)),
      gini: 0.4 + 0.1 * (square(x[0]) + square(x[1])))
  }

  /// relevance grows with the first two weights and falls with the third; gini 0.4 + 0.1 *x*₀ ≤ baseline +
  /// 0.05 with the incumbent's 0.41 is *x*₀ ≤ 0.6, fresh 0.3 − 0.2 *x*₁ ≥ 0.2 is *x*₁ ≤ 0.5; *x*₂ = 0.
  package static let corner = TuningProblem(
    name: "corner", summary: "two limits, relative and absolute, both active",
    incumbent: [0.1, 0.1, 0.3],
    limits: ["creator_exposure_gini <= baseline + 0.05", "fresh_exposure_share >= 0.2"],
    optimum: [0.6, 0.5, 0]
  ) { x in
    Means(
      relevance: 0.4 + 0.1 * x[0] + 0.1 * x[1] - 0.05 * x[2], gini: 0.4 + 0.1 * x[0],
      fresh: 0.3 - 0.2 * x[1])
  }

  /// relevance 0.4 + 0.2 *x*₀ − 0.2(*x*₁ − 0.7)²; fresh 0.3 − 0.2 *x*₀ ≥ 0.16 is *x*₀ ≤ 0.7, in worlds whose
  /// common level of the share is as wide as that of real ones.
  package static let noisyLevel = {
    var problem = TuningProblem(
      name: "noisy level", summary: "an absolute limit on a metric that varies much between worlds",
      incumbent: [0.1, 0.2], limits: ["fresh_exposure_share >= 0.16"], optimum: [0.7, 0.7]
    ) { x in
      Means(
        relevance: 0.4 + 0.2 * x[0] - 0.2 * square(x[1] - 0.7), gini: 0.4,
        fresh: 0.3 - 0.2 * x[0])
    }
    problem.noise.common.fresh = 0.08
    return problem
  }()

  /// A hill with its top at 0.7 in four dimensions, where the gini of 0.45 is far from its limit.
  package static let inactive = TuningProblem(
    name: "inactive", summary: "a limit that the best values keep easily",
    incumbent: [0.3, 0.3, 0.3, 0.3], limits: ["creator_exposure_gini <= 0.5"],
    optimum: [0.7, 0.7, 0.7, 0.7]
  ) { x in
    Means(
      relevance: 0.5 - 0.2 * x.reduce(0) { $0 + square($1 - 0.7) },
      gini: 0.31 + 0.05 * x.reduce(0, +))
  }

  /// The incumbent has gini 0.4 + 0.2 · 0.9 = 0.58, above 0.5; relevance falls away from *x*₁ = 0.8,
  /// from which the incumbent is far, and grows slowly with *x*₀, at most 0.5.
  package static let infeasibleStart = TuningProblem(
    name: "broken at first", summary: "the incumbent breaks the limit", incumbent: [0.9, 0.1],
    limits: ["creator_exposure_gini <= 0.5"], optimum: [0.5, 0.8]
  ) { x in
    Means(
      relevance: 0.4 + 0.05 * x[0] - 0.25 * square(x[1] - 0.8), gini: 0.4 + 0.2 * x[0])
  }

  /// relevance 0.4 + 0.2 *x*₀ − 0.1(*x*₁ − 0.5)² − 0.1(*x*₂ − 0.5)²; gini 0.4 + 0.1(*x*₀ + (*x*₁ − 0.5)² +
  /// (*x*₂ − 0.5)²) ≤ 0.46: *x*₀ = 0.6 in the middle of the others; fresh never breaks its limit.
  package static let curved = TuningProblem(
    name: "curved", summary: "a curved limit, and one that is inactive",
    incumbent: [0.1, 0.1, 0.8],
    limits: ["creator_exposure_gini <= 0.46", "fresh_exposure_share >= baseline - 0.05"],
    optimum: [0.6, 0.5, 0.5]
  ) { x in
    let aside = square(x[1] - 0.5) + square(x[2] - 0.5)
    return Means(relevance: 0.4 + 0.2 * x[0] - 0.1 * aside, gini: 0.4 + 0.1 * (x[0] + aside))
  }

  /// A hill with its top at 0.8 in six dimensions; gini 0.4 + 0.02 Σ*x* ≤ 0.46 is Σ*x* ≤ 3: 0.5 each.
  package static let six = TuningProblem(
    name: "six weights", summary: "a linear limit in six dimensions",
    incumbent: [0.2, 0.2, 0.2, 0.2, 0.2, 0.2], limits: ["creator_exposure_gini <= 0.46"],
    optimum: [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
  ) { x in
    Means(
      relevance: 0.5 - 0.1 * x.reduce(0) { $0 + square($1 - 0.8) },
      gini: 0.4 + 0.02 * x.reduce(0, +))
  }

  /// The incumbent is at the top of the hill.
  package static let atOptimum = TuningProblem(
    name: "at the optimum", summary: "no values are better than the incumbent",
    incumbent: [0.4, 0.6], limits: ["creator_exposure_gini <= 0.5"], optimum: [0.4, 0.6]
  ) { x in
    Means(
      relevance: 0.5 - 0.2 * (square(x[0] - 0.4) + square(x[1] - 0.6)), gini: 0.4 + 0.05 * x[0])
  }

  /// The more *x*₀, the more relevance, and none of it is allowed: gini 0.4 + 0.1 *x*₀ must not exceed the
  /// baseline's.
  package static let onlyBeyond = TuningProblem(
    name: "only beyond", summary: "all better values break the limit", incumbent: [0.4, 0.5],
    limits: ["creator_exposure_gini <= baseline"], optimum: [0.4, 0.5]
  ) { x in
    Means(
      relevance: 0.4 + 0.2 * x[0] - 0.1 * square(x[1] - 0.5), gini: 0.4 + 0.1 * x[0])
  }
}

private func square(_ x: Double) -> Double { x * x }
