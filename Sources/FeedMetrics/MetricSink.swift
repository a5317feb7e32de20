import SocialFeed

/// How the metrics are computed, beyond what their definitions say.
public struct MetricOptions: Hashable, Sendable {
  /// How many members `repeat_impression_share`, `feed_turnover` and `inter_user_overlap` are taken
  /// over, at most; all of them when there are fewer. Each takes one to two kilobytes for two weeks of
  /// daily use, which is most of what the metrics take.
  public var sampledMembers: Int
  /// Names the draws that choose them.
  public var sampleSeed: UInt64

  public init(sampledMembers: Int = 20_000, sampleSeed: UInt64 = 0) {
    precondition(sampledMembers >= 0, "a sample of \(sampledMembers) members")
    self.sampledMembers = sampledMembers
    self.sampleSeed = sampleSeed
  }
}

/// Computes the metrics of a run while it goes on.
///
/// What it is told must be in order of time, as ``ObservationSink`` has it; beyond that, the times of
/// pages and posts are whole seconds, a contest is observed before any page at or after its start,
/// and the pages of a request before the viewer's next request of the same surface and ranker.
/// Anything else is a programming error.
public final class MetricSink: ObservationSink {
  private let options: MetricOptions
  private var tallies: RunTallies?

  public init(options: MetricOptions = MetricOptions()) { self.options = options }

  public func begin(_ run: RunObservation) {
    tallies = RunTallies(run: run, options: options)
  }

  public func observe(_ member: MemberObservation) { tallies!.add(member) }
  public func observe(_ post: PostObservation) { tallies!.add(post) }
  public func observe(_ page: borrowing PageObservation) { tallies!.add(page) }
  public func observe(_ interaction: InteractionObservation) { tallies!.add(interaction) }
  public func observe(_ contest: ContestObservation) { tallies!.add(contest) }
  public func observe(_ entry: EntryObservation) { tallies!.add(entry) }
  public func observe(_ tie: TieObservation) { tallies!.add(tie) }
  public func observe(_ buttons: ButtonsObservation) { tallies!.add(buttons) }
  public func observe(_ wrong: WrongButtonObservation) { tallies!.add(wrong) }

  /// The value of each metric, in the order of ``MetricCatalogue/all``.
  ///
  /// Asking ends the run: afterwards it may be asked again, but no page may follow.
  ///
  /// - Complexity: O(*m* log *m* + *p* log *p* + *s*), where *m* is the number of members, *p* of posts,
  ///   and *s* of pairs of a sampled member and a post shown to it.
  public func values() -> [(id: String, value: MetricValue)] {
    precondition(tallies != nil, "a run has no metrics before it begins")
    tallies!.finish()
    return MetricCatalogue.metrics.map { ($0.definition.id, $0.value(tallies!)) }
  }
}
