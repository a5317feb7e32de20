package import DataFiles
public import FeedMetrics
internal import SocialFeed

/// Tells a trace again, as the run told it: a folder of CSV files, or a SQLite database.
///
/// The tables may come from anybody. Of `run.json` only `duration_s` and `window_from_s` must be there;
/// `users`, `posts`, `impressions` and `interactions` must be, other tables may be missing. Columns are
/// found by name, and things may have any whole numbers: where those are not 0, 1, 2 … already, members
/// are numbered in order of joining, posts and contests in order of time, and requests whenever they do not
/// grow with the time of their first page. Rows of events must be in order of time.
///
/// Members, posts, contests, entries and candidates are held; impressions and other events pass by.
public final class TraceReplay {
  public let run: RunObservation
  /// How the run's metrics were computed.
  public let metricOptions: MetricOptions
  private let nouns: TraceNouns
  private var pages: PageRows
  private var interactions: InteractionRows
  private var ties: TieRows
  private var buttons: ButtonRows
  private var wrongButtons: WrongButtonRows
  private var duplicates: DuplicateRows
  private var requests = RequestNumbers()
  private var sinks: [any ObservationSink] = []
  private let runFaults: [LocatedFault]
  private var isTold = false
  /// What is being told.
  private var current = Current.nothing

  private enum Current { case nothing, page, interaction }

  /// Opens a trace and reads all but its events.
  ///
  /// - Throws: All that is wrong with the trace, if anything is wrong with what is read.
  public convenience init(path: String) throws(InvalidTrace) {
    try self.init(opening: path)
    if hasFaults {
      read()
      throw invalidTrace
    }
  }

  private init(opening path: String) throws(InvalidTrace) {
    let source: TraceSource
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      source = try TraceSource(path)
      bytes = try source.run()
    } catch {
      let place = LocatedFault.Place.file(TraceSource.runFile(of: path))
      throw InvalidTrace(faults: [LocatedFault(place: place, reason: .unreadable(error.reason))])
    }
    let faults = FaultList(.trace, file: source.runFile)
    let file = RunFile(bytes, file: source.runFile, faults: faults)
    runFaults = faults.ordered
    metricOptions = file.options
    nouns = TraceNouns(source, file)
    let rankers = file.rankers ?? source.names(in: [(.impressions, 4), (.duplicates, 4)])
    run = RunObservation(
      duration: file.duration, windowStart: file.windowStart, categoryCount: nouns.categoryCount,
      groupNames: nouns.members.groupNames, rankerNames: rankers)
    pages = PageRows(source.records(of: .impressions), rankers: rankers)
    interactions = InteractionRows(source.records(of: .interactions))
    ties = TieRows(source.records(of: .ties))
    buttons = ButtonRows(source.records(of: .buttons))
    wrongButtons = WrongButtonRows(source.records(of: .wrongButtons))
    duplicates = DuplicateRows(source.records(of: .duplicates), rankers: rankers)
  }

  /// Tells everything in order of time; at one time members, posts, contests, entries, ties, pages,
  /// interactions, buttons, wrong buttons. It can be told once.
  ///
  /// What one request shows in a row of one second is told as one page.
  ///
  /// - Throws: What is wrong with the events. The sinks have then been told a part.
  public func tell(_ sinks: [any ObservationSink]) throws(InvalidTrace) {
    precondition(!isTold, "a trace is told once")
    self.sinks = sinks
    read()
    if hasFaults { throw invalidTrace }
  }

  /// The numbers of final votes that the trace has, with the entries in the order in which they are told.
  package var finalVotes: [(place: LocatedFault.Place, votes: Int)] {
    nouns.entries.rows.map {
      (.line(file: nouns.entryRecords.file, line: $0.line, column: 1), $0.votes)
    }
  }

  /// Where the row is that is being told, or a row of the page.
  package func place(ofRow row: Int) -> LocatedFault.Place {
    switch current {
    case .page: .line(file: pages.rows.records.file, line: pages.lines[row], column: 1)
    case .interaction: interactions.rows.records.place
    case .nothing: .file(pages.rows.records.file)
    }
  }
}

// MARK: - Faults

extension TraceReplay {
  private var hasFaults: Bool {
    !runFaults.isEmpty || nouns.hasFaults || eventRecords.contains(where: \.hasFaults)
  }

  private var eventRecords: [TableRecords] {
    [
      pages.rows.records, interactions.rows.records, ties.rows.records, buttons.rows.records,
      wrongButtons.rows.records, duplicates.rows.records,
    ]
  }

  private var invalidTrace: InvalidTrace {
    let records =
      [
        nouns.users, nouns.userPreferences, nouns.postRecords, nouns.contestRecords,
        nouns.entryRecords, nouns.candidateRecords,
      ] + eventRecords
    let byTable = TraceTable.allCases.map { table in records.first { $0.table == table }! }
    return InvalidTrace(faults: runFaults + byTable.flatMap(\.allFaults))
  }
}

// MARK: - The events in order of time

extension TraceReplay {
  private enum Kind: Int, CaseIterable {
    case member, post, contest, entry, tie, page, duplicates, interaction, buttons, wrongButton
  }

  /// How many of the things that are held have been told.
  private struct Told {
    var members = 0
    var posts = 0
    var contests = 0
    var entries = 0
  }

  /// Reads the events to their end; tells them unless something is wrong.
  private func read() {
    isTold = true
    pages.begin(nouns)
    interactions.next(nouns)
    ties.next(nouns)
    buttons.next(nouns)
    wrongButtons.next(nouns)
    duplicates.begin(nouns)
    if hasFaults { sinks = [] }
    for sink in sinks { sink.begin(run) }
    var told = Told()
    var times = Kind.allCases.map { time(of: $0, told) }
    while let (kind, time) = Self.first(times), time < .infinity {
      tell(kind, &told)
      times[kind.rawValue] = self.time(of: kind, told)
    }
    current = .nothing
    nouns.checkCandidates()
  }

  private static func first(_ times: [Double]) -> (Kind, Double)? {
    var first = 0
    for kind in 1..<times.count where times[kind] < times[first] { first = kind }
    return Kind(rawValue: first).map { ($0, times[first]) }
  }

  /// When the next of a kind is to be told; infinite when all are.
  private func time(of kind: Kind, _ told: Told) -> Double {
    switch kind {
    case .member: nouns.members.toldAt.element(told.members)
    case .post: nouns.posts.createdAt.element(told.posts)
    case .contest: nouns.contests.toldAt.element(told.contests)
    case .entry:
      told.entries < nouns.entries.count ? nouns.entries.rows[told.entries].submittedAt : .infinity
    case .tie: ties.time
    case .page: pages.time
    case .duplicates: duplicates.time
    case .interaction: interactions.time
    case .buttons: buttons.time
    case .wrongButton: wrongButtons.time
    }
  }

  private func tell(_ kind: Kind, _ told: inout Told) {
    switch kind {
    case .member:
      tellMember(told.members)
      told.members += 1
    case .post:
      tellPost(told.posts)
      told.posts += 1
    case .contest:
      for sink in sinks { sink.observe(nouns.contests.observation(told.contests)) }
      told.contests += 1
    case .entry:
      tellEntry(nouns.entries.rows[told.entries])
      told.entries += 1
    case .tie:
      for sink in sinks { sink.observe(ties.observation) }
      ties.next(nouns)
      stopOnFaults(ties.rows.records)
    case .page: tellPage()
    case .duplicates: tellDuplicates()
    case .interaction: tellInteraction()
    case .buttons:
      for sink in sinks { sink.observe(buttons.observation) }
      buttons.next(nouns)
      stopOnFaults(buttons.rows.records)
    case .wrongButton:
      for sink in sinks { sink.observe(wrongButtons.observation) }
      wrongButtons.next(nouns)
      stopOnFaults(wrongButtons.rows.records)
    }
  }

  /// Metrics of a trace with faults mean nothing, and a sink may rely on what is not so.
  private func stopOnFaults(_ records: borrowing TableRecords) {
    if records.hasFaults { sinks = [] }
  }

  private func tellMember(_ member: Int) {
    guard !sinks.isEmpty else { return }
    let observation = nouns.members.observation(member, taste: nouns.tastes[member])
    for sink in sinks { sink.observe(observation) }
  }

  private func tellPost(_ post: Int) {
    guard !sinks.isEmpty else { return }
    let observation = nouns.posts.observation(post, nouns.members)
    for sink in sinks { sink.observe(observation) }
  }

  private func tellEntry(_ row: TraceEntries.Row) {
    guard !sinks.isEmpty else { return }
    let observation = EntryObservation(
      contest: ContestID(nouns.contests.numbering.number(of: row.contest)!),
      post: PostID(nouns.posts.numbering.number(of: row.post)!), submittedAt: row.submittedAt)
    for sink in sinks { sink.observe(observation) }
  }

  private func tellPage() {
    guard let (number, isNew) = requests.add(pages.request) else {
      pages.refuse(1, line: pages.lines[0], .contradiction("there are 2³² requests before"))
      return
    }
    pages.page.request = number
    pages.page.pool = isNew ? nouns.candidates.take(pages.request) : nil
    pages.page.duplicates =
      duplicates.time == pages.time ? duplicates.take(pages.page, pages.request) : 0
    current = .page
    for sink in sinks { sink.observe(pages.page) }
    pages.takePage(nouns)
    stopOnFaults(pages.rows.records)
  }

  /// Pages of which nothing was left.
  private func tellDuplicates() {
    for row in duplicates.waiting {
      guard let number = requests.add(row.request)?.number else { continue }
      let page = PageObservation(
        time: duplicates.time, request: number, viewer: MemberID(row.viewer),
        surface: Surface.allCases[row.surface], ranker: row.ranker, offset: 0, posts: [],
        examined: [], relevance: [], duplicates: row.count)
      for sink in sinks { sink.observe(page) }
    }
    duplicates.takeTime(nouns)
    stopOnFaults(duplicates.rows.records)
  }

  private func tellInteraction() {
    var observation = interactions.observation
    if let request = interactions.request {
      observation.request = requests.number(of: request)
      if observation.request == nil, !pages.rows.records.hasFaults { interactions.refuseRequest() }
    }
    stopOnFaults(interactions.rows.records)
    current = .interaction
    for sink in sinks { sink.observe(observation) }
    interactions.next(nouns)
    stopOnFaults(interactions.rows.records)
  }
}

extension TraceNouns {
  /// Adds faults of candidates that belong to no page.
  fileprivate func checkCandidates() {
    guard !hasFaults else { return }
    candidates.checkAllTaken(faults: &candidateRecords)
  }
}

extension [Double] {
  fileprivate func element(_ index: Int) -> Double { index < count ? self[index] : .infinity }
}
