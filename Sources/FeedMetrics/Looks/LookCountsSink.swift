public import SocialFeed

/// Counts the looks of a run by the levels of each ``LookDimension``.
///
/// The same looks count as in metrics: at others' posts, on pages in the statistics' window. An
/// interaction counts at the levels of the impression that led to it.
///
/// On request it also counts the looks of each member, at each creator's posts or at each post.
///
/// - Complexity: A look costs one to three lookups in a set and an addition for each dimension. Room is for a
///   pair of a viewer and a post, two days of looks, and four bytes a request.
public final class LookCountsSink: ObservationSink {
  /// The counter is a value, so that an observation is checked once for exclusive access, and not each addition.
  private var counter: LookCounter

  /// - Parameters:
  ///   - subject: The kind of subject whose looks are also counted one by one; `nil` for none.
  ///   - surfaces: The surfaces whose pages ``SubjectLooks/page`` can be.
  public init(ofEach subject: LookSubject? = nil, surfaces: [Surface] = Surface.allCases) {
    counter = LookCounter(ofEach: subject, surfaces: surfaces)
  }

  public func begin(_ run: RunObservation) { counter.begin(run) }

  public func observe(_ member: MemberObservation) { counter.observe(member) }

  public func observe(_ post: PostObservation) { counter.observe(post) }

  public func observe(_ page: borrowing PageObservation) { counter.observe(page) }

  public func observe(_ interaction: InteractionObservation) { counter.observe(interaction) }

  /// The counts, after the end of the run.
  public var counts: LookCounts { counter.counts }

  /// The counts, also for each member, creator or post, after the end of the run; `nil` where these were not counted.
  public var looksOfEach: LooksOfEach? { counter.looksOfEach }
}
