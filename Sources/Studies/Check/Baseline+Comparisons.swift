package import Experiments
internal import FeedMetrics

extension Baseline {
  /// Whether the worlds of another baseline are those of this one, so that they are pairs.
  package func hasWorlds(of other: Baseline) -> Bool {
    let count = min(arm.worlds.count, other.arm.worlds.count)
    return seed == other.seed && communityDigest == other.communityDigest
      && arm.worlds.fingerprints.prefix(count) == other.arm.worlds.fingerprints.prefix(count)
  }

  /// A later baseline against this one, in the metrics that both have, in the order of the catalogue: world
  /// by world where the worlds are the same, otherwise by Welch's test.
  package func comparisons(with new: Baseline, risk: Double = 0.05) -> [Comparison] {
    let (old, now) = (arm.worlds, new.arm.worlds)
    let count = min(old.count, now.count)
    let arePairs = hasWorlds(of: new)
    return MetricCatalogue.definitions(of: old.values.keys).compactMap { metric in
      guard let before = old.values[metric.id], let after = now.values[metric.id] else {
        return nil
      }
      return arePairs
        ? Comparison(
          metric: metric, candidate: "new", baseline: Array(before.prefix(count)),
          candidate: Array(after.prefix(count)), rule: .student(risk: risk))
        : Comparison(
          unpaired: metric, candidate: "new", baseline: before, candidate: after, risk: risk)
    }
  }

  /// The same, whose values are a release from which drift is measured.
  public func anchored(as name: String) -> Baseline {
    var baseline = self
    baseline.anchor = Anchor(name: name, recording: arm)
    return baseline
  }
}
