import FeedMetrics
import Foundation
internal import SocialFeed

extension TraceOracle {
  /// What is known of a contest's entries, in plain columns.
  private struct Entries {
    var time: [Double] = []
    var quality: [Double] = []
    var exposure: [Double] = []
    /// Exposure a second from submission to the end.
    var rate: [Double] = []
    var votes: [Double] = []
    var early: [Double] = []
    var post: [Int] = []
    /// Submitted within the first quarter.
    var isEarly: [Bool] = []
  }

  func extendedEntrants() -> [String: MetricValue] {
    let contests = trace.contests.filter {
      $0.startsAt >= trace.run.windowStart && $0.endsAt <= trace.run.duration
    }.map(entries).filter { $0.post.count >= 2 }
    func average(_ value: (Entries) -> Double?) -> MetricValue { mean(contests.compactMap(value)) }
    return [
      "early_mover_tau_given_quality": average { x in
        partial(x.time.map { -$0 }, x.votes, x.quality)
      },
      "vote_lock_in_tau_given_quality": average { x in
        let late = zip(x.votes, x.early).map { $0 - $1 }
        func early(_ column: [Double]) -> [Double] { zip(column, x.isEarly).filter(\.1).map(\.0) }
        return partial(early(x.early), early(late), early(x.quality))
      },
      "early_mover_exposure_rate_gap": average(rateGap),
      "exposure_quality_tau": average { tau($0.exposure.map(rounded), $0.quality) },
      "exposure_votes_tau": average { tau($0.exposure.map(rounded), $0.votes) },
      "votes_gini": average { gini($0.votes) },
      "hit@1": average { x in
        x.votes.max()! > 0
          ? zip(chances(x.votes, top: 1), x.quality).filter { $0.1 == x.quality.max()! }
            .map(\.0).reduce(0, +) : nil
      },
      "overlap@3": average { x in
        x.post.count >= 3 && x.votes.max()! > 0
          ? zip(chances(x.votes, top: 3), chances(x.quality, top: 3)).map(*).reduce(0, +) / 3 : nil
      },
      "leader_persistence": average { x in
        let leaders = x.early.indices.filter { x.early[$0] == x.early.max()! && x.early[$0] > 0 }
        return leaders.isEmpty
          ? nil
          : Double(leaders.count { x.votes[$0] == x.votes.max()! }) / Double(leaders.count)
      },
    ]
  }

  private func entries(of contest: ContestObservation) -> Entries {
    var entries = Entries()
    let length = contest.endsAt - contest.startsAt
    for entry in trace.entries where entry.contest == contest.contest {
      let exposure = rows.filter {
        $0.post == entry.post.index && $0.time >= contest.startsAt && $0.time < contest.endsAt
      }.map(\.weight).reduce(0, +)
      let votes = trace.interactions.filter {
        $0.kind == .vote && $0.post == entry.post && $0.time >= entry.submittedAt
          && $0.time < contest.endsAt
      }
      entries.post.append(entry.post.index)
      entries.time.append(entry.submittedAt)
      entries.quality.append(trace.posts[entry.post.index].quality)
      entries.exposure.append(exposure)
      entries.rate.append(exposure / (contest.endsAt - entry.submittedAt))
      entries.votes.append(Double(votes.count))
      entries.early.append(Double(votes.count { $0.time < contest.startsAt + length / 4 }))
      entries.isEarly.append(entry.submittedAt <= contest.startsAt + length / 4)
    }
    return entries
  }

  private func partial(_ x: [Double], _ y: [Double], _ z: [Double]) -> Double? {
    guard let xy = tau(x, y), let xz = tau(x, z), let yz = tau(y, z) else { return nil }
    guard abs(xz) < 1, abs(yz) < 1 else { return nil }
    return (xy - xz * yz) / sqrt((1 - xz * xz) * (1 - yz * yz))
  }

  private func rateGap(_ entries: Entries) -> Double? {
    let order = entries.post.indices.sorted {
      (entries.time[$0], entries.post[$0]) < (entries.time[$1], entries.post[$1])
    }
    let third = order.count / 3
    let first = order.prefix(third).map { entries.rate[$0] }.reduce(0, +)
    let last = order.suffix(third).map { entries.rate[$0] }.reduce(0, +)
    return first + last > 0 ? (first - last) / (first + last) : nil
  }

  /// The chance of each to be among the first `top` when ties are broken at random.
  private func chances(_ x: [Double], top: Int) -> [Double] {
    x.map { value in
      let (above, equal) = (x.count { $0 > value }, x.count { $0 == value })
      return min(1, max(0, Double(top - above) / Double(equal)))
    }
  }
}
