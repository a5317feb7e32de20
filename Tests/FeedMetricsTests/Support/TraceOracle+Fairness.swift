import FeedMetrics
import Foundation
internal import SocialFeed

extension TraceOracle {
  private func exposure(_ post: PostObservation) -> Double {
    rows.filter { $0.post == post.post.index }.map(\.weight).reduce(0, +)
  }

  func creators() -> [String: MetricValue] {
    let authors = Set(posts.map(\.author)).sorted()
    let ofAuthor = authors.map { author in posts.filter { $0.author == author } }
    let exposures = ofAuthor.map { $0.map(exposure).reduce(0, +) }
    let merits = ofAuthor.map { $0.map(\.quality).reduce(0, +) }
    let total = exposures.reduce(0, +)
    let gaps = zip(exposures, merits).map { abs($0 / total - $1 / merits.reduce(0, +)) }
    let groups = (0..<trace.run.groupNames.count)
      .map { group in posts.filter { trace.members[$0.author.index].group == group } }
      .filter { !$0.isEmpty }
    let groupExposures = groups.map { $0.map(exposure).reduce(0, +) / Double($0.count) }
    let groupMerits = groups.map { $0.map(\.quality).reduce(0, +) / Double($0.count) }
    let new = posts.filter {
      $0.createdAt - trace.members[$0.author.index].joinedAt < 7 * Trace.day
    }
    let newShare = new.map(exposure).reduce(0, +) / total
    let supply = Double(new.count) / Double(posts.count)
    return [
      "creator_exposure_gini": MetricValue(gini(exposures), support: authors.count),
      "group_exposure_ratio": ratio(groupExposures),
      "group_exposure_merit_ratio": ratio(
        zip(groupExposures, groupMerits).filter { $0.1 > 0 }.map(/)),
      "creator_attention_merit_gap": MetricValue(
        total > 0 && merits.reduce(0, +) > 0 ? gaps.reduce(0, +) / 2 : nil, support: authors.count),
      "new_creator_exposure_ratio": MetricValue(
        new.isEmpty || total == 0 ? nil : newShare / supply, support: new.count),
      "cold_start_reach_rate": coldStart(),
    ]
  }

  private func ratio(_ x: [Double]) -> MetricValue {
    let isDefined = x.count >= 2 && x.max()! > 0
    return MetricValue(isDefined ? x.min()! / x.max()! : nil, support: x.count)
  }

  private func coldStart() -> MetricValue {
    let judged = posts.filter {
      $0.createdAt >= trace.run.windowStart && $0.createdAt <= trace.run.duration - Trace.day
    }
    return mean(
      judged.map { post in
        let looks = rows.count {
          $0.post == post.post.index && $0.examined && $0.time - post.createdAt <= Trace.day
        }
        return looks >= 10 ? 1 : 0
      })
  }

  func entrants() -> [String: MetricValue] {
    let contests = trace.contests.filter {
      $0.startsAt >= trace.run.windowStart && $0.endsAt <= trace.run.duration
    }
    let judged = contests.map { ($0, entriesOf($0)) }.filter { $0.1.count >= 2 }
    func average(_ value: (ContestObservation, [EntryObservation]) -> Double?) -> MetricValue {
      mean(judged.compactMap(value))
    }
    return [
      "contest_exposure_gini": average { contest, entries in
        gini(entries.map { exposure($0, in: contest) })
      },
      "early_mover_tau": average { contest, entries in
        tau(entries.map { -$0.submittedAt }, entries.map { votes($0, in: contest) })
      },
      "early_mover_exposure_gap": average(exposureGap),
      "rank_quality_tau": average { contest, entries in
        tau(entries.map(quality), entries.map { votes($0, in: contest) })
      },
      "winner_quality_regret": average { contest, entries in
        let most = entries.map { votes($0, in: contest) }.max()!
        let winners = entries.filter { votes($0, in: contest) == most }.map(quality)
        let best = entries.map(quality).max()!
        return most > 0 ? best - winners.reduce(0, +) / Double(winners.count) : nil
      },
      "vote_lock_in_tau": average { contest, entries in
        let parting = contest.startsAt + 0.25 * (contest.endsAt - contest.startsAt)
        let early = entries.filter { $0.submittedAt <= parting }
        return tau(
          early.map { votes($0, in: contest, until: parting) },
          early.map { votes($0, in: contest) - votes($0, in: contest, until: parting) })
      },
    ]
  }

  private func entriesOf(_ contest: ContestObservation) -> [EntryObservation] {
    trace.entries.filter { $0.contest == contest.contest }
  }

  private func quality(_ entry: EntryObservation) -> Double {
    trace.posts[entry.post.index].quality
  }

  private func exposure(_ entry: EntryObservation, in contest: ContestObservation) -> Double {
    rows.filter {
      $0.post == entry.post.index && $0.time >= contest.startsAt && $0.time < contest.endsAt
    }.map(\.weight).reduce(0, +)
  }

  private func votes(
    _ entry: EntryObservation, in contest: ContestObservation, until: Double = .infinity
  ) -> Double {
    Double(
      trace.interactions.count {
        $0.kind == .vote && $0.post == entry.post && $0.time >= entry.submittedAt
          && $0.time < min(contest.endsAt, until)
      })
  }

  private func exposureGap(_ contest: ContestObservation, _ entries: [EntryObservation]) -> Double?
  {
    let order = entries.sorted { ($0.submittedAt, $0.post) < ($1.submittedAt, $1.post) }
      .map { exposure($0, in: contest) }
    let third = order.count / 3
    let first = order.prefix(third).reduce(0, +) / Double(third)
    let last = order.suffix(third).reduce(0, +) / Double(third)
    return third > 0 && first + last > 0 ? (first - last) / (first + last) : nil
  }
}
