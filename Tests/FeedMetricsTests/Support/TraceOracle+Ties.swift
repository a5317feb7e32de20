import FeedMetrics
internal import SocialFeed

extension TraceOracle {
  func device() -> [String: MetricValue] {
    let (start, end) = (trace.run.windowStart, trace.run.duration)
    let pages = trace.pages.filter { $0.time >= start && $0.time < end }
    let duplicates = pages.map(\.duplicates).reduce(0, +)
    let received = duplicates + pages.map(\.posts.count).reduce(0, +)
    let looks = trace.buttons.filter { $0.time >= start && $0.time < end }
    let buttons = looks.map(\.buttons).reduce(0, +)
    let stale = looks.map(\.stale).reduce(0, +)
    let episodes = trace.staleButtons.map { min($0.until, end) - max($0.from, start) }
      .filter { $0 > 0 }
    return [
      "duplicate_post_share": share(duplicates, of: received),
      "stale_button_share": share(stale, of: buttons), "stale_button_duration_s": mean(episodes),
    ]
  }

  func ties() -> [String: MetricValue] {
    let early = edges { $0 < trace.run.windowStart }
    let late = edges { $0 < trace.run.duration }
    let returned = late.follows.count { late.follows.contains([$0[1], $0[0]]) }
    return [
      "follow_growth": share(late.follows.count - early.follows.count, of: early.follows.count),
      "friend_growth": share(late.friends.count - early.friends.count, of: early.friends.count),
      "follow_reciprocity": share(returned, of: late.follows.count),
    ]
  }

  private func edges(_ isIn: (Double) -> Bool) -> (follows: Set<[Int]>, friends: Set<[Int]>) {
    var (follows, friends) = (Set<[Int]>(), Set<[Int]>())
    for tie in trace.ties where isIn(tie.time) {
      let pair = [tie.from.index, tie.to.index]
      switch tie.kind {
      case .follow: follows.insert(pair)
      case .unfollow: follows.remove(pair)
      case .friend: friends.insert(pair.sorted())
      case .unfriend: friends.remove(pair.sorted())
      case .block: break
      }
    }
    return (follows, friends)
  }

  private func share(_ part: Int, of whole: Int) -> MetricValue {
    MetricValue(whole > 0 ? Double(part) / Double(whole) : nil, support: max(0, whole))
  }
}
