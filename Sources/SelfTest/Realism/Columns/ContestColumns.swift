package import FeedMetrics
internal import SocialFeed

/// The entries of contests that opened and closed within the run.
package struct ContestColumns: Sendable, Hashable {
  /// The number of such contests.
  package fileprivate(set) var contests = 0
  /// When each entry came, as a fraction of its contest's length.
  package fileprivate(set) var moments: [Double] = []
}

/// Collects the entries of contests.
package final class ContestSink: ObservationSink {
  private var duration = 0.0
  private var contests: [ContestObservation] = []
  private var entries: [EntryObservation] = []

  package init() {}

  package var columns: ContestColumns {
    let whole = contests.filter { $0.startsAt >= 0 && $0.endsAt <= duration }
    let lengths = Dictionary(uniqueKeysWithValues: whole.map { ($0.contest, $0) })
    return ContestColumns(
      contests: whole.count,
      moments: entries.compactMap { entry in
        lengths[entry.contest].map {
          (entry.submittedAt - $0.startsAt) / ($0.endsAt - $0.startsAt)
        }
      })
  }

  package func begin(_ run: RunObservation) { duration = run.duration }
  package func observe(_ contest: ContestObservation) { contests.append(contest) }
  package func observe(_ entry: EntryObservation) { entries.append(entry) }
}
