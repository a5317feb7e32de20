internal import DataFiles
internal import SocialFeed
internal import Stochastics

/// F12: the slots of a member who posts twenty times as often as each of nine others, in a feed of these ten
/// followees.
///
/// Of 29 posts 20 are the flooder's, and so are 20 ÷ 29 of the slots under pure recency. Over 3,000
/// pages of 20 slots the standard error is 0.2 points: 3 points are exceeded by chance once in 10¹⁰ seeds. An
/// author discount takes a third or more of them away.
struct FloodingCheck: SelfCheck {
  let id = "F12"
  let suites = [SelfTestSuite.behaviour]
  let source = "arithmetic: 20 of 29 posts"
  let seconds = 2.0

  private static let slots = 20
  /// The number of pages' posts before the first page, so that the ranker has candidates.
  private static let warmUp = 10
  private static let flooder = MemberID(1)

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let pages = setting.sample(of: 3000, atLeast: 300)
    let (plain, discounted) = floodedSlots(pages: pages.count, setting)
    let slots = pages.count * Self.slots
    let size = "\(pages.count.grouped) pages of \(Self.slots)"
    return [
      Finding(
        "recency: slots of a 20 × poster", size: size,
        expect: .near(20.0 / 29, within: 0.03).widened(by: pages.widening), successes: plain,
        of: slots),
      Finding(
        "author discount: share of the same slots", size: size,
        expect: .atMost(2.0 / 3), observed: Double(discounted) / Double(plain)),
    ]
  }

  /// The flooder's slots under recency and under its author discount.
  private func floodedSlots(pages: Int, _ setting: SelfTestSetting) -> (Int, Int) {
    let stream = KeyedStream(seed: setting.seed(12), world: 0, name: StreamName("flooding"))
    let noise = StreamNoise("f12", setting)
    var community = Community(ofMembers: 11)
    community.perform { community in
      for author in 1...10 { try community.follow(MemberID(0), MemberID(author), now: 0) }
    }
    var (plain, discounted) = (0, 0)
    for page in -Self.warmUp..<pages {
      let now = Double(page + Self.warmUp)
      community.perform { community in
        for number in 0..<Self.slots {
          let turn = Int(stream.uniform(UInt32(page + Self.warmUp), UInt32(number)) * 29)
          try community.publish(
            author: turn < 20 ? Self.flooder : MemberID(turn - 18), category: CategoryID(0),
            now: now)
        }
      }
      guard page >= 0 else { continue }
      plain += floodedSlots(of: community, by: RecencyRanker(), now: now, noise)
      discounted += floodedSlots(
        of: community, by: AuthorDiscountRanker(of: RecencyRanker()), now: now, noise)
    }
    return (plain, discounted)
  }

  private func floodedSlots(
    of community: borrowing Community, by ranker: any Ranker, now: Double, _ noise: StreamNoise
  ) -> Int {
    var page = FeedPage()
    let request = FeedRequest(
      viewer: MemberID(0), surface: .following, now: now, pageSize: Self.slots,
      noise: noise)
    try! community.fill(&page, for: request, by: ranker)
    return page.authors.count { $0 == Self.flooder }
  }
}
