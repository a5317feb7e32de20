internal import DataFiles
public import FeedMetrics
public import Stochastics

/// The change of a volume for each member-day, divided exactly among its factors.
///
/// With *v* = Π *f*ₖ, the part of factor *k* is the mean, over all orders in which the factors may change from the
/// baseline's value to the candidate's, of what changing *k* adds:
///
/// Σ over sets *S* of other factors of |*S*|! (*n* − |*S*| − 1)! / *n*! (*f*′ₖ − *f*ₖ) Π_{*j* ∈ *S*} *f*′ⱼ Π_{*j* ∉ *S*} *f*ⱼ.
///
/// For two factors these are Kitagawa's parts. The parts add up to the difference of the volume in each world, and so do
/// their means.
///
/// Source: Das Gupta, *Standardization and Decomposition of Rates*, 1993; the same as Shapley's value.
public struct VolumeSplit: Sendable, Hashable {
  /// What a factor brings.
  public struct Part: Sendable, Hashable {
    public let factor: VolumeFactors.Factor
    /// The mean of the factor over the worlds.
    public let baseline: Double
    public let candidate: Double
    /// Its part of the volume's difference, paired by world, in the volume's unit.
    public let difference: PairedDifference
  }

  public let factors: VolumeFactors
  public let candidate: String
  /// The volume's mean under the baseline.
  public let baseline: Double
  /// One for each factor, in the order of `VolumeFactors.Factor`.
  public let parts: [Part]
  /// The sum of the parts: the difference of the volume.
  public let whole: PairedDifference

  /// - Parameters:
  ///   - baseline: The factors by world, in their order; `nil` for a world that lacks one.
  ///   - candidateFactors: The candidate's factors in the same worlds.
  ///   - rule: How differences are tested.
  /// - Returns: `nil` without a world that has all factors under both arms. Worlds whose product is too large to be
  ///   measured are left out.
  public init?(
    of factors: VolumeFactors, candidate: String, baseline: [[Double]?],
    candidate candidateFactors: [[Double]?], rule: IntervalRule
  ) {
    precondition(baseline.count == candidateFactors.count, "worlds of one arm only")
    let worlds = zip(baseline, candidateFactors).compactMap { before, after in
      before.flatMap { before in after.map { (before: before, after: $0) } }
    }.filter { Self.parts($0.before, $0.after).allSatisfy(\.isMeasured) }
    let parts = worlds.map { Self.parts($0.before, $0.after) }
    guard let whole = rule.test(parts.map { $0.reduce(0, +) }) else { return nil }
    self.factors = factors
    self.candidate = candidate
    self.whole = whole
    self.baseline = Summary(worlds.map { $0.before.reduce(1, *) }).mean
    self.parts = VolumeFactors.Factor.allCases.enumerated().compactMap { index, factor in
      rule.test(parts.map { $0[index] }).map { difference in
        Part(
          factor: factor, baseline: Summary(worlds.map { $0.before[index] }).mean,
          candidate: Summary(worlds.map { $0.after[index] }).mean, difference: difference)
      }
    }
  }

  /// The parts of the factors in the change of their product.
  ///
  /// - Parameters:
  ///   - before: The factors; any finite numbers.
  ///   - after: As many.
  /// - Returns: One for each factor; they add up to Π `after` − Π `before`.
  /// - Complexity: O(*n* 2ⁿ), where *n* is the number of factors.
  public static func parts(_ before: [Double], _ after: [Double]) -> [Double] {
    precondition(before.count == after.count, "\(before.count) factors become \(after.count)")
    let count = before.count
    return before.indices.map { factor in
      let others = before.indices.filter { $0 != factor }
      // The sets of other factors that have changed already, as the bits of a number.
      let gain = (0..<(1 << others.count)).reduce(0.0) { sum, set in
        let product = others.enumerated().reduce(1.0) { product, other in
          product * (set >> other.offset & 1 == 1 ? after : before)[other.element]
        }
        return sum + product * shareOfOrders(set.nonzeroBitCount, of: count)
      }
      return (after[factor] - before[factor]) * gain
    }
  }

  /// The share of the orders of `count` factors in which one given factor comes right after `first` given others:
  /// first! (count − first − 1)! / count!.
  private static func shareOfOrders(_ first: Int, of count: Int) -> Double {
    func factorial(_ number: Int) -> Double { (0..<number).reduce(1) { $0 * Double($1 + 1) } }
    return factorial(first) * factorial(count - first - 1) / factorial(count)
  }
}

extension ExperimentResults {
  /// The change of a volume of a candidate against the baseline, by factor.
  ///
  /// - Returns: `nil` without a comparison, without a measured factor, and for antithetic twins, whose mean is no
  ///   product of the means of the factors.
  public func split(of factors: VolumeFactors, candidate: String) -> VolumeSplit? {
    guard let baseline = design.baseline, !design.isAntithetic,
      design.metrics.contains(where: { $0.id == factors.volume })
    else { return nil }
    func values(_ arm: String) -> [[Double]?] {
      outcomes.filter { $0.arm == arm }.map { factors.factors($0.values) }
    }
    return VolumeSplit(
      of: factors, candidate: candidate, baseline: values(baseline), candidate: values(candidate),
      rule: design.rule(of: comparisons.first?.metric ?? design.metrics[0]))
  }
}
