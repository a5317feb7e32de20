/// A weighted sum of features: score = Σ weight · feature over ``RankerFeature``.
public struct LinearRanker: ScoringRanker {
  public static let descriptor = RankerDescriptor(
    name: "linear", summary: "A weighted sum of features.",
    order: "sum of weight x feature, descending; then id, descending",
    surfaces: Surface.allCases,
    parameters: RankerFeature.allCases.map { feature in
      .weight(
        feature.name, feature.summary, defaultWeights[feature] ?? 0,
        range: -1_000_000...1_000_000)
    } + [.pool],
    hasFreeScale: true,
    make: { values in
      LinearRanker(
        weights: Array(values.dropLast()), pool: Int(values[RankerFeature.allCases.count]))
    })

  /// A feed of friends and favourites that ages by a tenth of a friend an hour.
  private static let defaultWeights: [RankerFeature: Double] = [
    .ageHours: -0.1, .likes: 0.1, .comments: 0.2, .isFriend: 1, .isFollowee: 0.5,
    .affinityShare: 1,
  ]

  /// By the feature's number; a feature that counts 0 is not read.
  private let weights: [Double]
  public let pool: Int
  public let features: FeatureSet
  public let fingerprint: RankerFingerprint

  /// A sum with a weight for each feature, in the order of `RankerFeature.allCases`.
  ///
  /// - Precondition: There is a finite weight for each feature.
  package init(weights: [Double], pool: Int = RankerParameter.defaultPool) {
    let count = RankerFeature.allCases.count
    require(
      weights.count == count, "a ranker has \(weights.count) weights of \(count) features")
    for weight in weights {
      require(weight.isFinite, "a weight of a ranker is \(weight), which is not finite")
    }
    self.weights = weights
    self.pool = pool
    fingerprint = weights.reduce(RankerFingerprint(Self.descriptor.name)) { $0.with($1) }.with(pool)
    features = FeatureSet(RankerFeature.allCases.filter { weights[Int($0.rawValue)] != 0 })
  }

  public func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    for index in scores.indices { scores[index] = 0 }
    for feature in RankerFeature.allCases where features.contains(feature) {
      let weight = weights[Int(feature.rawValue)]
      let column = candidates[feature]
      for index in column.indices { scores[index] += weight * column[index] }
    }
  }
}
