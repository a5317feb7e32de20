internal import FeedMetrics

/// S8: the Gini coefficient of amounts whose inequality is known. The check is deterministic.
///
/// Σ (2*i* − *n* − 1) *xᵢ* ÷ (*n* Σ *xᵢ*): of 1…5, (−4 · 1 − 2 · 2 + 0 · 3 + 2 · 4 + 4 · 5) ÷ (5 · 15) = 20 ÷
/// 75 = 4 ÷ 15; of 0, 0, 0, 1, 3 ÷ (4 · 1). Without the bias of small populations, times *n* ÷ (*n* − 1): 1 ÷ 3
/// and 1.
///
/// Wrong rules that it catches: ranks from 0, the bias corrected twice, amounts that are not sorted.
struct GiniCheck: SelfCheck {
  let id = "S8"
  let suites = [SelfTestSuite.stats]
  let source = "Damgaard & Weiner 2000; Deltas 2003"

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let (ladder, winner) = ([4, 1, 5, 3, 2.0], [0, 1, 0, 0.0])
    return [
      Finding(
        "Gini coefficient of 1…5", size: "5 amounts", expect: 4.0 / 15,
        computed: giniCoefficient(ladder) ?? .nan),
      Finding(
        "the same without bias", size: "5 amounts", expect: 1.0 / 3,
        computed: unbiasedGiniCoefficient(ladder) ?? .nan),
      Finding(
        "Gini coefficient of 0, 0, 0, 1", size: "4 amounts", expect: 0.75,
        computed: giniCoefficient(winner) ?? .nan),
      Finding(
        "the same without bias, one has all", size: "4 amounts", expect: 1,
        computed: unbiasedGiniCoefficient(winner) ?? .nan),
    ]
  }
}
