/// Clickbait: where what attracts at once does harm in the long run, a ranker for clicks loses to one for
/// satisfaction beyond a break-even point.
struct ClickbaitStudy: PublishedStudy {
  let name = "clickbait"
  let source = "Ie et al. 2019 (RecSim, long-term satisfaction; arXiv 1909.04847)"

  let results = [
    StudyResult(
      "discount at which the order of rankers turns",
      .inexpressible("a post has one worth, which attracts and satisfies alike"))
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] { [] }
}
