internal import FeedMetrics
internal import Stochastics

/// The verdict that a paired difference allows.
///
/// With the interval [*L*, *U*] turned so that more is better and the smallest effect δ that matters,
/// the first that holds of: all differences 0, identical; −δ < *L* and *U* < δ, equivalent; *L* > 0,
/// better; *U* < 0, worse; else undecided. Arms that differ and are equally far from a target in every
/// world are equivalent.
struct Judgement {
  var verdict: Verdict
  var indecision: Indecision?

  /// - Parameters:
  ///   - judged: What the verdict is about.
  ///   - equivalence: The interval off which equivalence is read; that of `judged`, or a narrower one.
  ///   - areIdentical: Whether the arms agree in every world.
  ///   - missing: Worlds left out since an arm has no value there.
  ///   - risk: Of a false alarm.
  init(
    _ judged: PairedDifference?, equivalence: ConfidenceInterval?, areIdentical: Bool, missing: Int,
    direction: MetricDefinition.Direction, margin: Double, risk: Double
  ) {
    guard let judged else {
      verdict = .undefined
      return
    }
    indecision = Self.indecision(judged, missing: missing, risk: risk)
    guard indecision == nil else {
      verdict = .undecided
      return
    }
    guard let interval = judged.interval else {
      indecision = .unbounded(worlds: judged.count)
      verdict = .undecided
      return
    }
    verdict =
      if judged.evidence == .identical {
        areIdentical ? .identical : .equivalent
      } else if let equivalence, -margin < equivalence.lower, equivalence.upper < margin {
        .equivalent
      } else if interval.lower > 0 {
        direction.verdict(ofHigher: true)
      } else if interval.upper < 0 {
        direction.verdict(ofHigher: false)
      } else {
        .undecided
      }
  }

  private static func indecision(
    _ judged: PairedDifference, missing: Int, risk: Double
  ) -> Indecision? {
    let worlds = judged.count + missing
    if Double(missing) > Comparison.largestMissingShare * Double(worlds) {
      return .missing(missing, of: worlds)
    }
    switch judged.evidence {
    case .single: return .oneWorld
    case .constant: return .constantValues(worlds: judged.count)
    case .degenerate where judged.pValue ?? 1 > risk:
      return .constantDifference(worlds: judged.count)
    case .student, .identical, .degenerate: return nil
    }
  }
}

extension MetricDefinition.Direction {
  /// Whether less of what is judged is better: of the value, or of its distance from a target.
  var isGoodBelow: Bool {
    switch self {
    case .lower, .target: true
    case .higher, .describes: false
    }
  }

  /// What to call a candidate whose judged difference is surely above 0, or surely below.
  fileprivate func verdict(ofHigher isHigher: Bool) -> Verdict {
    switch self {
    case .higher: isHigher ? .better : .worse
    case .lower, .target: isHigher ? .worse : .better
    case .describes: isHigher ? .higher : .lower
    }
  }
}
