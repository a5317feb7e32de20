internal import PortableMath

/// How far the categories that members are shown are from those they care for.
struct CalibrationDivergence: Metric {
  private enum Profile { case taste, engagement }

  /// How much of the profile is mixed into what was shown, which keeps the divergence finite.
  private static let smoothing = 0.01

  let definition: MetricDefinition
  private let profile: Profile

  static let standard = Self(
    "calibration_kl", tier: .core, to: "their tastes", profile: .taste,
    is: "the member's latent taste at the start", among: "nobody with a known taste")

  static let latent = Self(
    "calibration_kl_latent", tier: .extended, to: "their latent tastes", profile: .taste,
    is: "the member's latent taste at the start", among: "nobody with a known taste")

  static let engaged = Self(
    "calibration_kl_engaged", tier: .extended, to: "those that they act on", profile: .engagement,
    is: "the shares of the member's impressions that led to a like, comment, save or vote",
    among: "nobody who acted on anything")

  private init(
    _ id: String, tier: MetricDefinition.Tier, to what: String, profile: Profile,
    is shares: String, among members: String
  ) {
    definition = MetricDefinition(
      id: id,
      family: .diversity,
      tier: tier,
      name: "How far the categories shown to members are from \(what)",
      formula: """
        Σ p꜀ ln(p꜀ / (0.99 q꜀ + 0.01 p꜀)) over categories, p \(shares), q the shares of the categories \
        shown; mean over members with 10 or more impressions.
        """,
      unit: "nats",
      direction: .lower,
      range: "[0, ln 100]",
      undefined: "when \(members) had 10 impressions",
      source: "Steck, RecSys 2018")
    self.profile = profile
  }

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    var divergences: [Double] = []
    run.forEachMember(withAtLeast: WeekTally.fewestImpressions) { member, shown in
      let shares = shares(of: member, run)
      guard shares.contains(where: { $0 > 0 }) else { return }
      divergences.append(divergence(of: shown, from: shares))
    }
    return MetricValue(meanOf: divergences)
  }

  /// What the member cares for; zeros where it is not known.
  private func shares(of member: Int, _ run: borrowing ScopeTallies) -> [Double] {
    switch profile {
    case .taste:
      let columns = member * run.categoryCount..<(member + 1) * run.categoryCount
      return run.members.taste[columns].map(Double.init)
    case .engagement:
      let engaged = (0..<run.categoryCount).map { run.counts.engaged[member, $0] }
      let total = engaged.reduce(0) { $0 + Int($1) }
      return engaged.map { total > 0 ? Double($0) / Double(total) : 0 }
    }
  }

  private func divergence(of shown: [Double], from shares: [Double]) -> Double {
    var sum = CompensatedSum()
    for (p, q) in zip(shares, shown) where p > 0 {
      sum.add(p * Portable.log(p / ((1 - Self.smoothing) * q + Self.smoothing * p)))
    }
    return sum.value
  }
}
