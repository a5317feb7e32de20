internal import PortableMath

/// How far the categories that members are shown are from those they care for.
extension Metric {
  static let calibrationKL = calibration(
    "calibration_kl", .core, "Distance from tastes", to: "their tastes",
    is: "the member's latent taste at the start", among: "no member with a known taste",
    tasteShares)

  static let calibrationKLLatent = calibration(
    "calibration_kl_latent", .extended, "Distance from latent tastes", to: "their latent tastes",
    is: "the member's latent taste at the start", among: "no member with a known taste",
    tasteShares)

  static let calibrationKLEngaged = calibration(
    "calibration_kl_engaged", .extended, "Distance from used tastes", to: "those that they act on",
    is: "the shares of the member's impressions that led to a like, comment, save or vote",
    among: "no member who acted on a post"
  ) { run, member in
    let engaged = (0..<run.categoryCount).map { run.counts.engaged[member, $0] }
    let total = engaged.reduce(0) { $0 + Int($1) }
    return engaged.map { total > 0 ? Double($0) / Double(total) : 0 }
  }

  @Sendable
  private static func tasteShares(_ run: borrowing ScopeTallies, _ member: Int) -> [Double] {
    let columns = member * run.categoryCount..<(member + 1) * run.categoryCount
    return run.members.taste[columns].map(Double.init)
  }

  /// - Parameter shares: What a member cares for; zeros where it is not known.
  private static func calibration(
    _ id: String, _ tier: MetricDefinition.Tier, _ label: String, to what: String,
    is profile: String,
    among members: String,
    _ shares: @escaping @Sendable (borrowing ScopeTallies, _ member: Int) -> [Double]
  ) -> Metric {
    Metric(
      id, .diversity, tier, label: label,
      name: "How far the categories shown to members are from \(what)",
      formula: """
        Σ p꜀ ln(p꜀ / (0.99 q꜀ + 0.01 p꜀)) over categories, p \(profile), q the shares of the categories \
        shown; mean over members with 10 or more impressions.
        """,
      unit: "nats", direction: .lower, margin: .relative(0.02), range: "[0, ln 100]",
      undefined: "when \(members) had 10 impressions", source: "Steck, RecSys 2018"
    ) { run in
      var divergences: [Double] = []
      run.forEachMember(withAtLeast: WeekTally.fewestImpressions) { member, shown in
        let shares = shares(run, member)
        guard shares.contains(where: { $0 > 0 }) else { return }
        divergences.append(divergence(of: shown, from: shares))
      }
      return MetricValue(meanOf: divergences)
    }
  }

  /// How much of the profile is mixed into what was shown, which keeps the divergence finite.
  private static let smoothing = 0.01

  private static func divergence(of shown: [Double], from shares: [Double]) -> Double {
    var sum = CompensatedSum()
    for (p, q) in zip(shares, shown) where p > 0 {
      sum.add(p * Portable.log(p / ((1 - smoothing) * q + smoothing * p)))
    }
    return sum.value
  }

  static let expectedProfileDistance = Metric(
    "expected_profile_distance", .diversity, .extended,
    label: "Distance from profile",
    name: "How far posts shown to members are from the categories that they act on",
    formula: """
      1 − share of the post's category in the viewer's impressions that led to a like, comment, save or \
      vote; mean over impressions of the members who have any: expected profile distance, with distance 1 \
      between categories.
      """,
    direction: .describes, range: "[0, 1]", undefined: "without an action in the window",
    source: "Vargas & Castells, RecSys 2011"
  ) { run in
    var sum = CompensatedSum()
    var impressions = 0
    let categories = run.categoryCount
    run.forEachMember(in: run.counts.engaged, withAtLeast: 1) { member, engaged in
      for category in 0..<categories {
        let shown = run.counts.shown[member, category]
        sum.add(Double(shown) * (1 - engaged[category]))
        impressions += Int(shown)
      }
    }
    return MetricValue(mean: sum.value, over: impressions)
  }
}
