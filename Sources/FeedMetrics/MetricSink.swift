/// How the metrics are computed, beyond what their definitions say.
public struct MetricOptions: Hashable, Sendable {
  /// How many members the metrics of pairs are taken over, at most, such as `repeat_impression_share`,
  /// `feed_turnover` and `inter_user_overlap`; all of them when there are fewer. Each takes one to two kilobytes
  /// for two weeks of daily use, which is most of what the metrics take.
  public var sampledMembers: Int
  /// Names the draws that choose them.
  public var sampleSeed: UInt64
  /// Which metrics of the catalogue are computed.
  public var set: MetricSet
  /// The ids of metrics that are computed besides, such as `creator_atkinson(epsilon=2)`.
  public var named: [String]

  public init(
    sampledMembers: Int = 20_000, sampleSeed: UInt64 = 0, set: MetricSet = .all,
    named: [String] = []
  ) {
    precondition(sampledMembers >= 0, "a sample of \(sampledMembers) members")
    self.sampledMembers = sampledMembers
    self.sampleSeed = sampleSeed
    self.set = set
    self.named = named
  }

  /// The metrics that are computed: first the set's in the order of the catalogue, then the others by id.
  ///
  /// - Precondition: There is a metric of each id.
  var metrics: [Metric] {
    let known = Set(set.metrics.map(\.definition.id))
    let others = Set(named).sorted().map { id in
      guard let metric = MetricCatalogue.metric(id) else { preconditionFailure("no metric \(id)") }
      return metric
    }
    return set.metrics + others.filter { !known.contains($0.definition.id) }
  }
}

/// Computes the metrics of a run while it goes on.
///
/// Observations must come in order of time, as ``ObservationSink`` has it; beyond that, the times of
/// pages and posts are whole seconds, a contest is observed before any page at or after its start,
/// and the pages of a request before the viewer's next request of the same surface and ranker.
/// Anything else is a programming error.
public final class MetricSink: ObservationSink {
  private let options: MetricOptions
  private let metrics: [Metric]
  private let customTypes: [any CustomMetric.Type]
  /// The run's custom metrics, in the order of their types.
  private var custom: [any CustomMetric] = []
  private var tallies: RunTallies?
  /// `nil` of a run, all rows of which count.
  private var log: LogRows?
  private var isFinished = false
  private var known: [(scope: MetricScope, values: [MetricValue])] = []
  /// The values of the metrics of some surfaces, by id.
  private var valuesOnSurfaces: [String: MetricValue] = [:]
  private var knownTables: [MetricTable] = []
  private var knownCurves: RunCurves?

  /// - Parameters:
  ///   - custom: Custom metrics that are computed too.
  ///   - isLog: Whether rows may break rules that every run keeps. Then a post counts once in a slate, at its first
  ///     position, and an action once for an impression that was looked at within the day before.
  public init(
    options: MetricOptions = MetricOptions(), custom: [any CustomMetric.Type] = [],
    isLog: Bool = false
  ) {
    self.options = options
    log = isLog ? LogRows() : nil
    metrics = options.metrics
    customTypes = custom
  }

  public func begin(_ run: RunObservation) {
    tallies = RunTallies(run: run, options: options)
    if log != nil { log = LogRows() }
    isFinished = false
    known = []
    knownTables = []
    knownCurves = nil
    custom = customTypes.map { $0.init() }
    for metric in custom { metric.begin(run) }
  }

  public func observe(_ member: MemberObservation) {
    tallies!.add(member)
    for metric in custom { metric.observe(member) }
  }

  public func observe(_ assignment: AssignmentObservation) {
    tallies!.add(assignment)
    for metric in custom { metric.observe(assignment) }
  }

  public func observe(_ post: PostObservation) {
    tallies!.add(post)
    for metric in custom { metric.observe(post) }
  }

  public func observe(_ page: borrowing PageObservation) {
    guard let parts = log?.parts(of: page) else { return count(page) }
    for part in parts { count(part) }
  }

  private func count(_ page: borrowing PageObservation) {
    tallies!.add(page)
    for metric in custom { metric.observe(page) }
  }

  /// Rows of a log with posts that their slate had already: they do not count.
  public var repeatedRows: Int { log?.repeats ?? 0 }

  public func observe(_ interaction: InteractionObservation) {
    let interaction = log?.counted(interaction) ?? interaction
    tallies!.add(interaction)
    for metric in custom { metric.observe(interaction) }
  }

  public func observe(_ contest: ContestObservation) {
    tallies!.add(contest)
    for metric in custom { metric.observe(contest) }
  }

  public func observe(_ entry: EntryObservation) {
    tallies!.add(entry)
    for metric in custom { metric.observe(entry) }
  }

  public func observe(_ tie: TieObservation) {
    tallies!.add(tie)
    for metric in custom { metric.observe(tie) }
  }

  public func observe(_ buttons: ButtonsObservation) {
    tallies!.add(buttons)
    for metric in custom { metric.observe(buttons) }
  }

  public func observe(_ episode: StaleButtonObservation) {
    tallies!.add(episode)
    for metric in custom { metric.observe(episode) }
  }

  public func observe(_ departure: DepartureObservation) {
    for metric in custom { metric.observe(departure) }
  }

  /// The value of each metric that is computed, in the order of ``MetricCatalogue/all``; other
  /// metrics that are named follow by id, and custom ones in their order.
  ///
  /// A call ends the run: it may be repeated, but no page may follow.
  ///
  /// - Complexity: O(*m* log *m* + *p* log *p* + *s*), where *m* is the number of members, *p* of posts,
  ///   and *s* of pairs of a sampled member and a post shown to it.
  public func values() -> [(id: String, value: MetricValue)] {
    values(in: .all) + custom.map { (type(of: $0).definition.id, $0.value) }
  }

  /// The scopes in which there were pages, besides all: surfaces, rankers, days, each in order.
  public var scopes: [MetricScope] {
    finish()
    return tallies!.scopesOfFeeds + tallies!.days.map { .day($0.day) }
  }

  /// The values in one scope, without metrics that have no meaning there: metrics that need more than a day, and
  /// metrics that do not belong to a feed.
  public func values(in scope: MetricScope) -> [(id: String, value: MetricValue)] {
    finish()
    if case .day(let day) = scope {
      guard let found = tallies!.days.first(where: { $0.day == day }) else { return [] }
      return zip(metrics, found.values).compactMap { metric, value in
        value.map { (metric.definition.id, $0) }
      }
    }
    return zip(metrics, values(of: scope))
      .filter { scope == .all || $0.0.breakdown.contains(.feeds) }
      .map { ($0.definition.id, valuesOnSurfaces[$0.definition.id] ?? $1) }
  }

  /// The metrics that have a value for each of several things; none where extended ones are not computed.
  public func tables() -> [MetricTable] {
    finish()
    _ = values(of: .all)
    return knownTables
  }

  /// What the run's charts draw. A call ends the run, as one of ``values()`` does.
  public func curves() -> RunCurves {
    finish()
    _ = values(of: .all)
    return knownCurves!
  }

  /// The values of all metrics; a scope of the same feeds as another has the same.
  private func values(of scope: MetricScope) -> [MetricValue] {
    if let found = known.first(where: { tallies!.areSame($0.scope, scope) }) { return found.values }
    let found = tallies!.tallies(of: scope)
    let values = metrics.map { $0.value(found) }
    known.append((scope, values))
    guard tallies!.areSame(scope, .all) else { return values }
    knownCurves = RunCurves(found)
    if options.set == .all {
      knownTables = MetricCatalogue.tabled.map {
        MetricTable(definition: $0.definition, rows: $0.rows(found))
      }
    }
    return values
  }

  private func finish() {
    precondition(tallies != nil, "a run has no metrics before it begins")
    guard !isFinished else { return }
    tallies!.finish()
    isFinished = true
    for surfaces in Set(metrics.compactMap(\.surfaces)) {
      let found = tallies!.tallies(on: surfaces)
      for metric in metrics where metric.surfaces == surfaces {
        valuesOnSurfaces[metric.definition.id] = metric.value(found)
      }
    }
  }
}
