internal import PortableMath
import Stochastics

/// How far the categories that members are shown are from those they care for.
struct CalibrationDivergence: Metric {
  /// How much of the taste is mixed into what was shown, which keeps the divergence finite.
  private static let smoothing = 0.01

  let definition = MetricDefinition(
    id: "calibration_kl",
    family: .diversity,
    name: "How far the categories shown to members are from their tastes",
    formula: """
      Σ p꜀ ln(p꜀ / (0.99 q꜀ + 0.01 p꜀)) over categories, p the member's latent taste at the start, q the shares \
      of the categories shown; mean over members with 10 or more impressions.
      """,
    unit: "nats",
    direction: .lower,
    range: "[0, ln 100]",
    undefined: "when nobody with a known taste had 10 impressions",
    source: "Steck, RecSys 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    var divergences: [Double] = []
    let columns = run.members.categoryCount
    let fewest = WeekTally.fewestImpressions
    run.forEachMember(withAtLeast: fewest) { member, shown in
      let taste = run.members.taste[member * columns..<(member + 1) * columns]
      guard taste.contains(where: { $0 > 0 }) else { return }
      divergences.append(divergence(of: shown, from: taste))
    }
    return MetricValue(meanOf: divergences)
  }

  private func divergence(of shown: [Double], from taste: ArraySlice<Float>) -> Double {
    var sum = CompensatedSum()
    for (interest, q) in zip(taste, shown) where interest > 0 {
      let p = Double(interest)
      sum.add(p * Portable.log(p / ((1 - Self.smoothing) * q + Self.smoothing * p)))
    }
    return sum.value
  }
}
